import { describe, expect, it } from 'vitest';
import { createPoll } from '../../../src/engine/queue/wake-workers.ts';
import { runWorkerLoop } from '../../../src/engine/queue/worker-loop.ts';
import { PayrunError } from '../../../src/errors.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { Log } from '../../../src/platform/log.ts';

describe('the loop of a worker', () => {
  it('logs an outage once, and its end', async () => {
    const { results, lines } = await loop([null, 'ECONNREFUSED', 'ECONNREFUSED', null, 'ECONNRESET', null]);
    expect(results).toBe(null);
    expect(lines).toEqual([
      'the queue cannot be reached; retrying until it can',
      'the queue can be reached again',
      'the queue cannot be reached; retrying until it can',
      'the queue can be reached again',
    ]);
  });

  it('says what to do if the ledger belongs to the other environment', async () => {
    const error = new PayrunError('ledger_environment', { ledger: 'production', here: 'sandbox' } as never);
    const { lines } = await loop([error, null]);
    expect(lines).toEqual([`${error.message} ${error.next}`, 'the queue can be reached again']);
  });

  it.each([new PayrunError('database_newer', { found: 2, known: 1 }), new PayrunError('vault_key_changed')])(
    'ends with $code, after which this process may not work',
    async (error) => {
      const { results, passes } = await loop([null, error, null]);
      expect(results).toBe(error);
      expect(passes).toBe(2);
    },
  );
});

/** Runs a pass for each entry: null succeeds, an error or the code of one fails. It is stopped after the last one. */
async function loop(ends: readonly (null | string | PayrunError)[]) {
  const stop = new AbortController();
  const lines: string[] = [];
  const warn = (first: unknown, second?: string) => void lines.push(second ?? String(first));
  let passes = 0;
  const results = await runWorkerLoop(
    async () => {
      const end = ends[passes];
      passes += 1;
      if (passes === ends.length) stop.abort();
      if (typeof end === 'string') throw Object.assign(new Error(end), { code: end });
      if (end) throw end;
    },
    {
      clock: systemClock,
      log: { warn } as unknown as Log,
      poll: createPoll(systemClock, stop.signal),
      pollMs: 1,
      stop: stop.signal,
    },
  );
  return { results, lines, passes };
}
