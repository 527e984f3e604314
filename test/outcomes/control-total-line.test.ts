import { describe, expect, it } from 'vitest';
import { controlTotalLine, describeTotalSides } from '../../src/outcomes/control-total-line.ts';

const EUR = { currency: 'EUR', rows: 2, minor: 25_000n, arriving: 0n };

describe('the sentence about a control total', () => {
  it.each([
    [2, 'The rows add up to 250.00 EUR, before fees.'],
    [3, 'The rows add up to 250.00 EUR, before fees. 1 invalid row is in its count, but not in its amounts.'],
    [9, 'The rows add up to 250.00 EUR, before fees. 7 invalid rows are in its count, but not in its amounts.'],
  ])('of %d rows, two of which have amounts', (rows, sentence) => {
    const total = controlTotalLine(rows, [EUR]);
    expect(total.line).toBe(`PAYRUN,${rows},EUR,250.00`);
    expect(describeTotalSides(total)).toBe(sentence);
  });
});
