import { hash } from 'node:crypto';
import { accountNumber } from '../../ledger/payments/fingerprints.ts';
import { personName } from '../../ledger/payments/person-name.ts';
import type { PaymentDraft, Problem } from '../../model.ts';
import { canonicalReference } from '../../references/spellings.ts';
import { finding } from '../../rules/finding.ts';
import { createSeenKeys } from './seen-keys.ts';

/**
 * Finds rows of one sheet that the ledger would put on hold as copies of another: the same reference in another
 * spelling, or the same amount and memo to the same recipient, or to the same name and account under another e-mail.
 * One checker serves one sheet: its rows in order, then any of them again.
 */
export function createRepeatedRowCheck(): (
  row: number,
  draft: PaymentDraft,
  recipientName: string | null,
) => Problem | null {
  const firstRow = createFirstRows();
  return (row, { reference, merchant, recipient, amount, memo = '' }, recipientName) => {
    const of = merchant ?? '';
    const spelled = reference === null ? row : firstRow(row, `${of}\nreference\n${canonicalReference(reference)}`);
    const who = recipient.profile?.email.toLowerCase() ?? recipient.key;
    const money = `${amount.currency} ${amount.minor} ${memo.trim()}`;
    const number = recipient.account && accountNumber(recipient.account, recipient.profile?.email, recipientName);
    // The same name and PayPal account does not prove a copy if the rows have references of their own.
    const known = number && recipientName !== null && !(recipient.account.method === 'paypal' && reference !== null);
    const person = known ? firstRow(row, `${of}\naccount ${number} ${personName(recipientName)}\n${money}`) : row;
    const paid = Math.min(firstRow(row, `${of}\n${who}\n${money}`), person);
    if (spelled !== row)
      return { ...finding('similar_reference', 'paymentReference', { first: spelled }, reference!), row };
    return paid === row ? null : { ...finding('possible_duplicate', null, { first: paid }), row };
  };
}

function createFirstRows(): (row: number, key: string) => number {
  const rows = createSeenKeys(2);
  return (row, text) => {
    const key = hash('sha1', text, 'buffer');
    const first = rows.get(key);
    if (first === 0) rows.set(key, row);
    return first || row;
  };
}
