import { expect, test } from 'vitest';
import { estimateMinutes } from '../../../src/service/rate-limits/estimate-minutes.ts';

test.each([
  [0, 100, 60_000, 0],
  [1, 100, 60_000, 0],
  [100, 100, 60_000, 0],
  [101, 100, 60_000, 61 / 60],
  [350, 100, 60_000, 183 / 60],
  [2_013, 100, 60_000, 1220 / 60],
  [350, 50, 3_000, (6 * 3.05) / 60],
])('%i calls at %i in %i ms take %f min', (calls, perWindow, windowMs, minutes) => {
  expect(estimateMinutes(calls, perWindow, windowMs)).toBeCloseTo(minutes, 10);
});
