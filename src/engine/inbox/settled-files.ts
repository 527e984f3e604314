/** Says which files have stopped growing: those that looked the same in two looks, so many ms apart. */
export interface SettledFiles {
  /**
   * Takes what every file looks like now. Returns the paths of those that have not changed for as long as each must. A file that is not there any
   * more is forgotten.
   */
  look(files: readonly LookedAt[], now: number): ReadonlySet<string>;
}

export interface LookedAt {
  readonly path: string;
  /** Whatever changes when it is written to. */
  readonly stamp: string;
  /** Bytes. */
  readonly size: bigint;
}

/** An empty file may be the beginning of a slow copy: it must stay as it is so many times longer. */
const EMPTY_TIMES = 20;

/**
 * By the time since this process looked alone, in ms that never jump: the times of files on a network mount are another machine's, and
 * the clock of this one may be set.
 */
export function createSettledFiles(settleMs: number): SettledFiles {
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
