import { expect, it } from 'vitest';
import { issueCount } from '../../src/outcomes/row-steps.ts';
import { stateCounts } from '../../src/outcomes/run-result.ts';
import { PAYMENT_STATUS } from '../../src/outcomes/status-words.ts';
import type { PaymentState } from '../../src/states.ts';

it.each([
  ['rows with several errors are counted once', { invalid: 4 }, 4],
  ['nothing is to be done about rows of a withdrawn run', { canceled: 4 }, 0],
  ['nor about those that were dismissed or paid before', { dismissed: 1, already_paid: 2, processed: 3, held: 1 }, 1],
  ['each row to review or correct is one', { discrepancy: 1, unknown: 1, held: 1, failed: 1, returned: 1 }, 5],
] as const satisfies readonly (readonly [string, Partial<Record<PaymentState, number>>, number])[])(
  'the issues of a run: %s',
  (_, counts: Partial<Record<PaymentState, number>>, issues) => {
    expect(issueCount(stateCounts((state) => counts[state] ?? 0))).toBe(issues);
  },
);

it('a payment in a batch that is not started is queued, also while its run awaits approval or funds', () => {
  expect(PAYMENT_STATUS.batched).toBe('Queued');
});
