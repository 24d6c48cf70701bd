/* The folder of the data: its files are in the browser's own file system (OPFS), not in memory.

   SQLite writes them as on a server: what it has synced is on the disk, and its write-ahead log
   puts right what a crash left half written. So an answer is given after what it wrote is kept.
   A handle has to be opened before it is needed, for only that takes its time; and only one page can
   have it open. */
export const KEPT = ["companion.db", "companion.db-wal"];
const NO_ROOM = 51, BROKEN = 29; // ENOSPC, EIO, as Emscripten numbers them

export async function open(folder) {
  const handles = new Map();
  for (const name of KEPT) {
    const file = await folder.getFileHandle(name, { create: true });
    handles.set(name, await patiently(() => file.createSyncAccessHandle()));
  }
  return handles;
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
