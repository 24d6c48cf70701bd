/* On this phone: kept, the taps not answered yet, to be sent in order; lost, what the notice tells of refused ones until
   it is read. In this tab: tapped, the newest one, so that a double tap counts once, also where it leads to another page.
   Times are those of the page, which only go forward: somebody may set the phone's clock. */
(() => {
  const KEPT = "companion.kept", LOST = "companion.lost", TAPPED = "companion.tapped";
  const unique = () => `${Date.now()} ${Math.random()}`;
  const SENDER = "companion.sender", ME = unique(); // this tab
  const AGAIN = 4000, WAIT = 15000, REST = 300000, TWICE = 500; // ms: try again, give up, ask less, a double tap
  const ALONE = "alone" in document.documentElement.dataset; // no server: this phone answers
  const OPEN_DEAL = /\/t\/[^/]+\/deal$/;
  const READ = "OK";
  const MISSED = "That did not reach the server. Nothing is lost: tap again in a moment.";
  const FULL = ALONE ? "This phone has no room for it. Nothing was taken: make room, then tap again."
    : "The companion cannot write on its disk. Nothing was taken: tell whoever runs it.";
  const STAY = isSecureContext ? "" : "Do not reload this page: over http it would be gone.";
  let note = "", down = false, sending = false, moved = performance.now(), asked = 0, asking, ready, focused = document.body;
  const rests = () => performance.now() - moved > REST;

  const read = (key, or) => { try { return JSON.parse(localStorage.getItem(key)) ?? or; } catch { return or; } };
  const write = (key, value) => {
    try { localStorage.setItem(key, JSON.stringify(value)); return true; } catch { return false; }
  };
  const kept = () => read(KEPT, []);
  const drop = (gone) => write(KEPT, kept().filter((one) => !gone(one)));
  const busy = (status) => status === 429 || status >= 500;
  const telling = (taps) => taps.filter((one) => !one.moves); // not those that open a hand
  const names = (taps) => telling(taps).map((tap) => tap.says).join(" · ");

  // --- the notice above the page

  const notice = document.getElementById("unsent");
  const tell = () => {
    const taps = telling(kept()), lost = read(LOST, []), many = taps.length > 1;
    const texts = [...lost];
    if (taps.length) {
      texts.push(`No connection. ${many ? `${taps.length} taps are` : "One tap is"} kept on this phone and will`
        + ` be sent when it is back: ${names(taps)}.`);
    } else {
      document.querySelectorAll(".kept").forEach((button) => button.classList.remove("kept"));
      if (down) texts.push("No connection. This page may be old. It will update by itself.");
    }
    if (STAY && (taps.length || down)) texts.push(STAY);
    if (note) texts.push(note);
    const text = texts.join(" "), [words, control] = notice?.children ?? [];
    const button = lost.length ? READ : taps.length ? `Do not send ${many ? "them" : "it"}` : "";
    if (!words || (words.textContent === text && control.textContent === button)) return;
    const below = () => notice.nextElementSibling.getBoundingClientRect().top, top = below();
    words.textContent = text;
    control.textContent = button;
    control.hidden = !button;
    notice.hidden = !text;
    scrollBy(0, below() - top);
  };
  const setNote = (text) => { note = text; tell(); }; // until a tap is taken
  notice?.querySelector("button").addEventListener("click", (event) => {
    write(event.currentTarget.textContent === READ ? LOST : KEPT, []);
    tell();
  });
  addEventListener("storage", (event) => { if ([KEPT, LOST].includes(event.key)) tell(); });

  // The field for cards would open below the fold, behind the bar.
  document.addEventListener("click", ({ target }) => {
    const part = target.closest?.(".read-cards > summary")?.parentElement;
    if (part && !part.open) part.addEventListener("toggle", () => part.scrollIntoView(), { once: true });
  });

  // --- keeping taps

  const isTap = (ctx) => ctx.sourceElement?.id === "taps" && ctx.request.method === "POST"
    && OPEN_DEAL.test(new URL(ctx.request.action, location).pathname);
  const words = (element) => {
    const copy = element.cloneNode(true);
    copy.querySelectorAll("[aria-hidden], .tag").forEach((mark) => mark.remove());
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  const says = (by) => {
    const hand = by.closest(".hand")?.querySelector("h2");
    const about = by.closest(".count, .who-made")?.getAttribute("aria-label") ?? (hand && words(hand));
    return (about ? `${about}: ${words(by)}` : words(by)).slice(0, 60);
  };
  const number = (page) => { // of the deal
    const asks = page.getElementById("live")?.getAttribute("hx-get");
    return asks && new URL(asks, location).searchParams.get("n");
  };
  const keep = (ctx) => {
    const fields = [...ctx.request.body].filter(([name]) => name !== "csrf_token"), by = ctx.sourceEvent.submitter;
    const to = new URL(ctx.request.action, location).pathname;
    const moves = by.value.startsWith("open:"), made = by.closest(".who-made")?.id;
    const tap = { id: unique(), to, of: number(document), fields, says: says(by), moves, made };
    if (!write(KEPT, [...kept(), tap])) return setNote(MISSED);
    by.classList.add("kept");
    tell();
  };
  const missed = (ctx) => {
    down = true;
    if (isTap(ctx)) keep(ctx);
    else if (ctx.sourceElement?.id === "live") tell();
    else setNote(MISSED);
  };
  const ask = async (address, options) => {
    const answer = await fetch(address, { signal: AbortSignal.timeout?.(WAIT), ...options });
    if (busy(answer.status)) throw new Error(answer.status);
    return answer;
  };
  const there = () => ask("/offline", { method: "HEAD" }); // a page for everybody
  const parsed = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
  const field = (page, name) => page.querySelector(`#deal [name="${name}"]`)?.value;

  // --- sending, by one tab: over http, the one whose stamp stays. A stamp of another tab that did not change for as
  // long as sending may take is that of a tab that is gone.
  let seen = {};
  const stamp = () => !navigator.locks && write(SENDER, { by: ME, now: unique() });
  const isSending = (other) => {
    if (!other || other.by === ME) return false;
    if (seen.now !== other.now) seen = { now: other.now, at: performance.now() };
    return performance.now() - seen.at < WAIT + AGAIN;
  };
  const release = () => { if (read(SENDER, null)?.by === ME) write(SENDER, null); };
  addEventListener("pagehide", release);
  const inOneTab = async (work) => {
    if (navigator.locks) return navigator.locks.request(SENDER, { ifAvailable: true }, (lock) => lock && work());
    if (isSending(read(SENDER, null))) return;
    if (stamp()) {
      await new Promise((done) => { setTimeout(done, 100); });
      if (read(SENDER, null)?.by !== ME) return;
    }
    try { await work(); } finally { release(); }
  };
  const lose = (gone, closed, why) => {
    const then = closed ? "That deal is not open any more: tell the scorekeeper what is missing."
      : why || "Look how it stands now, and tap again what is missing.";
    const taps = names(kept().filter(gone));
    drop(gone);
    if (taps) write(LOST, [...read(LOST, []).filter((one) => one !== then), `Not taken: ${taps}.`, then]);
  };

  /* A refused one ends the queue; in Express for its monopoly. */
  const send = async () => {
    if (sending || !kept().length) return;
    sending = true;
    try { await inOneTab(sendAll); } catch { down = true; }
    sending = false;
    tell();
    if (!down && document.querySelector("[data-old]")) location.reload();
  };
  const sendAll = async () => {
    let from, action, token, at, tap, page;
    try {
      while ((tap = kept()[0])) {
        stamp();
        if (tap.to !== from) {
          const answer = await ask(tap.to);
          page = await parsed(answer);
          token = answer.ok && field(page, "csrf_token");
          from = tap.to;
          action = answer.url;
        }
        const body = new URLSearchParams([...tap.fields, ["csrf_token", token || ""]]);
        const answer = token && await ask(action, { method: "POST", body, headers: { "HX-Request": "true" } });
        if (answer) page = await parsed(answer);
        if (answer?.ok) {
          at = field(page, "at");
          drop((one) => one.id === tap.id);
        } else {
          const now = number(page);
          lose((one) => one.to === from && (!one.made || one.made === tap.made),
            tap.of && now && now !== tap.of, page?.querySelector("#note")?.textContent.trim());
        }
      }
      down = false;
    } finally {
      if (at !== undefined && document.getElementById("deal") && location.pathname === from) {
        htmx.ajax("GET", `${from}?at=${encodeURIComponent(at)}`, // a tap takes its place
          { source: "#live", event: new Event("look"), target: "#deal", swap: "outerMorph" });
      }
    }
  };

  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.sourceElement?.id === "live") { // at rest, or to save data
      const seldom = ctx.sourceEvent.type !== "look" && (rests() || navigator.connection?.saveData);
      if (document.hidden || (seldom && ++asked % 3)) event.preventDefault();
    } else if (isTap(ctx) && (sending || kept().length)) { // earlier taps go first
      event.preventDefault();
      keep(ctx);
      send();
    }
  });
  document.addEventListener("htmx:error", (event) => {
    const ctx = event.detail?.ctx;
    if (ctx && !ctx.response) missed(ctx);
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail, { status } = ctx.response;
    focused = ctx.sourceEvent?.submitter ?? document.activeElement;
    if (status === 200) moved = performance.now();
    if (status === 200 && ctx.sourceElement?.id !== "live") setNote("");
    if (status === 507) setNote(FULL);
    else if (busy(status)) missed(ctx);
    else if (down) {
      down = false;
      tell();
      send();
    }
  });
  document.addEventListener("submit", async (event) => { // once it is there
    const { target: form, submitter } = event, filled = () => `${new URLSearchParams(new FormData(form))}`;
    if (ALONE || ready || event.defaultPrevented || form.method !== "post" || !form.requestSubmit) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    const shown = filled();
    if (kept().length) await send();
    else if (!await there().catch(() => 0)) setNote("No connection. Nothing was sent: tap again when it is back.");
    else if (filled() !== shown) {
      setNote("This has changed. Look, then tap again.");
    } else {
      ready = true;
      form.requestSubmit(submitter);
    }
    asking = ready = false;
  });

  // --- double taps, held keys

  // The time of a tap is that of this page; one of the page before is so much older than this one (`ago`).
  const tapped = () => { try { return JSON.parse(sessionStorage.getItem(TAPPED)) ?? {}; } catch { return {}; } };
  const setTapped = (tap) => { try { sessionStorage.setItem(TAPPED, JSON.stringify(tap)); } catch {} };
  const came = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0;
  addEventListener("pagehide", () => {
    const { by, at, x, y } = tapped();
    if (by === ME) setTapped({ ago: performance.now() - at, x, y });
  });
  document.addEventListener("click", (event) => {
    const { clientX: x, clientY: y, detail, target } = event, tap = tapped(), at = performance.now();
    const last = { ...tap, at: tap.by === ME ? tap.at : came - tap.ago };
    if (!detail || !target.closest("button, a") || target.closest("[data-key]")) return; // 0: keys; figures may come twice
    if (at - last.at < TWICE && Math.hypot(x - last.x, y - last.y) < 24) {
      event.preventDefault();
      event.stopPropagation();
    } else setTapped({ by: ME, at, x, y });
  }, true);
  addEventListener("keydown", (event) => { if (event.repeat && event.key === "Enter") event.preventDefault(); });
  addEventListener("htmx:after:swap", () => {
    if (focused.isConnected || document.activeElement !== document.body) return;
    document.getElementById("bar")?.focus({ preventScroll: true });
  });

  // --- looking again

  const look = async () => {
    if (document.hidden) return;
    if (kept().length) await send();
    else if (document.querySelector("[data-old]")) {
      try { await there(); location.reload(); } catch {}
    }
  };
  const back = () => {
    const live = document.getElementById("live");
    if (!document.hidden && live) htmx.trigger(live, "look");
    look();
  };
  document.addEventListener("visibilitychange", back);
  addEventListener("online", back);
  addEventListener("pointerdown", () => { if (rests()) back(); moved = performance.now(); });
  setInterval(look, AGAIN);
  addEventListener("pageshow", ({ persisted }) => {
    tell();
    if (persisted) back();
  });
  look();
  if (!ALONE) navigator.serviceWorker?.register("/sw.js").catch(() => {});
})();
