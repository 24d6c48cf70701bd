"""Puts the phone's folder together: shell, Python for browsers, and the application compiled."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from base64 import b64encode
from pathlib import Path

from release import pyz
from release.pyz import CannotBuild

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
FETCHED = ROOT / "build" / "phone"
"""What was fetched is kept here, and used again while its checksum is right."""
PACKED = ".packed"
"""The ending of a file that is sent as gzip and unpacked by the service worker. With ``.gz`` some
web servers would let the browser unpack it before."""
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
SHELL = ("index.html", "shell.css", "shell.js", "worker.js", "storage.js", "manifest.webmanifest")
ICONS = ("icon-192.png", "icon-512.png", "maskable-512.png", "apple-touch-icon.png")
ON_COMPUTERS = ("cli", "server", "one_file.py", "__main__.py")
"""What of the package only a computer needs."""
NEVER_USED = re.compile(
    r"""
    (_pydatetime|_pydecimal|_pyio|_pyrepl|__phello__|antigravity|bdb|cProfile|cmd|code|colorsys
      |compileall|doctest|filecmp|fileinput|ftplib|imaplib|mailbox|modulefinder|multiprocessing
      |netrc|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pty|pyclbr|pydoc|rlcompleter
      |sched|shelve|smtplib|statistics|symtable|tabnanny|this|timeit|trace|unittest|wave|webbrowser
      |wsgiref|xmlrpc|zipapp)(/|\.py)
    | encodings/(big5|charmap|cp(?!437)|euc|gb|hp|hz|iso|johab|koi8|kz|mac|palmos|ptcp|rot)
    | encodings/(shift|tis)
    | xml/(dom|etree|parsers)/
    | (colorama|tabulate|waitress|click_default_group|werkzeug/debug)/
    | sqlite_utils/(cli|__main__)
    | wtforms/locale/
    | [^/]+\.(dist-info|data)/
    | .*\.(pyi|typed|c|md|txt)$
    """,
    re.VERBOSE,
)
"""Modules of the standard library and of the wheels that no page asks for."""


def build(to: Path) -> dict[str, int]:
    """Makes the folder `to` anew; the bytes of each file that a phone fetches. CannotBuild when
    npm, node or a package is missing."""
    with tempfile.TemporaryDirectory(prefix="phone-") as folder:
        made = Path(folder)
        gather(made)
        return seal(made, to)


def gather(made: Path) -> None:
    """Puts all files of the shell into the empty folder `made`, as the phone has them."""
    with tempfile.TemporaryDirectory(prefix="phone-") as folder:
        work = Path(folder)
        pyodide = unpacked(work)
        _python(pyodide, made)
        shutil.copyfile(_libraries(pyodide, work), made / "python.zip")
        _application(pyodide, work / "application", made / "application.zip")
        _shell(made)


def _run(*words: str) -> None:
    try:
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    except FileNotFoundError:
        raise CannotBuild(f"{words[0]} is missing: install Node.js with npm.") from None
    except subprocess.CalledProcessError:
        raise CannotBuild(f"{' '.join(words[:3])} failed.") from None


# --- what is fetched -----------------------------------------------------------------------------


def unpacked(work: Path) -> Path:
    """Unpacks Pyodide, the npm package, into the folder `work`, and fetches it unless it is here.
    Its folder. CannotBuild when it is another one than the pinned one, or npm is missing."""
    pin = (HERE / "pyodide.txt").read_text("utf-8").splitlines()[-1]
    what, _, digest = pin.partition(" --hash=sha256:")
    name, _, version = what.partition("==")
    file = FETCHED / f"{name}-{version}.tgz"
    if not file.is_file() or _sha256(file) != digest:
        FETCHED.mkdir(parents=True, exist_ok=True)
        _run("npm", "pack", "--silent", f"--pack-destination={work}", f"{name}@{version}")
        if _sha256(work / file.name) != digest:
            raise CannotBuild(f"{what} is not the file whose checksum is in pyodide.txt.")
        shutil.move(work / file.name, file)
    with tarfile.open(file) as archive:
        archive.extractall(work, filter="data")
    return work / "package"


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _python(pyodide: Path, made: Path) -> None:
    """Copies what a browser needs of Pyodide: none of the packages that could be fetched for it."""
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copyfile(pyodide / name, made / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    text = json.dumps({**lock, "packages": {}}, sort_keys=True)
    (made / "pyodide-lock.json").write_text(text, encoding="utf-8")


# --- what Python finds there ---------------------------------------------------------------------


def _libraries(pyodide: Path, work: Path) -> Path:
    """The standard library and the wheels as one compiled zip file. Compiling them takes most of
    the time, and they seldom change, so the file is kept beside what was fetched."""
    made_of = [HERE / "pyodide.txt", HERE / "compile.mjs", pyz.PINS]
    texts = [file.read_text("utf-8") for file in made_of] + [NEVER_USED.pattern]
    name = hashlib.sha256("".join(texts).encode()).hexdigest()[:16]
    file = FETCHED / f"python-{name}.zip"
    if file.is_file():
        return file
    folder = work / "python"
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        archive.extractall(folder)
    for wheel in pyz.wheels(FETCHED / "wheels"):
        pyz.unpack(wheel, folder)
    for unused in [one for one in folder.rglob("*") if one.is_file()]:
        if NEVER_USED.match(unused.relative_to(folder).as_posix()):
            unused.unlink()
    _compile(pyodide, folder)
    zip_up(folder, work / file.name)
    shutil.move(work / file.name, file)
    return file


def _application(pyodide: Path, folder: Path, target: Path) -> None:
    """The package with the bridge beside it, as a compiled zip file."""
    package = folder / "companion"
    skip = shutil.ignore_patterns("__pycache__", *ON_COMPUTERS)
    shutil.copytree(ROOT / "companion", package, ignore=skip)
    for name in ("templates", "static"):
        shutil.copytree(ROOT / name, package / name)
    shutil.copyfile(HERE / "bridge.py", folder / "bridge.py")
    _compile(pyodide, folder)
    zip_up(folder, target)


def _compile(pyodide: Path, folder: Path) -> None:
    """Puts a compiled module in the place of each module."""
    _run("node", str(HERE / "compile.mjs"), str(pyodide), str(folder))


def zip_up(folder: Path, target: Path) -> None:
    """Puts a folder into a zip file, the same bytes each time, and not packed: what is in it is
    packed already, or as a whole when it is sent."""
    with zipfile.ZipFile(target, "w") as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                info = zipfile.ZipInfo(file.relative_to(folder).as_posix())
                info.external_attr = 0o644 << 16
                archive.writestr(info, file.read_bytes())


# --- the shell -----------------------------------------------------------------------------------


def _shell(made: Path) -> None:
    for name in SHELL:
        shutil.copyfile(HERE / name, made / name)
    (made / "icons").mkdir()
    for name in ICONS:
        shutil.copyfile(ROOT / "static" / "icons" / name, made / "icons" / name)
    shutil.copyfile(ROOT / "static" / "icon.svg", made / "icons" / "icon.svg")


def seal(made: Path, to: Path) -> dict[str, int]:
    """Makes the folder `to` anew of what was gathered: packs what is large, and writes the service
    worker with the list of all files. The build is named by the checksum of everything in it. The
    bytes of each file that a phone fetches."""
    there = {file.relative_to(made).as_posix(): file for file in sorted(made.rglob("*.*"))}
    script = (HERE / "sw.js").read_text("utf-8")
    everything = [script, *(f"{name} {_sha256(file)}" for name, file in there.items())]
    build = hashlib.sha256("\n".join(everything).encode()).hexdigest()[:16]
    shutil.rmtree(to, ignore_errors=True)
    files, sent = {}, {}
    for name, file in there.items():
        data, fetched = file.read_bytes(), name
        if name == "index.html":
            data = data.replace(b'data-build=""', f'data-build="{build}"'.encode())
        if file.suffix in (".wasm", ".zip", ".mjs"):
            data, fetched = gzip.compress(data, compresslevel=6, mtime=0), name + PACKED
        target = to / fetched
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        digest = b64encode(hashlib.sha256(data).digest()).decode()
        kind = TYPES[file.suffix]
        files[name] = {"from": fetched, "sum": digest, "size": len(data), "type": kind}
        sent[fetched] = len(data)
    head = f"const BUILD = {json.dumps(build)};\nconst FILES = {json.dumps(files, indent=1)};\n"
    (to / "sw.js").write_text(head + script, encoding="utf-8")
    return sent
