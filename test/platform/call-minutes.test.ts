import { expect, it } from 'vitest';
import { aboutMinutes, estimateMinutes } from '../../src/platform/call-minutes.ts';

it.each([
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

it.each([
  [0, 'less than a minute'],
  [0.99, 'less than a minute'],
  [1, 'about 1 min'],
  [59.2, 'about 1 h'],
  [59, 'about 59 min'],
  [140, 'about 2 h 20 min'],
  [299.5, 'about 5 h'],
  [301, 'about 6 h'],
  [2_442, 'about 41 h'],
  [2_880, 'about 2 days'],
  [2_881, 'about 3 days'],
])('%s minutes are %s', (minutes, words) => {
  expect(aboutMinutes(minutes)).toBe(words);
});
