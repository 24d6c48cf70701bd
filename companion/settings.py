"""The data folder, the secret key, the environment."""

import errno
import os
from pathlib import Path
from secrets import token_hex

import platformdirs

from companion.store import Store

PACKAGE = Path(__file__).resolve().parent

CHECKOUT = PACKAGE.parent


def is_checkout() -> bool:
    """Whether the program runs from its source folder."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def data_folder() -> Path:
    """COMPANION_INSTANCE, else ``instance/`` of a checkout, else the user's data folder. OSError
    for the home folder of a user that this machine does not know."""
    named = os.environ.get("COMPANION_INSTANCE")
    if named:
        try:
            return Path(named).expanduser().absolute()
        except RuntimeError:
            raise FileNotFoundError(errno.ENOENT, "there is no such user", named) from None
    if is_checkout():
        return CHECKOUT / "instance"
    return Path(platformdirs.user_data_path("companion", appauthor=False))


def secret_key(folder: Path, store: Store) -> str:
    """The key that signs the sessions. The first start makes it, readable by its owner only; of
    several programs that start at once, one makes it."""
    file = folder / "secret.key"
    key = kept_key(folder)
    if not key:
        with store.writing():  # the others wait
            key = kept_key(folder)
            if not key:
                key = token_hex(32)
                fresh = folder / f"secret.key.{token_hex(8)}"
                with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
                    out.write(key)
                    out.flush()
                    os.fsync(out.fileno())
                fresh.replace(file)
    return key


def kept_key(folder: Path) -> str:
    """The key in a data folder; empty when it is missing or damaged."""
    try:
        key = (folder / "secret.key").read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""
    return key if len(key) >= 32 else ""
