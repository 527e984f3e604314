/** The outcome of one attempt. */
export type CallOutcome = 'ok' | 'refused' | 'failed' | 'timeout' | 'dropped' | 'rate_limited';

/** One attempt of one call, for the log of calls: no query string, no body, no key. */
export interface CallRecord {
  /** The time when it was sent, ms UTC. */
  readonly at: number;
  readonly method: string;
  /** With resource ids, without the query string. */
  readonly path: string;
  /** Null if no answer came. */
  readonly status: number | null;
  /** The codes in the answer's list of errors; a system code (ECONNREFUSED) if no answer came. */
  readonly codes: readonly string[];
  readonly ms: number;
  /** 1 for the first. */
  readonly attempt: number;
  readonly outcome: CallOutcome;
}
