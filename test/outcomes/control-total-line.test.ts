import { describe, expect, it } from 'vitest';
import { controlTotalLine, describeTotalSides } from '../../src/outcomes/control-total-line.ts';

const EUR = { currency: 'EUR', rows: 2, minor: 25_000n, arriving: 0n };

describe('the sentence about a control total', () => {
  it.each([
    [2, 'From the rows, before fees: amounts of 250.00 EUR.'],
    [3, 'From the rows, before fees: amounts of 250.00 EUR. 1 invalid row is in its count, but not in its amounts.'],
    [9, 'From the rows, before fees: amounts of 250.00 EUR. 7 invalid rows are in its count, but not in its amounts.'],
  ])('of %d rows, two of which have amounts', (rows, sentence) => {
    const total = controlTotalLine(rows, [EUR]);
    expect(total.line).toBe(`PAYRUN,${rows},EUR,250.00`);
    expect(describeTotalSides(total)).toBe(sentence);
  });
});
