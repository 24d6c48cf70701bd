/* The service worker. The builder puts BUILD and FILES before it: each file's name with its checksum, the
   name it is fetched by, its size and its type.

   It keeps all files of one build, and answers with nothing else. What is below app/ it hands to the
   web worker, in which the application runs. A new build is fetched beside the old one, and used when the
   shell says so. */
const HERE = new URL("./", location).pathname;
const STORE = `companion ${HERE}`;
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
  + "connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
const LONGEST = 60000; // ms
const channel = new BroadcastChannel(STORE);
const asked = new Map();
let last = 0;

channel.addEventListener("message", ({ data: { answer } }) => {
  asked.get(answer?.id)?.(answer);
});

addEventListener("install", (event) => {
  event.waitUntil(fetchAll().catch((error) => {
    channel.postMessage({ refused: error.name }); // the shell is not told why an installation failed
    throw error;
  }));
});
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", ({ data, source }) => {
  if (data === "use") skipWaiting();
  if (data === "which") source.postMessage({ build: BUILD });
});
addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(HERE)) return;
  const name = url.pathname.slice(HERE.length) || "index.html";
  if (name.startsWith("app/")) event.respondWith(application(request, url));
  else if (FILES[name]) event.respondWith(kept(name));
});

// --- the files of this build

/* A file of the same bytes is kept under the same name, by every build that has it. */
const key = (name) => `${HERE}${name}?${FILES[name].sum}`;

async function fetchAll() {
  const store = await caches.open(STORE);
  const names = Object.keys(FILES), missing = [];
  for (const name of names) if (!await store.match(key(name))) missing.push(name);
  const all = missing.reduce((sum, name) => sum + FILES[name].size, 0);
  let done = 0;
  const tell = (bytes) => channel.postMessage({ progress: { done: done += bytes, all } });
  await Promise.all(missing.map((name) => fetchOne(store, name, tell)));
}

async function fetchOne(store, name, tell) {
  const { from, sum, type } = FILES[name];
  const answer = await fetch(`${HERE}${from}`, { cache: "reload", integrity: `sha256-${sum}` });
  if (!answer.ok) throw new Error(`${from}: ${answer.status}`);
  let body = answer.body.pipeThrough(new TransformStream({
    transform(chunk, out) { tell(chunk.byteLength); out.enqueue(chunk); },
  }));
  if (from !== name) body = body.pipeThrough(new DecompressionStream("gzip"));
  const headers = { "Content-Type": type, "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff" };
  await store.put(key(name), new Response(body, { headers }));
}

async function activate() {
  const store = await caches.open(STORE), mine = new Set(Object.keys(FILES).map(key));
  for (const { url } of await store.keys()) {
    const { pathname, search } = new URL(url);
    if (!mine.has(pathname + search)) await store.delete(url);
  }
  await clients.claim();
}

const kept = async (name) => await (await caches.open(STORE)).match(key(name)) ?? Response.error();

// --- the application

async function application(request, url) {
  // A page of the application outside of the frame: the shell opens it.
  if (request.destination === "document") {
    return Response.redirect(`${HERE}#${url.pathname.slice(`${HERE}app`.length)}${url.search}`);
  }
  const { method } = request, id = `${BUILD} ${Date.now()} ${last += 1}`;
  const body = await request.arrayBuffer();
  const answer = await new Promise((done) => {
    asked.set(id, done);
    setTimeout(done, LONGEST);
    const ask = { id, method, path: url.pathname, query: url.search.slice(1), headers: [...request.headers], body };
    channel.postMessage({ ask });
  });
  asked.delete(id);
  if (!answer) return Response.error();
  const { status } = answer, headers = new Headers(answer.headers);
  if (status >= 300 && status < 400 && headers.has("Location")) {
    return Response.redirect(new URL(headers.get("Location"), url), status);
  }
  const empty = [204, 205, 304].includes(status) || method === "HEAD";
  return new Response(empty ? null : answer.body, { status, headers });
}
