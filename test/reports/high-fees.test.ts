import { describe, expect, it } from 'vitest';
import { highFees } from '../../src/reports/high-fees.ts';

describe('high fees', () => {
  it.each([
    ['100.00', '10.00', 0],
    ['100.00', '10.01', 1],
    ['20', '1500', 1],
    ['0.00', '0.00', 0],
  ])('of a batch of %s with fees of %s: %i line', (sending, fees, lines) => {
    expect(highFees([{ currency: 'EUR', sending, fees }])).toHaveLength(lines);
  });

  it('are stated with their share', () => {
    expect(highFees([{ currency: 'USD', sending: '80.00', fees: '12.00' }])[0]).toContain(
      '12.00 USD, 15.0% of the amount paid',
    );
  });
});
