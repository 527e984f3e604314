import { describe, expect, it } from 'vitest';
import { readAs } from '../../../src/sheets/read/reading.ts';

describe('how a file was read', () => {
  it.each([
    ['utf-8', ';', undefined, 'comma', 'Read as UTF-8, separated by semicolons, amounts with a decimal comma.'],
    ['utf-8 with BOM', ',', undefined, 'point', 'Read as UTF-8, separated by commas, amounts with a decimal point.'],
    ['windows-1252', '\t', undefined, null, 'Read as Windows-1252 (check that letters with accents are right), separated by tabs.'],
    ['utf-16be', '|', undefined, 'point', 'Read as UTF-16, separated by bars (|), amounts with a decimal point.'],
    [null, null, 'June', null, 'Read from the worksheet "June".'],
    [null, null, 'Juni', 'comma', 'Read from the worksheet "Juni", amounts in text with a decimal comma.'],
  ] as const)('%s %s %s %s', (encoding, delimiter, worksheet, decimal, output) => {
    expect(readAs({ encoding, delimiter, ...(worksheet ? { worksheet } : {}) }, decimal)).toBe(output);
  });
});
