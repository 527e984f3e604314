import type { LastPlannedBalance } from '../../engine/merchants/planned-balances.ts';
import type { RunPlan } from '../../engine/plan/run-plan.ts';
import type { getRunColumns } from '../../engine/review/match-columns.ts';
import { codeWords } from '../../events/code-words.ts';
import type { CurrentShortfall } from '../../ledger/runs/shortfalls.ts';
import { MOST_LOOKED_AT, type ProblemGroup } from '../../ledger/views/run-problems.ts';
import { averageRate } from '../../outcomes/average-rate.ts';
import type { MoneyLine } from '../../outcomes/run-money.ts';
import { stateWord, toStatusValue } from '../../outcomes/status-value.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { columnTitle } from '../../references/column-label.ts';
import { withShownAccounts } from '../../references/shown-account.ts';
import { as, type Value } from '../../references/value.ts';
import type { PaymentState } from '../../states.ts';
import { countColumn, defineTable } from '../list.ts';

/** The amounts that the payout service reported for paid and processing payments of a run. */
export const reportedAmounts = defineTable<MoneyLine>('Amounts reported by the payout service', [
  {
    ...{ name: 'currency', title: 'Currency', names: true },
    value: ({ from, to }) => (from === to ? from : `${from} to ${to}`),
  },
  { name: 'status', title: 'Status', value: ({ state }) => toStatusValue(state) },
  countColumn('payments', 'Payments', ({ payments }) => payments),
  { name: 'debit', title: 'Total debit', value: ({ from, totalDebit }) => as.money(totalDebit, from) },
  { name: 'fees', title: 'Fees', value: ({ from, fees }) => as.money(fees, from) },
  {
    ...{ name: 'deducted', title: 'Deducted from recipients', minor: true },
    value: ({ from, recipientFees }) => as.money(recipientFees, from),
  },
  { name: 'rate', title: 'Average rate', unless: 'empty', value: averageOf },
]);

function averageOf({ from, to, sent, recipientFees, recipientGets }: MoneyLine): Value {
  const converted = { currency: from, minor: sent - recipientFees };
  return as.rate(from, to, averageRate(converted, { [to]: String(recipientGets) }));
}

/** The shortfall of a run with insufficient funds, by the newest balances. */
export const shortfalls = defineTable<CurrentShortfall>('Shortfall', [
  { name: 'currency', title: 'Currency', names: true, value: ({ currency }) => currency },
  { name: 'debit', title: 'Total debit', value: ({ debit, currency }) => as.money(debit, currency) },
  {
    ...{ name: 'balance', title: 'Balance' },
    value: ({ balance, currency }) => as.money(balance, currency) ?? 'not loaded',
  },
  {
    ...{ name: 'at', title: 'As of', under: 'balance' },
    value: ({ balance, at }) => (balance === null ? null : as.time(at)),
  },
  { name: 'missing', title: 'Missing', value: (one) => (one.isShort ? missingAmount(one) : 'nothing') },
]);

export const missingAmount = ({ currency, missing }: Pick<CurrentShortfall, 'currency' | 'missing'>): Value =>
  missing > 0n ? as.money(missing, currency) : `${currency}, as reported by the payout service`;

export const getPlanBalances = defineTable<LastPlannedBalance>('Balances, and amounts needed before fees', [
  { name: 'merchant', title: 'Merchant', unless: 'same', value: ({ merchant }) => merchant },
  { name: 'currency', title: 'Currency', names: true, value: ({ currency }) => currency },
  {
    ...{ name: 'available', title: 'Available' },
    value: ({ available, currency }) => as.money(available, currency) ?? 'not known',
  },
  {
    ...{ name: 'at', title: 'As of', under: 'available' },
    value: ({ available, at }) => (available === null || at === null ? null : as.words`loaded ${as.time(at)}`),
  },
  {
    ...{ name: 'committed', title: 'Committed to other runs', unless: 'empty', right: true },
    value: ({ committed, currency }) => (committed === 0n ? null : as.words`at least ${as.money(committed, currency)}`),
  },
  { name: 'debit', title: 'Total debit', value: ({ minor, currency }) => as.money(minor, currency) },
  {
    ...{ name: 'unpriced', title: 'Not quoted', under: 'debit' },
    value: ({ unpriced }) => (unpriced === 0 ? null : `and ${pluralize(unpriced, 'payment')} not quoted yet`),
  },
  {
    ...{ name: 'short', title: 'Short', unless: 'empty' },
    value: ({ after, currency, unpriced }) => {
      if (after === null || after >= 0n) return null;
      const short = as.money(-after, currency);
      return unpriced > 0 ? as.words`at least ${short}` : short;
    },
  },
]);

export const sheetColumns = defineTable<ReturnType<typeof getRunColumns>[number]>('Columns of the sheet', [
  { name: 'letter', title: '', minor: true, value: ({ letter }) => letter },
  { name: 'header', title: 'Header', names: true, value: ({ header }) => header },
  { name: 'column', title: 'Column', value: ({ column }) => (column ? columnTitle(column) : 'not used') },
  { name: 'reason', title: 'Reason', wide: true, value: ({ how }) => how },
]);

/** The runs of a sheet of several merchants. */
export const plansByMerchant = defineTable<NonNullable<RunPlan['merchants']>[number]>('By merchant', [
  { name: 'merchant', title: 'Merchant', names: true, value: ({ merchant }) => merchant },
  { name: 'run', title: 'Run', value: ({ run }) => as.link('run', run, `run ${run}`) },
  countColumn('payments', 'Payments', ({ payable }) => payable),
  countColumn('rows', 'Rows', ({ rows }) => rows),
]);

/** Reasons that rows of a run are in a status, each with its first rows. */
export const problemGroups = (run: bigint, state: PaymentState) =>
  defineTable<ProblemGroup>(`Reasons: ${stateWord(state).toLowerCase()}`, [
    { name: 'column', title: 'Column', unless: 'empty', value: ({ column }) => column && columnTitle(column) },
    {
      ...{ name: 'reason', title: 'Reason for the first row', names: true, wide: true },
      value: ({ message, code }) => withShownAccounts(message || codeWords(code)),
    },
    {
      ...{ name: 'rows', title: 'Rows', compact: 'beside' },
      value: ({ rows }) =>
        rows >= MOST_LOOKED_AT ? as.words`${as.count(rows)}${as.quiet(' or more')}` : as.count(rows),
    },
    {
      ...{ name: 'first', title: 'First rows', compact: 'line' },
      value: ({ first }) =>
        as.joined(
          first.map(({ row, recipientName: name }) =>
            as.link('row', `${run} ${row} ${state}`, `${name === null ? '' : `${name}, `}row ${row}`),
          ),
        ),
    },
  ]);
