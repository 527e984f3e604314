import type { AmountRange, ApprovalFacts } from '../ledger/batches/approval-facts.ts';
import type { LastPayment, SummarizedPayment } from '../ledger/batches/approval-summary.ts';
import type { SharedAccount, TotalAbove } from '../ledger/batches/approval-unusual.ts';
import type { RecipientsInReview } from '../ledger/recipients/compliance.ts';
import { USER_ROLES, type UserRow } from '../ledger/users/user.ts';
import type { ComparedTotalsRow, Money } from '../model.ts';
import { getLimit, showMoney } from '../money.ts';
import type { MoneyRules } from '../money-rules.ts';
import { pluralize } from '../platform/pluralize.ts';
import { shownAccount } from '../references/shown-account.ts';
import { moreOrLess } from '../sheets/sheet-facts.ts';

/** The most payments or accounts of a kind that have a line of their own. */
export const MOST_UNUSUAL = 5;
/** Just below a limit: at least this many percent. */
const NEAR_PERCENT = 90n;

/** Something unusual in a run that awaits approval: a fact, and why it is unusual. */
export interface Unusual {
  readonly kind:
    | 'same_amount'
    | 'shared_account'
    | 'fees_deducted'
    | 'amount_above'
    | 'total_above'
    | 'totals_row'
    | 'type_from_name'
    | 'below_limit'
    | 'in_review'
    | 'tax_withheld';
  readonly title: string;
  readonly reason: string;
  /** A row to look at first; null if it concerns the run. */
  readonly row: number | null;
  /** The payment to compare it with; null if there is no single one. */
  readonly other: { readonly run: string; readonly row: number } | null;
}

type ApprovalRules = Pick<MoneyRules, 'approval'> | null;

/** The facts about a run. */
interface RunToApprove {
  readonly merchant: string;
  /** The total debits. */
  readonly totals: readonly Money[];
  readonly facts: ApprovalFacts;
  readonly shared: readonly SharedAccount[];
  readonly above: readonly TotalAbove[];
  /** The recipients whom the payout service's compliance review has not cleared yet; undefined: none. */
  readonly inReview: RecipientsInReview | undefined;
  /** The fees that are deducted from what recipients get. */
  readonly deducted: readonly Money[];
  /** The tax that the payout service withholds from recipients. */
  readonly withheld: readonly Money[];
  /** The totals rows of its sheet compared with the rows as corrected. */
  readonly correctedTotals: readonly ComparedTotalsRow[];
  /** The conclusion about rows of its sheet without a type; null if none. */
  readonly typesFromNames: string | null;
  /** The payments that the facts name. */
  readonly payments: ReadonlyMap<string, SummarizedPayment>;
  readonly sameAmounts: ReadonlyMap<string, LastPayment>;
  readonly rules: ApprovalRules;
  readonly users: readonly UserRow[];
}

