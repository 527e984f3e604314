import { expect, it } from 'vitest';
import { refusedFor } from '../../../src/batches/removals/remove-payments.ts';

it.each([
  ['invalid_field', 'Recipient is not active.', 'recipient_refused'],
  ['invalid_field', 'The account was deleted.', 'recipient_refused'],
  ['not_found', 'It does not know what it was asked for.', 'recipient_refused'],
  ['invalid_field', 'The amount is too small.', 'invalid_field'],
  // A sentence of the service that ends as one of Payrun's does.
  ['invalid_field', 'Retry this payment: Payrun first rereads it from the payout service.', 'invalid_field'],
])('%s: %s has the code %s', (code, sentence, expected) => {
  const { code: found, reason } = refusedFor(code, sentence);
  expect(found).toBe(expected);
  expect(reason.startsWith(`The payout service rejected this payment: ${sentence}`)).toBe(true);
  expect(reason.endsWith('rereads its recipient from the payout service.')).toBe(expected === 'recipient_refused');
});
