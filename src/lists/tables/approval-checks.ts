import { codeWords } from '../../events/code-words.ts';
import { ANY_DETAIL } from '../../ledger/payments/sealed-row.ts';
import type { ApprovalCheck } from '../../ledger/views/approval-payments.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { shownAccount } from '../../references/shown-account.ts';
import { as, type StatusTone, type Value } from '../../references/value.ts';
import type { ApprovalSummary } from '../../reports/approval-summary.ts';
import type { EarlierPayment, PaymentToApprove } from '../../reports/payments-to-approve.ts';

/** The mark of a check on a payment, and its reason. */
interface CheckWords {
  readonly tone: StatusTone;
  readonly mark: (one: PaymentToApprove) => string;
  /** The same in a file. */
  readonly note: (one: PaymentToApprove) => string;
  readonly reason: (one: PaymentToApprove) => Value;
}

const LAST_ONE = { failed: 'Last payment failed', returned: 'Last payment returned' } as const;
const lastOne = ({ cameBack }: PaymentToApprove) => LAST_ONE[cameBack!.state as keyof typeof LAST_ONE];

export const CHECK_WORDS: Readonly<Record<ApprovalCheck, CheckWords>> = {
  changed: {
    tone: 'bad',
    mark: ({ isCertain }) => (isCertain ? 'Changed' : 'Possibly changed'),
    note: ({ isCertain }) => (isCertain ? 'changed account' : 'possibly changed account'),
    reason: (one) => as.words`${changedFrom(one)}, ${endOf(one.last!)}. ${releasedBy(one) ?? 'Not released'}.`,
  },
  corrected: {
    tone: 'wait',
    mark: () => 'Corrected',
    note: () => 'corrected after the upload',
    reason: ({ corrections }) =>
      as.joined(
        corrections.map(({ changes, by, at }) => as.words`${changes} (${by}, ${timeOf(at)})`),
        '; then ',
      ),
  },
  came_back: {
    tone: 'wait',
    mark: lastOne,
    note: (one) => lastOne(one).toLowerCase(),
    reason: ({ cameBack, isSameAccount }) =>
      as.words`${capitalizedEnd(cameBack!)}${cameBack!.reason === null ? '' : `: ${withoutStop(cameBack!.reason)}`}. ${isSameAccount ? 'Same account as before' : `Before: ${accountOf(cameBack!)}`}.`,
  },
  released: {
    tone: 'wait',
    mark: () => 'Released',
    note: () => 'released from hold',
    reason: (one) =>
      as.words`${one.released?.was ? `On hold for ${codeWords(one.released.was)}. ` : ''}${releasedBy(one) ?? 'Released'}.`,
  },
  warned: {
    tone: 'wait',
    mark: () => 'Warning',
    note: () => 'with a warning',
    reason: ({ warnings, comparedWith: row }) =>
      as.joined([warnings.join(' '), row && as.words`${comparison(row)}.`], ' '),
  },
  new: { tone: 'busy', mark: () => 'New', note: () => 'new recipient', reason: () => null },
};

const timeOf = (at: string): Value => as.time(new Date(at));
const accountOf = ({ account }: EarlierPayment): string => shownAccount(account) || 'known only to the payout service';
const withoutStop = (text: string): string => text.replace(/[.]$/, '');

/** The outcome, date and row of the payment to compare with. */
function endOf(last: EarlierPayment): Value {
  const { state, at, run, row } = last;
  const ended = { processed: 'last paid', failed: 'sent and failed', returned: 'sent and returned' }[state as string];
  const where = as.link('row', `${run} ${row}`, `run ${run}, row ${row}`);
  return as.words`${ended ?? 'last sent, and not confirmed as paid,'} ${timeOf(at)} in ${where}`;
}

function capitalizedEnd(last: EarlierPayment): Value {
  return as.words`${last.state === 'failed' ? 'Failed' : 'Returned'} ${timeOf(last.at)} in ${as.link('row', `${last.run} ${last.row}`, `run ${last.run}, row ${last.row}`)}`;
}

function changedFrom({ last, account, isCertain, details }: PaymentToApprove): string {
  if (!isCertain) return `Payrun does not know the full number of the earlier account ${accountOf(last!)}`;
  return account === last!.account ? `Changed: ${details ?? ANY_DETAIL}` : `Before: ${accountOf(last!)}`;
}

const releasedBy = ({ released }: PaymentToApprove): Value =>
  released && as.words`Released by ${released.by}, ${timeOf(released.at)}`;

/** A link to the row that a payment is to be compared with. */
export const comparison = ({ run, row }: { readonly run: string; readonly row: number }): Value =>
  as.link('row', `${run} ${row}`, `Compare with run ${run}, row ${row}`);

/** Payments of an approval that are to be checked for the same reason. */
export interface ApprovalPart {
  readonly check: ApprovalCheck;
  readonly title: string;
  readonly payments: number;
  readonly shown: readonly PaymentToApprove[];
}

/** The parts of an approval that have payments, the most dangerous first. */
export function approvalParts(summary: ApprovalSummary): readonly ApprovalPart[] {
  const { changedAccounts, corrected, released, warned, cameBack, newRecipients: fresh } = summary;
  const others =
    cameBack.changed === 0 ? '' : `, ${cameBack.changed.toLocaleString('en-US')} of them to another account`;
  const of = (check: ApprovalCheck, title: string, { count: payments, shown }: ApprovalSummary['released']) => ({
    ...{ check, title, payments, shown },
  });
  const parts = [
    of('changed', changedTitle(changedAccounts), changedAccounts),
    of('corrected', `${pluralize(corrected.count, 'row')} corrected after the upload`, corrected),
    of('came_back', `Last payment failed or returned: ${pluralize(cameBack.count, 'payment')}${others}`, cameBack),
    of('released', `${pluralize(released.count, 'payment')} released from hold`, released),
    of('warned', `${pluralize(warned.count, 'payment')} with a warning`, warned),
    of('new', pluralize(fresh.count, 'new recipient'), { count: fresh.payments, shown: fresh.largest }),
  ];
  return parts.filter(({ payments }) => payments > 0);
}

function changedTitle({ count, uncertain }: ApprovalSummary['changedAccounts']): string {
  const payments = pluralize(count, 'payment');
  if (uncertain === count) return `Possibly changed bank details: ${payments}`;
  return `Changed bank details: ${payments}${uncertain === 0 ? '' : `, ${uncertain.toLocaleString('en-US')} of them uncertain`}`;
}