/** The unusual facts about a run, by risk: shared accounts, recipients who get less, amounts and totals, reviews. */
export function findUnusual(run: RunToApprove): readonly Unusual[] {
  const { facts, shared, above, payments, correctedTotals, sameAmounts, inReview, deducted, withheld } = run;
  const { sharedAccounts, amountsAbove } = facts;
  const amounts = amountsAbove.shown.map(({ payment, ...one }) => ({ ...payments.get(payment)!, ...one }));
  return [
    ...shared.map(
      ({ account, recipients, names, payments, rows }): Unusual => ({
        kind: 'shared_account',
        title: `${recipients} recipients with one account`,
        reason: `${shownAccount(account)}: ${names.join(', ')}${recipients > names.length ? ` and ${recipients - names.length} more` : ''}, ${pluralize(payments, 'payment')}.`,
        row: rows[0] ?? null,
        other: null,
      }),
    ),
    ...others('shared_account', sharedAccounts.count, 'account', 'paid to several recipients'),
    ...lessFor(
      deducted,
      ...(['fees_deducted', 'in fees deducted from recipients'] as const),
      'Recipients get that much less, so an invoice for the full amount will be underpaid.',
    ),
    ...lessFor(
      withheld,
      ...(['tax_withheld', 'of tax withheld'] as const),
      'The payout service withholds this from the recipients, who get that much less.',
    ),
    ...facts.sameAmounts.shown.map(({ payment, other }) => sameAmount(payments.get(payment)!, sameAmounts.get(other)!)),
    ...others('same_amount', facts.sameAmounts.count, 'payment', 'of the same amount as another to the same recipient'),
    ...amounts.map(
      ({ recipientName, reference, currency, minor, largest, compared, row }): Unusual => ({
        kind: 'amount_above',
        title: `${recipientName ?? reference}: ${showMoney({ currency, minor: BigInt(minor) })}`,
        reason: `${times(BigInt(minor), BigInt(largest))} ${compared === 1 ? 'the only earlier payment' : `the largest of the last ${compared} payments`} to them that did not come back, ${showMoney({ currency, minor: BigInt(largest) })}.`,
        row,
        other: null,
      }),
    ),
    ...others('amount_above', amountsAbove.count, 'payment', 'far above what its recipient got before'),
    ...above.map(
      ({ currency, minor, largest, run: last, runs }): Unusual => ({
        kind: 'total_above',
        title: `Total of ${showMoney({ currency, minor })}`,
        reason: `${times(minor, largest)} ${runs === 1 ? 'the only earlier run' : `the largest of the last ${runs} runs`} in ${currency}, ${showMoney({ currency, minor: largest })} in run ${last}.`,
        row: null,
        other: null,
      }),
    ),
    ...correctedTotals.flatMap(totalsRowNotAgreeing),
    ...(run.typesFromNames === null ? [] : [typesConcluded(run.typesFromNames)]),
    ...belowLimits(run),
    ...(inReview ? [reviewed(inReview)] : []),
  ];
}

/** Sums by which recipients get less, of all currencies; nothing if there are none. */
function lessFor(sums: readonly Money[], kind: Unusual['kind'], what: string, reason: string): readonly Unusual[] {
  if (sums.length === 0) return [];
  return [{ kind, title: `${sums.map(showMoney).join(', ')} ${what}`, reason, row: null, other: null }];
}

function typesConcluded(reason: string): Unusual {
  return {
    kind: 'type_from_name',
    title: 'Recipients paid as businesses by their names',
    reason,
    row: null,
    other: null,
  };
}

/** New recipients are in review at first, and are paid meanwhile. */
function reviewed({ recipients, names, row }: RecipientsInReview): Unusual {
  const more = recipients > names.length ? ` and ${recipients - names.length} more` : '';
  return {
    kind: 'in_review',
    title: `${pluralize(recipients, 'recipient')} under compliance review`,
    reason: `The payout service has not cleared them yet, which may delay their payments: ${names.join(', ')}${more}.`,
    row,
    other: null,
  };
}

/** The same amount to the same recipient may be one invoice paid twice. */
function sameAmount(
  { recipientName, reference, currency, minor, row }: SummarizedPayment,
  other: LastPayment,
): Unusual {
  const state =
    other.state === 'processed' ? `paid on ${other.at.toISOString().slice(0, 10)}` : 'not confirmed as paid';
  return {
    kind: 'same_amount',
    title: `${recipientName ?? reference}: ${showMoney({ currency, minor: BigInt(minor) })} twice`,
    reason: `Row ${other.row} of run ${other.run} has the same amount for them (${state}, reference ${other.reference}). This one has the reference ${reference}.`,
    row,
    other: { run: String(other.run), row: other.row },
  };
}

/** A totals row that stopped matching, or still cannot be compared, after rows were corrected. */
function totalsRowNotAgreeing({ row, label, stated, found, difference, why }: ComparedTotalsRow): readonly Unusual[] {
  if (difference === null && why === null) return [];
  const name = row === null ? 'Control sum' : `Totals row ${row} ("${label}")`;
  return [
    {
      kind: 'totals_row',
      title: difference === null ? `${name} not compared` : `${name}: the rows total ${moreOrLess(difference)}`,
      reason:
        difference === null
          ? `Rows were corrected after the upload, and it could not be compared: ${why}.`
          : `It says ${stated}. The rows of the file as corrected total ${found}.`,
      row: null,
      other: null,
    },
  ];
}

