/* The web worker: Python with the application, which answers what the service worker asks. */
import { loadPyodide } from "./pyodide.mjs";
import { mount, open } from "./storage.js";

const HERE = new URL("./", location); // the folder of the shell
const DATA = "/data";
const say = (kind, more) => postMessage({ kind, ...more });

async function start() {
  const { handles, keep } = await open(HERE.pathname);
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
  mount(python.FS, DATA, handles);
  const bridge = python.runPython(`
import sys
sys.path.insert(0, "/application")
from bridge import Bridge
Bridge`)(DATA, HERE.protocol.slice(0, -1), HERE.host, HERE.pathname);
  listen(bridge, python, keep);
  say("ready");
}

const fetched = async (name, as) => (await fetch(new URL(name, HERE)))[as]();

function listen(bridge, python, keep) {
  const channel = new BroadcastChannel(`companion ${HERE.pathname}`);
  channel.addEventListener("message", async ({ data: { ask } }) => {
    if (!ask) return;
    let answer;
    try {
      answer = answered(bridge, python, ask);
    } catch (error) { // of Python itself: the application has a page for every other one
      answer = problem(error);
      if (error.pyodide_fatal_error) say("stopped", { message: `${error.message}` });
    }
    try {
      await keep();
    } catch (error) { // what is in memory is not kept: so it is not shown, and the next start is without it
      answer = problem(error);
      say("stopped", { name: error.name, message: `${error.message}` });
    }
    channel.postMessage({ answer: { id: ask.id, ...answer } });
  });
}

function problem({ message }) {
  const body = new TextEncoder().encode(`${message}`);
  return { status: 500, headers: [["Content-Type", "text/plain; charset=utf-8"]], body };
}

function answered(bridge, python, { method, path, query, headers, body }) {
  const given = python.toPy(headers), sent = python.toPy(new Uint8Array(body));
  const answer = bridge.answer(method, path, query, given, sent);
  const [status, said, whole] = answer.toJs({ depth: 3 });
  for (const proxy of [given, sent, answer]) proxy.destroy();
  return { status, headers: said, body: whole };
}

start().catch((error) => say("failed", { name: error.name, message: `${error.message || error.name}` }));
