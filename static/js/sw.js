/* The service worker. The address /sw.js puts VERSION and FILES before it: companion/web/site/install.py.

   Pages always come from the server. Only when it cannot be reached, the last copy of a page for
   reading is shown, marked with its time at the table, else the offline page. The open deal is never copied: an
   old copy could be taken for what was entered. */
const OFFLINE = "/offline";
const READ = /^\/t\/[^/]+\/(|setup|summary|deals\/\d+)$/;
const MOST = 30; // copies of pages

addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll([...FILES, OFFLINE])).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name !== VERSION).map((name) => caches.delete(name)))).then(() => clients.claim()));
});
addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname));
  else if (FILES.includes(pathname + search)) {
    event.respondWith(caches.match(request).then((found) => found || fetch(request)));
  }
});

async function page(event, pathname) {
  const reads = event.request.method === "GET" && READ.test(pathname);
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    const cache = await caches.open(VERSION);
    const copy = reads && await cache.match(pathname, { ignoreVary: true });
    return copy ? marked(copy) : cache.match(OFFLINE);
  }
  if (reads && answer.status < 500 && answer.status !== 429) event.waitUntil(copied(pathname, answer.clone()));
  return answer;
}

/* Keeps a copy, or deletes it once this phone may not see the page any more. */
async function copied(pathname, answer) {
  const cache = await caches.open(VERSION);
  await cache.delete(pathname);
  if (answer.status !== 200) return;
  await cache.put(pathname, answer);
  const copies = (await cache.keys()).filter((one) => READ.test(new URL(one.url).pathname));
  await Promise.all(copies.slice(0, -MOST).map((one) => cache.delete(one)));
}

async function marked(copy) {
  const from = copy.headers.get("Table-Time");
  const note = `<p class="note warn" role="status" data-old>No connection. This is a copy of ${from}; it may have changed since.</p>`;
  const text = (await copy.text()).replace('<main id="main">', `<main id="main">${note}`);
  return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": copy.headers.get("Content-Security-Policy") ?? "default-src 'self'" } });
}
