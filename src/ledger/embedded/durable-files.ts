import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The parts of Emscripten's file system in use; PGlite's types omit them. */
interface Stream {
  /** Node's file descriptor; folders have none. */
  readonly nfd?: number;
  readonly node: unknown;
}
interface FileModule {
  readonly FS: {
    readonly ErrnoError: new (errno: number) => Error;
    readonly filesystems: {
      readonly NODEFS: {
        readonly stream_ops: Record<string, unknown>;
        realPath(node: unknown): string;
      };
    };
  };
}

/** EIO as WASI numbers it. */
const INPUT_OUTPUT_ERROR = 29;

/**
 * PGlite's folder on disk with an fsync that reaches the disk, so that commits survive a power failure. PGlite runs
 * Postgres with fsync off, and Emscripten's fsync does nothing. Costs one fsync per commit.
 */
class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args);
    const install = (module: FileModule) => {
      const { ErrnoError, filesystems } = module.FS;
      const { NODEFS } = filesystems;
      NODEFS.stream_ops.fsync = ({ nfd, node }: Stream): number => {
        try {
          if (nfd !== undefined) fsyncSync(nfd);
          else syncFolder(NODEFS.realPath(node));
        } catch {
          // Postgres then stops, as it must if the disk does not store its data.
          throw new ErrnoError(INPUT_OUTPUT_ERROR);
        }
        return 0;
      };
    };
    const { preRun } = result.emscriptenOpts;
    result.emscriptenOpts.preRun = [...(Array.isArray(preRun) ? preRun : []), install as never];
    return result;
  }
}

/** Of the default 128 MB all is in use from the start, because Emscripten fills it with zeros. */
const SHARED_BUFFERS = '32MB';

/**
 * Options for PGlite to open `folder` durably. Postgres' default `fdatasync` does not pass through Emscripten; `fsync`
 * does.
 */
export function durable(folder: string): PGliteOptions {
  const startParams = PGlite.defaultStartParams.filter((param) => param !== '-F');
  return {
    fs: new DurableFiles(folder),
    startParams: [...startParams, '-c', 'wal_sync_method=fsync', '-c', `shared_buffers=${SHARED_BUFFERS}`],
  };
}

/**
 * Syncs every file and folder below `folder` to the disk. Syncs files in parallel, because the disk handles most of
 * them at once.
 */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => syncFile(join(entry.parentPath, entry.name))),
  );
  for (const entry of entries) if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name));
  syncFolder(folder);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Windows has no fsync for folders and does not need one. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
