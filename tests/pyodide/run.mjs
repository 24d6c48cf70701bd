/* Runs a file of Python in Pyodide: node run.mjs PYODIDE SCRIPT NAME=FOLDER...

   Each folder of this machine is there as /NAME. Ends with the number that the script leaves as `status`. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, script, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const env = { HOME: "/tmp", TZ: "UTC", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", COMPANION_SEED: process.env.COMPANION_SEED };
const python = await loadPyodide({ indexURL: pyodide, env });
for (const [name, root] of folders.map((one) => one.split("="))) {
  python.FS.mkdir(`/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/${name}`);
}
python.runPython(readFileSync(script, "utf8"));
process.exit(python.globals.get("status"));
