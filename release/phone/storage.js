/* The folder of the data: its two files are kept by the browser, all others are in memory.

   Usually they are in the browser's own file system (OPFS). SQLite writes them as on a server: what it has
   synced is on the disk, and its write-ahead log puts right what a crash left half written. A browser
   without such files (WebKitGTK) keeps them in its database instead, in one transaction before each
   answer. So either way an answer is given after what it wrote is kept. */
export const KEPT = ["companion.db", "companion.db-wal"];
const NO_ROOM = 51, BROKEN = 29; // ENOSPC, EIO, as Emscripten numbers them
const STORE = "parts", OWNER = "owner", PART = 1 << 16; // bytes

/* The files of the shell at this path: `handles` by name, and `keep()`, to be awaited before each answer. Where
   the games are in the database they stay there, also when the browser has files by now. */
export async function open(path) {
  const place = encodeURIComponent(path);
  const used = (await indexedDB.databases?.() ?? []).some(({ name }) => name === place);
  const hasFiles = navigator.storage?.getDirectory && globalThis.FileSystemSyncAccessHandle;
  return hasFiles && !used ? inFiles(place) : inDatabase(place);
}

// --- in files

/* A handle has to be opened before it is needed, for only that takes its time; and only one page can have it
   open. */
async function inFiles(place) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(place, { create: true });
  const handles = new Map();
  for (const name of KEPT) {
    const file = await folder.getFileHandle(name, { create: true });
    handles.set(name, await patiently(() => file.createSyncAccessHandle()));
  }
  return { handles, keep: async () => {} };
}

/* The page before this one may not have let go of its files yet. */
async function patiently(work) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries > 50 || error.name !== "NoModificationAllowedError") throw error;
      await new Promise((done) => { setTimeout(done, 100); });
    }
  }
}

// --- in the database

async function inDatabase(place) {
  const asked = indexedDB.open(place);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
  const database = await done(asked), mine = Math.random();
  const parts = database.transaction(STORE, "readwrite").objectStore(STORE);
  parts.put(mine, OWNER);
  const handles = new Map();
  for (const name of KEPT) {
    const size = await done(parts.get([name, "size"])) ?? 0;
    handles.set(name, new InMemory(size, await done(parts.getAll(IDBKeyRange.bound([name, 0], [name, Infinity])))));
  }
  let last = Promise.resolve();
  const keep = () => last = last.then(() => put(database, mine, handles)); // one after the other
  return { handles, keep };
}

const done = (asked) => new Promise((found, fail) => {
  asked.onsuccess = () => found(asked.result);
  asked.onerror = () => fail(asked.error);
});

/* Puts what was changed since the last time into the database: all of it, or nothing. Nothing, too, once another
   start has read it: the page before may still be writing. */
async function put(database, mine, handles) {
  const changed = [...handles].filter(([, file]) => file.changed.size);
  if (!changed.length) return;
  const all = database.transaction(STORE, "readwrite", { durability: "strict" }), parts = all.objectStore(STORE);
  const kept = new Promise((done, fail) => {
    all.oncomplete = done;
    all.onabort = () => fail(all.error ?? new DOMException("another start has the games", "AbortError"));
  });
  parts.get(OWNER).onsuccess = ({ target }) => { if (target.result !== mine) all.abort(); };
  try {
    for (const [name, file] of changed) {
      const number = Math.ceil(file.size / PART);
      for (const one of file.changed) if (one < number) parts.put(file.bytes.slice(one * PART, (one + 1) * PART), [name, one]);
      parts.delete(IDBKeyRange.bound([name, number], [name, Infinity]));
      parts.put(file.size, [name, "size"]);
      file.changed.clear();
    }
  } catch (error) {
    kept.catch(() => {}); // its own reason is given
    all.abort();
    throw error;
  }
  await kept;
}

/* A file in memory with the functions of a handle. `changed` are the numbers of its parts that are not kept
   yet. Its bytes after `size` are always 0. */
class InMemory {
  changed = new Set();

  constructor(size, parts) {
    this.size = size;
    this.bytes = new Uint8Array(parts.length * PART);
    parts.forEach((part, number) => this.bytes.set(part, number * PART));
  }

  getSize() { return this.size; }

  read(buffer, { at }) {
    const found = this.bytes.subarray(at, Math.max(at, Math.min(at + buffer.length, this.size)));
    buffer.set(found);
    return found.length;
  }

  write(buffer, { at }) {
    if (at + buffer.length > this.size) this.truncate(at + buffer.length);
    this.bytes.set(buffer, at);
    this.#change(at, at + buffer.length);
    return buffer.length;
  }

  truncate(size) {
    if (size > this.bytes.length) {
      const larger = new Uint8Array(Math.ceil(Math.max(size, 2 * this.bytes.length) / PART) * PART);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.fill(0, size);
    this.#change(Math.min(size, this.size), Math.max(size, this.size));
    this.size = size;
  }

  flush() {}

  #change(from, to) {
    for (let part = Math.floor(from / PART); part * PART < to; part += 1) this.changed.add(part);
  }
}

// --- for Python

/* Makes the folder at `path`, with these files kept and all others in memory. */
export function mount(FS, path, handles) {
  FS.mkdir(path);
  const folder = FS.lookupPath(path).node, memory = folder.node_ops;
  const safely = (work) => {
    try {
      return work();
    } catch (error) {
      throw new FS.ErrnoError(error.name === "QuotaExceededError" ? NO_ROOM : BROKEN);
    }
  };
  folder.node_ops = {
    ...memory,
    mknod(parent, name, ...rest) {
      const node = memory.mknod(parent, name, ...rest);
      if (handles.has(name)) keep(node, handles.get(name));
      return node;
    },
    // SQLite takes an empty log for none, so emptying it is deleting it.
    unlink(parent, name) {
      if (handles.has(name)) safely(() => handles.get(name).truncate(0));
      memory.unlink(parent, name);
    },
    rename() { throw new FS.ErrnoError(BROKEN); },
  };

  function keep(node, handle) {
    const size = () => safely(() => handle.getSize());
    const { node_ops: ofNode, stream_ops: ofStream } = node;
    node.node_ops = {
      ...ofNode,
      getattr: (one) => ({ ...ofNode.getattr(one), size: size() }),
      setattr(one, { size: wanted, ...rest }) {
        if (wanted !== undefined) safely(() => handle.truncate(wanted));
        ofNode.setattr(one, rest);
      },
    };
    node.stream_ops = {
      ...ofStream,
      read: (_, buffer, offset, length, at) => safely(() => handle.read(buffer.subarray(offset, offset + length), { at })),
      write: (_, buffer, offset, length, at) => safely(() => handle.write(buffer.subarray(offset, offset + length), { at })),
      llseek(stream, offset, whence) {
        return offset + (whence === 1 ? stream.position : whence === 2 ? size() : 0);
      },
      fsync() { safely(() => handle.flush()); return 0; },
    };
  }

  for (const [name, handle] of handles) if (handle.getSize()) FS.create(`${path}/${name}`);
}
