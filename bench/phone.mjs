/* One start of Python as a phone does it: node phone.mjs FOLDER [TAPS]

   FOLDER has Pyodide. Without TAPS it only starts, as a bare Pyodide. With them, a file of Python, it also
   unpacks the application, answers with its first page and runs that file. Prints figures as JSON. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, taps] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const begun = performance.now();
if (!taps) {
  await loadPyodide({ indexURL: folder });
  console.log(JSON.stringify({ start: performance.now() - begun }));
} else {
  const python = await loadPyodide({ indexURL: folder, stdLibURL: `${folder}/python.zip` });
  python.unpackArchive(new Uint8Array(readFileSync(`${folder}/application.zip`)), "zip", { extractDir: "/application" });
  python.runPython(`
import sys
sys.path.insert(0, "/application")
from bridge import Bridge
bridge = Bridge("/data", "http", "localhost", "/")
bridge.answer("GET", "/app/", "", [], b"")
`);
  const start = performance.now() - begun;
  const tap = python.runPython(`${readFileSync(taps, "utf8")}\nmedian_tap(bridge)`);
  console.log(JSON.stringify({ start, tap: tap * 1000, memory: python._module.HEAP8.length }));
}
