import { expect, it } from 'vitest';
import { rateLimitText } from '../../../src/web/components/rate-limit-text.ts';

it.each([
  [100, 60_000, '100 calls a minute'],
  [1, 60_000, '1 call a minute'],
  [100, 120_000, '100 calls in 2 minutes'],
  [1_000, 90_000, '1,000 calls in 90 seconds'],
  [50, 1_000, '50 calls a second'],
  [50, 1_500, '50 calls in 1.5 seconds'],
  [100, 61_001, '100 calls in 61.001 seconds'],
  [100, 200, '100 calls in 200 ms'],
  [100, 1, '100 calls in 1 ms'],
])('a quota of %i in %i ms is "%s"', (calls, windowMs, expected) => {
  expect(rateLimitText({ locale: 'en-US' }, calls, windowMs)).toBe(expected);
});

it('is written with the figures of the reader', () => {
  expect(rateLimitText({ locale: 'de-DE' }, 1_000, 1_500)).toBe('1.000 calls in 1,5 seconds');
});
