import type { KnownPayment } from '../ledger/verifications/verify-remote.ts';
import type { AccountDraft } from '../model.ts';
import { formatMinor, readServiceAmount } from '../money.ts';
import { compareAccount, describeDifferences } from '../payout-methods/compare-account.ts';
import { accountIdOf } from '../service/account-id.ts';
import { lacksPrice } from '../service/lacks-price.ts';
import type { RemotePayment } from '../service/shapes/answer-shapes.ts';
import { compareFees } from './compare-fees.ts';

/** One thing in which a payment differs; `here` and `there` are what each side has, never a bank detail. */
export interface PaymentDifference {
  readonly kind: 'recipient' | 'account' | 'currency' | 'amount' | 'fees' | 'state';
  readonly here: string;
  readonly there: string;
}

/** The states of the ledger that say the same as one of the service. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  pending: ['batched'],
  processing: ['batched'],
  // A discrepancy was paid, and differs in another way.
  processed: ['processed', 'discrepancy'],
  failed: ['failed'],
  returned: ['returned'],
};
/** The account that was meant, if its id is not known. */
export const OF_THE_ROW = 'that of the row';
/** What the service calls a payment that it pays or has paid. */
export const PAID: ReadonlySet<string> = new Set(['processing', 'processed']);

/**
 * In what the service's payment is not the ledger's: whom it pays and to which bank details, in what, how much, with which fees, and what
 * became of it.
 * `named` is the account of its row, null if the row names none. A payment that the ledger has on its way may be final there: it is
 * asked about by `settle`.
 */
export function comparePayment(
  ours: KnownPayment,
  listed: RemotePayment,
  named: AccountDraft | null,
): readonly PaymentDifference[] {
  const found: PaymentDifference[] = [];
  const recipient = listed.recipient?.id ?? null;
  if (recipient !== ours.recipient_remote_id)
    found.push({ kind: 'recipient', here: ours.recipient_remote_id ?? 'none', there: recipient ?? 'none' });
  const account = accountDifference(ours, listed, named);
  if (account) found.push(account);
  const [currency, amount] =
    ours.fixed === 'source'
      ? [listed.sourceCurrency, listed.sourceAmount]
      : [listed.targetCurrency, listed.targetAmount];
  const mine = ours.currency ?? '';
  // What has no price yet is compared once it has one: nobody was paid it so far.
  const isPriced = listed.status !== 'pending' || !lacksPrice(ours, listed);
  if (isPriced && currency !== ours.currency) found.push({ kind: 'currency', here: mine, there: currency ?? 'none' });
  else if (isPriced && readServiceAmount(amount ?? '', mine) !== ours.minor)
    found.push({
      kind: 'amount',
      here: ours.minor === null ? 'none' : `${formatMinor(ours.minor, mine)} ${mine}`,
      there: `${amount ?? 'none'} ${currency ?? ''}`.trim(),
    });
  const fees = listed.status === 'processed' ? compareFees(ours, listed) : null;
  if (fees) found.push({ kind: 'fees', ...fees });
  if (ours.state !== 'batched' && !(SAME[listed.status] ?? []).includes(ours.state))
    found.push({ kind: 'state', here: ours.state, there: listed.status });
  return found;
}

function accountDifference(
  ours: KnownPayment,
  listed: RemotePayment,
  named: AccountDraft | null,
): PaymentDifference | null {
  const there = accountIdOf(listed.account);
  const meant = ours.account_remote_id;
  const hasOtherId = meant !== null && whereItGoes(ours, listed) !== null && there !== meant;
  const compared = named && showsAccountOfItsDay(ours, listed) ? compareAccount(named, listed.account) : null;
  if (!hasOtherId && compared?.verdict !== 'differs') return null;
  const words =
    compared?.verdict === 'differs' ? `, which differs from the row in ${describeDifferences(compared)}` : '';
  return { kind: 'account', here: meant ?? OF_THE_ROW, there: `${there ?? 'one without an id'}${words}` };
}

/**
 * The account that the service pays it to, by its id there; null where that cannot be said: the answer does not show it, the ledger does not
 * know which one was meant, or it is the one that the recipient has got here since. Nobody promises that the service shows with a payment the
 * account of its day and not that of today.
 */
export function whereItGoes(ours: KnownPayment, listed: RemotePayment): string | null {
  const there = accountIdOf(listed.account);
  return there === null || ours.account_remote_id === null || !showsAccountOfItsDay(ours, listed) ? null : there;
}

/** False if the service shows the account that the recipient has got since, or none at all: then it cannot be compared with the row. */
export function showsAccountOfItsDay(ours: KnownPayment, { account }: RemotePayment): boolean {
  if (typeof account !== 'object' || account === null) return false;
  const there = accountIdOf(account);
  return (
    there === null || there !== ours.account_now || ours.account_remote_id === null || there === ours.account_remote_id
  );
}
