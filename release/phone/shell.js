/* The shell: one page around the application, which runs in a web worker and is shown in a frame. */
const HERE = new URL("./", location).pathname;
const NAME = `companion ${HERE}`;
const $ = (id) => document.getElementById(id);
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const channel = new BroadcastChannel(NAME);
let frame, refused = "";

// --- what it says before the application is there

function say(words, detail = "") {
  $("start").hidden = false;
  $("words").textContent = words;
  $("detail").textContent = detail;
}

function fail(words, detail = "") {
  document.documentElement.dataset.state = "failed";
  $("progress").hidden = true;
  $("again").hidden = false;
  say(words, detail);
}

const NO_WORKER = "This browser cannot run the companion here. Open the page by https, in a normal window, "
  + "with an up-to-date browser.";
const NO_STORAGE = "This browser keeps no data for this page, so no score would be safe. Is it a private window? "
  + "Then open the page in a normal one.";
const NO_ROOM = "This phone has no room for the companion: it needs 30 MB. Make room, then try again.";
const NOT_KEPT = "This phone has no room left, so your last tap was not kept. Make room, then try again.";
const REFUSED = ["SecurityError", "InvalidStateError", "UnknownError", "NotAllowedError", "NotSupportedError"];
const OTHER = "Another version of the companion kept the games here, and this one leaves them as they are. Try again in a "
  + "moment: the newest one is being fetched.";
const FAILED = "The companion could not start. Nothing is lost: try again.";
const NO_NETWORK = "The companion could not be loaded. Look at the connection, then try again. After the first time "
  + "it needs none.";

// --- the service worker

async function installed() {
  if (!navigator.serviceWorker) throw new Problem(NO_WORKER);
  let registration;
  try {
    registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  } catch (error) {
    if (!navigator.serviceWorker.controller) throw new Problem(navigator.onLine ? NO_WORKER : NO_NETWORK, error);
    registration = await navigator.serviceWorker.ready;
  }
  if (!registration.active) await activated(registration.installing ?? registration.waiting);
  if (!navigator.serviceWorker.controller) await controlled();
  return registration;
}

class Problem extends Error {
  constructor(words, cause) { super(words, { cause }); }
}

const activated = (worker) => new Promise((done, fail) => {
  const look = async () => {
    if (worker.state === "activated") done();
    if (worker.state === "redundant") fail(new Problem(await isFull() ? NO_ROOM : NO_NETWORK, { message: refused }));
  };
  worker.addEventListener("statechange", look);
  look();
});

const controlled = () => new Promise((done) => {
  navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
  // A page that was loaded past the service worker is not claimed by it.
  setTimeout(() => { if (!navigator.serviceWorker.controller) location.reload(); }, 5000);
});

const isFull = async () => {
  if (refused === "QuotaExceededError") return true;
  const { quota = Infinity, usage = 0 } = await navigator.storage?.estimate?.() ?? {};
  return quota - usage < 30e6;
};

/* The build that this shell is of runs, and no other. */
const build = () => new Promise((done) => {
  navigator.serviceWorker.addEventListener("message", ({ data }) => done(data.build), { once: true });
  navigator.serviceWorker.controller.postMessage("which");
});

async function newest(registration) {
  if (registration.waiting) {
    const changed = new Promise((done) => {
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
    });
    registration.waiting.postMessage("use");
    await changed;
  }
  if (await build() === document.documentElement.dataset.build) return true;
  location.reload();
  return false;
}

function watch(registration) {
  const look = () => {
    if (!registration.waiting) return;
    $("update").hidden = false;
  };
  const wait = (worker) => worker?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", () => wait(registration.installing));
  wait(registration.installing);
  look();
  $("use").addEventListener("click", () => location.reload());
  $("later").addEventListener("click", () => { $("update").hidden = true; });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => {});
  });
}

// --- one shell at a time

const alone = () => new Promise((done) => {
  const told = setTimeout(() => say("The companion is open in another window of this browser. Close it there, "
    + "and it opens here."), 1500);
  navigator.locks.request(NAME, () => {
    clearTimeout(told);
    done();
    return new Promise(() => {});
  });
});

