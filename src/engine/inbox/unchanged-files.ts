/** Decides which files have stopped growing: those that look the same in two passes, far enough apart. */
export interface UnchangedFiles {
  /**
   * Takes the current look of every file. Returns the paths of those that have not changed for the required time.
   * Forgets files that are gone.
   */
  look(files: readonly FileStamp[], now: number): ReadonlySet<string>;
}

export interface FileStamp {
  readonly path: string;
  /** Changes whenever the file is written to. */
  readonly stamp: string;
  /** Bytes. */
  readonly size: bigint;
}

/** An empty file may be the beginning of a slow copy, so it must stay unchanged this many times longer. */
const EMPTY_TIMES = 20;

/**
 * Measures only the time between passes, in monotonic ms: file times on a network mount are another machine's, and this
 * machine's clock may be set.
 */
export function createUnchangedFiles(settleMs: number): UnchangedFiles {
  let seen = new Map<string, { stamp: string; since: number }>();
  return {
    look(files, now) {
      const before = seen;
      seen = new Map();
      const settled = new Set<string>();
      for (const { path, stamp, size } of files) {
        const known = before.get(path);
        const same = known?.stamp === stamp;
        const since = same ? known!.since : now;
        seen.set(path, { stamp, since });
        const needed = size === 0n ? settleMs * EMPTY_TIMES : settleMs;
        if (same && now - since >= needed) settled.add(path);
      }
      return settled;
    },
  };
}
