import { expect, it } from 'vitest';
import { createThrottledLog } from '../../src/platform/throttled-log.ts';

function open() {
  const lines: [facts: object, message: string][] = [];
  const clock = { at: 0, now: () => clock.at };
  const log = createThrottledLog(clock, {
    warn: (facts: object, message: string) => lines.push([facts, message]),
  } as never);
  return { lines, clock, log };
}

it('logs the first message at once, and then at most one line a minute, with the number of messages', () => {
  const { lines, clock, log } = open();
  for (let n = 0; n < 1_000; n++) log('refused');
  expect(lines).toEqual([[{ times: 1 }, 'refused']]);
  clock.at = 59_999;
  log('refused');
  expect(lines).toHaveLength(1);
  clock.at = 60_000;
  log('refused');
  expect(lines[1]).toEqual([{ times: 1_001 }, 'refused']);
  clock.at = 200_000;
  log('refused');
  expect(lines[2], 'after a quiet time').toEqual([{ times: 1 }, 'refused']);
});

it('distinguishes messages, so that one cannot hide another', () => {
  const { lines, log } = open();
  for (let n = 0; n < 10; n++) log('flood');
  log('another', { code: 'x' });
  expect(lines).toEqual([
    [{ times: 1 }, 'flood'],
    [{ code: 'x', times: 1 }, 'another'],
  ]);
});

it('is not silent after the clock was set back', () => {
  const { lines, clock, log } = open();
  clock.at = 1_000_000;
  log('refused');
  clock.at = 0;
  log('refused');
  expect(lines).toHaveLength(2);
});