const others = (kind: Unusual['kind'], count: number, one: string, which: string): readonly Unusual[] =>
  count <= MOST_UNUSUAL
    ? []
    : [
        {
          kind,
          title: `${pluralize(count - MOST_UNUSUAL, `more ${one}`)} ${which}`,
          reason: 'The list has them all.',
          row: null,
          other: null,
        },
      ];

/** `4.5 times`. */
const times = (minor: bigint, of: bigint): string =>
  of === 0n ? 'More than' : `${(Number((minor * 10n) / of) / 10).toLocaleString('en-US')} times`;

const near = (limit: bigint) => (limit * NEAR_PERCENT + 99n) / 100n;

/** The limits of single payments by the approval policy; 0 is none. */
const paymentLimits = (rules: ApprovalRules): readonly Money[] =>
  Object.entries(rules?.approval.perPayment ?? {})
    .map(([currency, text]) => ({ currency, minor: getLimit({ [currency]: text }, currency) ?? 0n }))
    .filter(({ minor }) => minor > 0n);

/** The amounts just below the limits of single payments. */
export const belowPaymentLimits = (rules: ApprovalRules): readonly AmountRange[] =>
  paymentLimits(rules).map(({ currency, minor }) => ({ currency, from: String(near(minor)), to: String(minor) }));

/** Totals and payments just below a limit of the approval policy or of a user, above which more would be required. */
function belowLimits({ rules, facts, totals, users, merchant }: RunToApprove): readonly Unusual[] {
  if (!rules) return [];
  const { perRun, two } = rules.approval;
  const found: Unusual[] = [];
  for (const [i, limit] of paymentLimits(rules).entries()) {
    const { payments, rows } = facts.inRanges[i]!;
    if (payments > 0)
      found.push({
        kind: 'below_limit',
        title: `${pluralize(payments, 'payment')} just below a limit`,
        reason: `Above ${showMoney(limit)} a payment needs an approval. ${payments === 1 ? 'Row' : 'Rows'} ${rows.join(', ')}${payments > rows.length ? ' and others' : ''}.`,
        row: rows[0] ?? null,
        other: null,
      });
  }
  const OF_RUN = [
    [perRun, 'an approval'],
    [two, 'two approvers'],
  ] as const;
  const approvers = users.filter((user) => isApproverOf(user, merchant));
  for (const { currency, minor } of totals) {
    const isNear = (limit: bigint) => limit > 0n && minor <= limit && minor >= near(limit);
    const title = `Total debit of ${showMoney({ currency, minor })}, just below a limit`;
    for (const [limits, needs] of OF_RUN) {
      const limit = getLimit(limits, currency) ?? 0n;
      if (isNear(limit)) {
        const reason = `Above ${showMoney({ currency, minor: limit })} a run needs ${needs}.`;
        found.push({ kind: 'below_limit', title, reason, row: null, other: null });
      }
    }
    const byLimit = Map.groupBy(approvers, ({ limits }) => getLimit(limits ?? {}, currency) ?? 0n);
    for (const [limit, users] of byLimit)
      if (isNear(limit)) {
        const names = users.map(({ name }) => name).join(', ');
        const reason = `Up to ${showMoney({ currency, minor: limit })} it can be approved by ${names}.`;
        found.push({ kind: 'below_limit', title, reason, row: null, other: null });
      }
  }
  return found;
}

const APPROVER = USER_ROLES.indexOf('approver');

/** Whether a user may approve runs of a merchant. */
const isApproverOf = ({ role, merchants, disabled_at }: UserRow, merchant: string): boolean =>
  disabled_at === null && USER_ROLES.indexOf(role) >= APPROVER && (merchants === null || merchants.includes(merchant));
