import { limitOf } from '../config.ts';
import { amountsAbove, paymentsInRange, sharedAccounts, totalsAbove } from '../ledger/batches/approval-unusual.ts';
import type { Db } from '../ledger/db/db.ts';
import { newestRules } from '../ledger/operations/money-rules.ts';
import { listUsers, USER_ROLES, type UserRow } from '../ledger/users/user.ts';
import type { Money } from '../model.ts';
import { showMoney } from '../money.ts';
import type { MoneyRules } from '../money-rules.ts';
import { pluralize } from '../platform/pluralize.ts';
import { shownAccount } from '../references/shown-account.ts';

/** The most payments or accounts of a kind that have a line of their own. */
const MOST = 5;
/** Just below a limit: from this many percent of it. */
const NEAR_PERCENT = 90n;

/** Something unusual in a run that awaits approval: a fact, and why it is unusual. */
export interface Unusual {
  readonly kind: 'shared_account' | 'amount_above' | 'total_above' | 'below_limit';
  readonly title: string;
  readonly reason: string;
  /** A row to look at first; null if it concerns the run. */
  readonly row: number | null;
}

interface RunToApprove {
  readonly run: bigint;
  readonly merchant: string;
  readonly batches: readonly string[];
  /** The total debits. */
  readonly totals: readonly Money[];
}

/** What is unusual in the amounts and accounts of a run, most dangerous first. */
export async function unusualOf(db: Db, { run, merchant, batches, totals }: RunToApprove): Promise<readonly Unusual[]> {
  const shared = await sharedAccounts(db, batches, MOST);
  const amounts = await amountsAbove(db, batches, MOST);
  const above = await totalsAbove(db, merchant, run);
  return [
    ...shared.shown.map(
      ({ account, recipients, names, payments, rows }): Unusual => ({
        kind: 'shared_account',
        title: `${recipients} recipients with one account`,
        reason: `${shownAccount(account)}: ${names.join(', ')}${recipients > names.length ? ` and ${recipients - names.length} more` : ''}, ${pluralize(payments, 'payment')}.`,
        row: rows[0] ?? null,
      }),
    ),
    ...others('shared_account', shared.count, 'account', 'paid to several recipients'),
    ...amounts.shown.map(
      ({ payee, reference, currency, minor, largest, compared, row }): Unusual => ({
        kind: 'amount_above',
        title: `${payee ?? reference}: ${showMoney({ currency, minor: BigInt(minor) })}`,
        reason: `${times(BigInt(minor), BigInt(largest))} the largest of ${compared === 1 ? 'one earlier payment' : `the last ${compared} payments`} to them, ${showMoney({ currency, minor: BigInt(largest) })}.`,
        row,
      }),
    ),
    ...others('amount_above', amounts.count, 'payment', 'far above what its recipient got before'),
    ...above.map(
      ({ currency, minor, largest, run: last, runs }): Unusual => ({
        kind: 'total_above',
        title: `Total of ${showMoney({ currency, minor })}`,
        reason: `${times(minor, largest)} the largest of ${runs === 1 ? 'one earlier run' : `the last ${runs} runs`} in ${currency}, ${showMoney({ currency, minor: largest })} in run ${last}.`,
        row: null,
      }),
    ),
    ...(await belowLimits(db, { run, merchant, batches, totals })),
  ];
}

const others = (kind: Unusual['kind'], count: number, one: string, which: string): readonly Unusual[] =>
  count <= MOST
    ? []
    : [
        {
          kind,
          title: `${pluralize(count - MOST, `more ${one}`)} ${which}`,
          reason: 'The list has them all.',
          row: null,
        },
      ];

/** `4.5 times`. */
const times = (minor: bigint, of: bigint): string =>
  of === 0n ? 'More than' : `${(Number((minor * 10n) / of) / 10).toLocaleString('en-US')} times`;

/** What stays just below a limit of the approval policy, or of a user: above it more would be required. */
async function belowLimits(db: Db, { batches, merchant, totals }: RunToApprove): Promise<readonly Unusual[]> {
  const rules = (await newestRules(db))?.rules as Pick<MoneyRules, 'approval'> | undefined;
  if (!rules) return [];
  const { perPayment, perRun, two } = rules.approval;
  const near = (limit: bigint) => (limit * NEAR_PERCENT + 99n) / 100n;
  const found: Unusual[] = [];
  for (const [currency, text] of Object.entries(perPayment)) {
    const limit = limitOf({ [currency]: text }, currency) ?? 0n;
    if (limit === 0n) continue;
    const { payments, rows } = await paymentsInRange(db, batches, { currency, from: near(limit), to: limit });
    if (payments > 0)
      found.push({
        kind: 'below_limit',
        title: `${pluralize(payments, 'payment')} just below a limit`,
        reason: `Above ${showMoney({ currency, minor: limit })} a payment needs an approval. ${payments === 1 ? 'Row' : 'Rows'} ${rows.join(', ')}${payments > rows.length ? ' and others' : ''}.`,
        row: rows[0] ?? null,
      });
  }
  const OF_RUN = [
    [perRun, 'an approval'],
    [two, 'two approvers'],
  ] as const;
  const approvers = (await listUsers(db)).filter((user) => isApproverOf(user, merchant));
  for (const { currency, minor } of totals) {
    const isNear = (limit: bigint) => limit > 0n && minor <= limit && minor >= near(limit);
    const title = `Total debit of ${showMoney({ currency, minor })}, just below a limit`;
    for (const [limits, needs] of OF_RUN) {
      const limit = limitOf(limits, currency) ?? 0n;
      if (isNear(limit)) {
        const reason = `Above ${showMoney({ currency, minor: limit })} a run needs ${needs}.`;
        found.push({ kind: 'below_limit', title, reason, row: null });
      }
    }
    const byLimit = Map.groupBy(approvers, ({ limits }) => limitOf(limits ?? {}, currency) ?? 0n);
    for (const [limit, users] of byLimit)
      if (isNear(limit)) {
        const names = users.map(({ name }) => name).join(', ');
        const reason = `Up to ${showMoney({ currency, minor: limit })} it can be approved by ${names}.`;
        found.push({ kind: 'below_limit', title, reason, row: null });
      }
  }
  return found;
}

const APPROVER = USER_ROLES.indexOf('approver');

/** Whether a user may approve runs of a merchant. */
const isApproverOf = ({ role, merchants, disabled_at }: UserRow, merchant: string): boolean =>
  disabled_at === null && USER_ROLES.indexOf(role) >= APPROVER && (merchants === null || merchants.includes(merchant));
