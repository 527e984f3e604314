import { compareFees, FROM_THE_RECIPIENT } from '../../discrepancies/compare-payment.ts';
import type { OrderedPayment } from '../../ledger/payments/known-payments.ts';
import type { AccountDraft } from '../../model.ts';
import { readServiceAmount, showMoney } from '../../money.ts';
import { compareAccount, describeDifferences } from '../../payout-methods/compare-account.ts';
import { getAccountId } from '../../service/remote-fields.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';

export interface Discrepancy {
  readonly code: 'recipient_differs' | 'account_differs' | 'currency_differs' | 'amount_differs' | 'fees_differ';
  /** Both figures, for readers; of a bank account at most its last four characters. */
  readonly reason: string;
}

/**
 * Compares a payment that the service made with the one that was ordered: recipient, account, currency, the amount of
 * the fixed side to the cent, and the fees that left the balance. `named`: the bank details of its row, null if it has
 * none. Null if nothing differs.
 */
export function compareExecuted(
  ordered: OrderedPayment,
  executed: RemotePayment,
  named: AccountDraft | null,
): Discrepancy | null {
  const found = [
    differentRecipient(ordered, executed),
    differentAccount(ordered, executed, named),
    differentCurrency(ordered, executed),
    differentAmount(ordered, executed),
    differentFees(ordered, executed),
  ].flatMap((one) => one ?? []);
  return found[0] ? { code: found[0].code, reason: found.map(({ reason }) => reason).join(' ') } : null;
}

/** The recipient's name in the payout service, else its id. */
export function reportedName(recipient: RemotePayment['recipient']): string {
  const name = typeof recipient?.name === 'string' ? recipient.name.trim() : '';
  return name || recipient?.id || 'not named';
}

function differentRecipient(
  { row, recipientName, recipient_remote_id }: OrderedPayment,
  executed: RemotePayment,
): Discrepancy | null {
  if (executed.recipient?.id === recipient_remote_id) return null;
  const reason = `The payout service paid ${reportedName(executed.recipient)}; row ${row} names ${recipientName ?? 'someone else'}.`;
  return { code: 'recipient_differs', reason };
}

/**
 * The service may show the recipient's current account. If Payrun has added that one since, it says nothing about the
 * account that was paid.
 */
function differentAccount(
  { row, account_remote_id, account_now }: OrderedPayment,
  executed: RemotePayment,
  named: AccountDraft | null,
): Discrepancy | null {
  const reportedValue = getAccountId(executed.account);
  if (reportedValue !== null && reportedValue === account_now && reportedValue !== account_remote_id) return null;
  const compared = named === null ? null : compareAccount(named, executed.account);
  const isAnother = reportedValue !== null && account_remote_id !== null && reportedValue !== account_remote_id;
  // Two accounts may look alike when masked; a different id is a different account.
  if (compared?.verdict !== 'differs' && !isAnother) return null;
  const how =
    compared?.verdict === 'differs'
      ? describeDifferences(compared)
      : `${reportedValue} instead of ${account_remote_id}`;
  const reason = `The payout service paid a different account from the one in row ${row}: ${how}.`;
  return { code: 'account_differs', reason };
}

function differentCurrency(ordered: OrderedPayment, executed: RemotePayment): Discrepancy | null {
  const { fixed, currency, source_currency, row } = ordered;
  const { sourceCurrency: source, targetCurrency: target } = executed;
  if (source && source !== source_currency) {
    const reason = `The payout service debited the ${source} balance instead of the ${source_currency} balance.`;
    return { code: 'currency_differs', reason };
  }
  if (fixed === 'source' || target === currency) return null;
  const reason = `The payout service paid in ${target ?? 'no currency'}; row ${row} says ${currency}.`;
  return { code: 'currency_differs', reason };
}

function differentAmount({ fixed, currency, minor, row }: OrderedPayment, executed: RemotePayment): Discrepancy | null {
  const amount = fixed === 'source' ? executed.sourceAmount : executed.targetAmount;
  const reportedValue = readServiceAmount(amount ?? '', currency);
  if (reportedValue === minor) return null;
  const its =
    reportedValue === null
      ? `an amount that it shows as "${amount ?? ''}"`
      : showMoney({ currency, minor: reportedValue });
  return {
    code: 'amount_differs',
    reason: `The payout service paid ${its}; row ${row} says ${showMoney({ currency, minor })}.`,
  };
}

function differentFees(ordered: OrderedPayment, executed: RemotePayment): Discrepancy | null {
  const differs = compareFees(ordered, executed);
  if (!differs) return null;
  const { here, there } = differs;
  const quoted = here === FROM_THE_RECIPIENT ? `they were to be ${here}` : `the quote said ${here}`;
  const took = `The payout service charged the fees of row ${ordered.row} to the balance (${there}); ${quoted}.`;
  return { code: 'fees_differ', reason: took };
}