// --- the application

const started = () => new Promise((done, fail) => {
  const worker = new Worker("worker.js", { type: "module" });
  worker.addEventListener("error", (event) => fail(new Problem(NO_WORKER, event)));
  worker.addEventListener("message", ({ data }) => {
    if (data.kind === "ready") done();
    else if (data.kind === "failed") fail(new Problem(reason(data), data));
    else if (data.kind === "stopped") stopped(data);
  });
});

function stopped({ name, message }) {
  frame?.remove();
  fail(name === "QuotaExceededError" ? NOT_KEPT : "The companion has stopped. Nothing is lost: try again.", message);
}

function reason({ name, message }) {
  if (REFUSED.includes(name)) return NO_STORAGE;
  if (name === "QuotaExceededError" || message.includes("SQLITE_FULL") || message.includes("disk is full")) return NO_ROOM;
  if (message.includes("OtherVersion")) return OTHER;
  return FAILED;
}

/* The page that the address of the shell asks for. */
const wanted = () => `${HERE}app${location.hash.startsWith("#/") ? location.hash.slice(1) : "/"}`;

/* The address of the frame stands after the # of the shell, so a reload comes back to it. */
function show() {
  frame = document.createElement("iframe");
  frame.title = "Companion";
  frame.src = wanted();
  frame.addEventListener("load", shown);
  document.body.append(frame);
}

function shown() {
  const { pathname } = frame.contentWindow.location;
  if (!pathname.startsWith(`${HERE}app/`)) return;
  document.documentElement.dataset.state = "ready";
  $("start").hidden = true;
  note();
  document.title = frame.contentDocument.title;
}

function note() {
  const { pathname, search } = frame.contentWindow.location;
  history.replaceState(history.state, "", `#${pathname.slice(`${HERE}app`.length)}${search}`);
}

addEventListener("hashchange", () => {
  const { pathname, search } = frame?.contentWindow.location ?? {};
  if (frame && wanted() !== pathname + search) frame.contentWindow.location.replace(wanted());
});
addEventListener("pagehide", () => { if (frame) note(); });

/* Where the browser prints the shell, the page in the frame is printed, as high as it is on paper. To measure
   that, its rules for print count for a moment. */
addEventListener("beforeprint", () => {
  if (!frame) return;
  Object.assign(frame.style, { width: "190mm", height: "258mm" }); // of A4 or Letter, between margins
  const { styleSheets, documentElement } = frame.contentDocument;
  const changed = [...styleSheets].flatMap(({ cssRules }) => asPrinted(cssRules));
  frame.style.height = `${documentElement.scrollHeight}px`;
  for (const [media, text] of changed) media.mediaText = text;
});

function asPrinted(rules) {
  return [...rules].flatMap(({ media, cssRules = [] }) => {
    const [text, kind] = media?.mediaText.match(/^(print|screen)\b.*/) ?? [];
    if (text) media.mediaText = kind === "print" ? "all" : "not all";
    return [...text ? [[media, text]] : [], ...asPrinted(cssRules)];
  });
}

addEventListener("afterprint", () => { frame?.removeAttribute("style"); });

channel.addEventListener("message", ({ data }) => {
  const { progress } = data;
  refused ||= data.refused ?? "";
  if (!progress || document.documentElement.dataset.state !== "starting") return;
  $("progress").hidden = false;
  $("progress").max = progress.all;
  $("progress").value = progress.done;
  say(`Loading for the first time: ${megabytes(progress.done)} of ${megabytes(progress.all)} MB`);
});

async function main() {
  try {
    const registration = await installed();
    $("progress").hidden = true;
    say("Starting…");
    await alone();
    say("Starting…");
    if (!await newest(registration)) return;
    await started();
    show();
    watch(registration);
    navigator.storage?.persist?.();
  } catch (error) {
    console.error(error, error.cause);
    if (error instanceof Problem) fail(error.message, error.cause?.message);
    else fail(FAILED, error.message);
  }
}

$("again").addEventListener("click", () => location.reload());
main();
