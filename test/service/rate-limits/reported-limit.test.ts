import { describe, expect, it } from 'vitest';
import { createRateLimit } from '../../../src/service/rate-limits/rate-limit.ts';
import { reportedLimit } from '../../../src/service/rate-limits/reported-limit.ts';
import { createMemorySlots } from '../../support/memory-slots.ts';
import { virtualClock } from '../virtual-clock.ts';

const AT = Date.UTC(2026, 10, 22, 12);
const WINDOW_MS = 60_000;

/** Every form in which the end of a limit was seen, and when that is; null: no one says. */
const FORMS: readonly [what: string, headers: Record<string, string>, resetAt: number | null][] = [
  ['no header', {}, null],
  ['a reset in seconds', { 'x-rate-limit-reset': String(AT / 1000 + 20) }, AT + 20_000],
  ['a reset in milliseconds', { 'x-rate-limit-reset': String(AT + 20_000) }, AT + 20_000],
  ['a reset in seconds from now', { 'x-rate-limit-reset': '20' }, AT + 20_000],
  ['a retry-after in seconds', { 'retry-after': '20' }, AT + 20_000],
  ['a retry-after of a whole day', { 'retry-after': '86400' }, AT + 86_400_000],
  ['a retry-after as a date', { 'retry-after': new Date(AT + 20_000).toUTCString() }, AT + 20_000],
  ['a reset before a retry-after', { 'x-rate-limit-reset': '20', 'retry-after': '40' }, AT + 20_000],
  ['a reset that is over', { 'x-rate-limit-reset': String(AT / 1000 - 1) }, AT - 1_000],
  ['a retry-after of no time', { 'retry-after': '0' }, AT],
  ['a reset that is no number', { 'x-rate-limit-reset': 'soon' }, null],
  ['a reset below zero', { 'x-rate-limit-reset': '-5' }, null],
];

const refusal = (headers: Record<string, string>) => ({
  kind: 'answer' as const,
  status: 429,
  headers: new Headers({ date: new Date(AT).toUTCString(), ...headers }),
  at: AT,
  json: { ok: false, errors: [{ code: 'rate_limit_exceeded', message: 'Rate limit exceeded' }] },
});

describe('a 429', () => {
  it.each(FORMS)('with %s is read', (_, headers, resetAt) => {
    expect(reportedLimit(refusal(headers))).toEqual({ remaining: null, resetAt, refused: true });
  });

  it.each(FORMS)("with %s is never waited for longer than the quota's own window", async (_, headers) => {
    const clock = virtualClock(AT);
    const keys = { merchant: 'm', perWindow: 10 };
    const store = createMemorySlots(clock);
    const quota = createRateLimit({ store, clock, keys, address: { key: 'a', perWindow: 20 }, windowMs: WINDOW_MS });
    quota.served(reportedLimit(refusal(headers)));
    let sent = false;
    const call = quota.run('money', async () => {
      sent = true;
    });
    await clock.pass(WINDOW_MS * (1 + 1 / 60) + 100);
    expect(sent).toBe(true);
    await call;
    await quota.close();
  });

  it('G3: that repeatedly gives a time in the past is waited for longer each time', async () => {
    const clock = virtualClock(AT);
    const keys = { merchant: 'm', perWindow: 10 };
    const store = createMemorySlots(clock);
    const quota = createRateLimit({ store, clock, keys, address: { key: 'a', perWindow: 20 }, windowMs: WINDOW_MS });
    const sent: number[] = [];
    for (let n = 0; n < 5; n++) {
      quota.served({ remaining: null, resetAt: clock.now() - 500, refused: true });
      const call = quota.run('money', async () => void sent.push(clock.now()));
      await clock.pass(WINDOW_MS);
      await call;
    }
    const waited = sent.map((at, n) => at - AT - n * WINDOW_MS);
    expect(waited).toEqual(waited.toSorted((a, b) => a - b));
    expect(waited[0]).toBeGreaterThanOrEqual(WINDOW_MS / 60);
    expect(waited[4]).toBeGreaterThanOrEqual((WINDOW_MS / 60) * 16);
    await quota.close();
  });
});
