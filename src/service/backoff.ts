export interface BackoffOptions {
  /** The largest number of times a call is sent, including the first. */
  readonly attempts: number;
  readonly baseMs: number;
  readonly capMs: number;
}

/** Five attempts within about 8 s: long enough for a restart of the service, short enough for a user who waits. */
export const BACKOFF: BackoffOptions = { attempts: 5, baseMs: 500, capMs: 8_000 };

/** While the service shows a maintenance page, the pauses grow up to this. */
export const LONGEST_OUTAGE_PAUSE_MS = 30_000;

/**
 * The pause in ms after attempt `attempt` (1, 2, ...). It doubles up to the cap and is random within its upper half, so
 * that processes that failed together do not come back together. `random` gives 0 to 1.
 */
export function pauseAfter(attempt: number, { baseMs, capMs }: BackoffOptions, random: () => number): number {
  const longest = Math.min(capMs, baseMs * 2 ** (attempt - 1));
  return Math.round(longest * (0.5 + random() / 2));
}
