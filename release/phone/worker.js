/* The web worker: Python with the application, which answers what the service worker asks. */
import { loadPyodide } from "./pyodide.mjs";
import { mount, open } from "./storage.js";

const HERE = new URL("./", location); // the folder of the shell
const DATA = "/data";
const say = (kind, more) => postMessage({ kind, ...more });

async function start() {
  const files = await open(await navigator.storage.getDirectory()
    .then((root) => root.getDirectoryHandle(encodeURIComponent(HERE.pathname), { create: true })));
  const [python, archive] = await Promise.all([
    loadPyodide({
      indexURL: HERE.href,
      stdLibURL: new URL("python.zip", HERE).href,
      lockFileContents: await fetched("pyodide-lock.json", "text"),
      env: { HOME: "/home", COMPANION_HOSTS: HERE.hostname },
    }),
    fetched("application.zip", "arrayBuffer"),
  ]);
  say("importing");
  python.unpackArchive(new Uint8Array(archive), "zip", { extractDir: "/application" });
  mount(python.FS, DATA, files);
  const bridge = python.runPython(`
import sys
sys.path.insert(0, "/application")
from bridge import Bridge
Bridge`)(DATA, HERE.protocol.slice(0, -1), HERE.host, HERE.pathname);
  listen(bridge, python);
  say("ready");
}

const fetched = async (name, as) => (await fetch(new URL(name, HERE)))[as]();

function listen(bridge, python) {
  const channel = new BroadcastChannel(`companion ${HERE.pathname}`);
  channel.addEventListener("message", ({ data: { ask } }) => {
    if (!ask) return;
    const headers = python.toPy(ask.headers), body = python.toPy(new Uint8Array(ask.body));
    const answer = bridge.answer(ask.method, ask.path, ask.query, headers, body.tobytes());
    const [status, given, whole] = answer;
    const bytes = whole.toJs ? whole.toJs() : whole;
    channel.postMessage({ answer: { id: ask.id, status, headers: given.toJs(), body: bytes } });
    for (const proxy of [headers, body, answer, given]) proxy.destroy();
  });
}

start().catch((error) => say("failed", { name: error.name, message: `${error.message}` }));
