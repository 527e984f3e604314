import { pluralize } from '../platform/pluralize.ts';
import { as, type Value } from '../references/value.ts';
import type { ApprovalLine } from '../reports/approval-line.ts';
import { APPROVAL_SCHEMA } from './documents/approval-schema.ts';
import { type Door, defineList } from './list.ts';

/** A run that awaits approval. A page adds why its reader cannot approve it together with others. */
export interface ListedApproval extends ApprovalLine {
  readonly why?: string | null;
}

/** Amounts are counted: each is listed with its reason on the run page. */
function unusualTitles(unusual: ApprovalLine['unusual']): readonly string[] {
  const amounts = unusual.filter(({ kind, row }) => kind === 'amount_above' && row !== null).length;
  const totals = unusual.filter(({ kind }) => kind === 'total_above').length;
  return [
    ...unusual.flatMap(({ kind, title, row }) =>
      kind === 'total_above' || (kind === 'amount_above' && row !== null) ? [] : [title],
    ),
    amounts > 0 ? `${pluralize(amounts, 'amount')} far above earlier ones` : '',
    totals > 0 ? `${totals === 1 ? 'total' : 'totals'} far above earlier runs` : '',
  ];
}

/** "1 changed account; 4 new recipients; 2 warnings". */
function unusualWords(line: ApprovalLine): string {
  const { changedAccounts, corrected, cameBack, newRecipients, released, warned, unusual, held } = line;
  const changed = changedAccounts.count - changedAccounts.uncertain;
  const words = [
    changed > 0 ? pluralize(changed, 'changed account') : '',
    changedAccounts.uncertain > 0 ? `${pluralize(changedAccounts.uncertain, 'possibly changed account')}` : '',
    corrected.count > 0 ? `${pluralize(corrected.count, 'row')} corrected` : '',
    cameBack.count > 0
      ? `${cameBack.count} with last payment failed or returned${cameBack.changed > 0 ? `, ${cameBack.changed} to another account` : ''}`
      : '',
    ...unusualTitles(unusual),
    newRecipients.payments > 0 ? pluralize(newRecipients.count, 'new recipient') : '',
    released.count > 0 ? `${released.count} released` : '',
    warned.count > 0 ? pluralize(warned.count, 'warning') : '',
    held.count > 0 ? `${held.count} on hold` : '',
  ].filter(Boolean);
  return words.length === 0 ? 'nothing' : words.join('; ');
}

/** The total debit of each balance, and whether the balance does not cover it. */
const totalDebit = ({ balances }: ApprovalLine): Value =>
  as.lines(
    balances.flatMap(({ debit, currency, after }) => [
      debit === null ? `${currency} not quoted yet` : as.decimal(debit, currency),
      ...(after?.startsWith('-') ? [as.status('wait', 'Insufficient funds', 'insufficient_funds')] : []),
    ]),
  );

const PLAIN: readonly Door[] = ['terminal', 'csv'];

/** The runs that await approval, newest first. */
export const approvalList = defineList({
  name: 'approvals',
  title: 'Approvals',
  caption: 'Runs awaiting approval',
  role: 'viewer',
  filters: {},
  columns: [
    { name: 'run', title: 'Run', doors: PLAIN, value: ({ run }: ListedApproval) => run },
    {
      name: 'run',
      title: 'Run',
      doors: ['page'],
      names: true,
      value: ({ run, sheet }) => as.link('approve', run, sheet ?? `Run ${run}`),
    },
    {
      name: 'about',
      title: 'Submitted',
      doors: ['page'],
      under: 'run',
      value: ({ run, maker, submittedAt }) =>
        as.words`Run ${run}, submitted by ${maker} ${as.time(new Date(submittedAt))}`,
    },
    {
      name: 'merchant',
      title: 'Merchant',
      doors: ['page'],
      under: 'run',
      unless: 'same',
      value: ({ merchant }) => merchant,
    },
    { name: 'submitted', title: 'Submitted', doors: PLAIN, value: (one) => as.time(new Date(one.submittedAt)) },
    { name: 'sheet', title: 'Sheet', doors: PLAIN, value: ({ sheet }) => sheet },
    { name: 'merchant', title: 'Merchant', doors: PLAIN, value: ({ merchant }) => merchant },
    { name: 'by', title: 'By', doors: PLAIN, value: ({ maker }) => maker },
    { name: 'payments', title: 'Payments', value: ({ payments }) => as.count(payments) },
    {
      name: 'recipients',
      title: 'Recipients',
      doors: ['page'],
      under: 'payments',
      value: ({ recipients }) => as.whole(pluralize(recipients, 'recipient')),
    },
    { name: 'recipients', title: 'Recipients', doors: PLAIN, value: ({ recipients }) => as.count(recipients) },
    { name: 'debit', title: 'Total debit', compact: 'beside titled', value: totalDebit },
    { name: 'unusual', title: 'Unusual', wide: true, compact: 'line', value: unusualWords },
    { name: 'why', title: 'Why', doors: ['page'], under: 'unusual', value: ({ why }) => why ?? null },
    { name: 'approvals', title: 'Approvals', value: ({ approvals: { given, needed } }) => `${given} of ${needed}` },
  ],
  read: async ({ ledger }, scope, { after, limit }) => {
    const [{ selectRunList }, { listApprovals }, { parseRunId }] = await Promise.all([
      import('../ledger/views/run-list.ts'),
      import('../reports/approval-line.ts'),
      import('../ledger/merchants/scope.ts'),
    ]);
    const asked = { status: 'awaiting_approval', before: parseRunId(after ?? undefined), limit: limit + 1 } as const;
    const found = (await selectRunList(ledger.db, scope, asked)).map(({ id }) => id);
    const shown = found.slice(0, limit);
    return {
      rows: await listApprovals(ledger, shown),
      next: found.length > limit ? String(shown.at(-1)) : null,
    };
  },
  empty: {
    what: 'Nothing awaits approval.',
    page: 'A run appears here as soon as its payments are quoted.',
  },
  perPage: 20,
  command: {
    name: 'approvals',
    group: 'Review',
    summary: 'the runs that await approval, with anything unusual about them',
    examples: [['payrun approvals', 'runs to approve with `payrun approve`']],
    most: 100,
  },
  documentSchema: APPROVAL_SCHEMA,
  document: ({ why: _, ...line }) => line,
});
