import { expect, it } from 'vitest';
import { nextOfOutcome } from '../../src/outcomes/run-outcome.ts';

it('does not say that the payout service processes payments before one of them is sent', () => {
  expect(nextOfOutcome('processing', { batched: 4, failed: 1 })).toMatch('None of them is sent yet.');
  expect(nextOfOutcome('processing', { batched: 4, started: 1 })).toMatch('has not finished all');
  expect(nextOfOutcome('ready_to_submit', {})).toMatch('Nothing is paid until');
});
