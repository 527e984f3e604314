import { describe, expect, it } from 'vitest';
import { parseOnInvalid, stopsSheet } from '../../src/settings/on-invalid.ts';

describe('the policy for a sheet with invalid rows', () => {
  it.each([
    ['skip', 'skip'],
    ['stop', 'stop'],
    ['5%', '5%'],
    ['5', '5%'],
    ['2.5%', '2.5%'],
    ['0', '0%'],
    ['100', '100%'],
    ['007', '7%'],
    ['101', null],
    ['100.01', null],
    ['-5', null],
    ['5,5', null],
    ['all', null],
    ['', null],
  ])('%j is read as %s', (text, policy) => {
    expect(parseOnInvalid(text)).toBe(policy);
  });

  it.each([
    ['skip', 10, 10, false],
    ['stop', 10, 0, false],
    ['stop', 1_000_000, 1, true],
    ['5%', 20, 1, false],
    ['5%', 19, 1, true],
    ['5%', 20, 2, true],
    ['2.5%', 40, 1, false],
    ['2.5%', 39, 1, true],
    ['0%', 10, 1, true],
    ['0%', 10, 0, false],
    ['100%', 10, 10, false],
  ] as const)('%s of %i rows with %i invalid ones: stops is %s', (policy, rows, invalid, stops) => {
    expect(stopsSheet(policy, rows, invalid)).toBe(stops);
  });
});
