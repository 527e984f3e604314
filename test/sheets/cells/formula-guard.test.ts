import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutralize, neutralizeAll, restore } from '../../../src/sheets/cells/formula-guard.ts';

/** Text with many of the characters that matter at its beginning. */
const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.tuple(fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '1', '.', ',') }), fc.string()).map((parts) => parts.join('')),
);

describe('formula guard', () => {
  it.each([
    ['=1+2', "'=1+2"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-SUM(A1)', "'-SUM(A1)"],
    ['-1+1', "'-1+1"],
    ['-12.50-1', "'-12.50-1"],
    ['@cmd', "'@cmd"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    [' =1', "' =1"],
    ['\u00a0@x', "'\u00a0@x"],
    ['\u200b+1', "'\u200b+1"],
    [' -1', "' -1"],
    [' a', ' a'],
    ['-12.50', '-12.50'],
    ['-7', '-7'],
    ['-1,5', '-1,5'],
    ['O’Neill', 'O’Neill'],
    ["'t Hart", "'t Hart"],
    ['a=b', 'a=b'],
    ['', ''],
  ])('%j is written as %j', (text, written) => {
    expect(neutralize(text)).toBe(written);
    expect(restore(written)).toBe(text);
  });

  it('restores every text exactly', () => {
    fc.assert(fc.property(cell, (text) => restore(neutralize(text)) === text), { numRuns: 5000 });
  });

  it.each([
    ['x;=HYPERLINK(1)', "x;'=HYPERLINK(1)"],
    ['x\n=1+1', "x\n'=1+1"],
    ['x,@SUM(A1);+1', "x,'@SUM(A1);'+1"],
    ['=1;=2', "'=1;'=2"],
    ['12,-', '12,-'],
    ['Smith; Jones', 'Smith; Jones'],
  ])('%j is exported as %j, for a program that splits at another separator', (text, written) => {
    expect(neutralizeAll(text)).toBe(written);
  });

  it('lets no exported cell begin like a formula, at whatever separator a program splits', () => {
    fc.assert(
      fc.property(cell, (text) => {
        for (const part of neutralizeAll(text).split(/[;,\t\r\n]/).slice(1))
          expect(/^[=@＝＠]|^[+\-＋－]./.test(part), text).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  it('never lets a cell begin like a formula, unless it is a negative number', () => {
    fc.assert(
      fc.property(cell, (text) => {
        const written = neutralize(text);
        expect(/^\s*[=+@＝＋－＠]|^[\t\r\n]/.test(written)).toBe(false);
        if (written.startsWith('-')) expect(written).toMatch(/^-\d+([.,]\d+)?$/);
      }),
      { numRuns: 5000 },
    );
  });
});
