/* Compiles Python's modules with the Python that will run them: node compile.mjs PYODIDE FOLDER

   A .pyc takes the place of each module. It has no time in it, and is used without its source. */
import { pathToFileURL } from "node:url";

const [pyodide, root] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
// The order in a set, and with it the bytes, would depend on a random number.
const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONHASHSEED: "0" } });
python.FS.mkdir("/folder");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/folder");
python.runPython(`
import importlib.util
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

for source in sorted(Path("/folder").rglob("*.py")):
    text = source.read_bytes()
    code = compile(text, str(source.relative_to("/folder")), "exec", dont_inherit=True, optimize=2)
    data = _code_to_hash_pyc(code, importlib.util.source_hash(text), checked=False)
    source.with_suffix(".pyc").write_bytes(data)
    source.unlink()
`);
