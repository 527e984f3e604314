import type { ToldRun } from '../../ledger/notifications/notification.ts';
import { runResult } from '../../outcomes/run-result.ts';
import { paysNobody } from '../../references/run-kinds.ts';
import { withoutAccountNumbers } from '../../reports/without-account-numbers.ts';
import type { NotificationContent, NotificationKind, Sum } from './notification-content.ts';

type Figures = Pick<
  NotificationContent,
  'runs' | 'counts' | 'rows' | 'merchants' | 'outcome' | 'reasons' | 'totals' | 'money'
>;

/** Something that people may want to know of a sheet. */
export interface PendingNotification {
  readonly kind: NotificationKind;
  /** It is news where one of these was not told before. */
  readonly stages: readonly string[];
  /** Or where this is more than it ever was. */
  readonly figure: number;
  readonly content: Figures & Pick<NotificationContent, 'waiting' | 'second' | 'whyTwo'>;
}

/**
 * What there is to tell of the runs of one sheet, from where they stand. Nothing of a dry run, of a sheet that nobody said yes
 * to, and of a run that is being worked on. Several merchants of one sheet are told of together.
 */
export function pendingNotifications(runs: readonly ToldRun[]): readonly PendingNotification[] {
  const told = runs.filter(({ options, confirmed, job }) => !options.dryRun && confirmed && !paysNobody(job));
  if (told.length === 0) return stuckMerchants(runs);
  const resting = told.filter(({ state }) => state !== 'working');
  return [
    ...finished(told),
    ...waiting('needs_approval', 'waiting_approval', resting),
    ...waiting('needs_funds', 'waiting_funds', resting),
    ...waiting('needs_service_approval', 'awaiting_service_approval', resting),
    ...rowsFailed(told, resting),
    ...rowsHeld(resting),
    ...needsPerson(resting),
  ];
}

function finished(runs: readonly ToldRun[]): readonly PendingNotification[] {
  if (!runs.every(({ state }) => state === 'done')) return [];
  return [{ kind: 'finished', stages: ['done'], figure: 0, content: figuresOf(runs) }];
}

/** In which states batches keep a run in one. */
const WAITING_BATCHES: Readonly<Partial<Record<ToldRun['state'], readonly string[]>>> = {
  waiting_approval: ['quoted'],
  waiting_funds: ['waiting_funds', 'approved'],
  awaiting_service_approval: ['awaiting_service_approval'],
};

/** Batches wait one by one: another one, or one that has to be approved again, is news; fewer than before are none. */
function waiting(
  kind: NotificationKind,
  state: ToldRun['state'],
  resting: readonly ToldRun[],
): readonly PendingNotification[] {
  const waits = WAITING_BATCHES[state] ?? [];
  const runs = resting.filter((run) => run.state === state);
  const batches = runs.flatMap((run) => run.waiting.filter((batch) => waits.includes(batch.state)));
  if (batches.length === 0) return [];
  const debits: Record<string, Sum> = {};
  for (const { currency, payments, debit } of batches) {
    const before = debits[currency] ?? { rows: 0, minor: '0' };
    debits[currency] = { rows: before.rows + payments, minor: String(BigInt(before.minor) + BigInt(debit ?? '0')) };
  }
  const asked = state === 'waiting_approval';
  const stages = batches.map(({ batch, approvals }) => (asked ? `${batch} ${approvals}` : batch));
  const whyTwo = asked ? batches.find((batch) => batch.whyTwo !== null)?.whyTwo : null;
  const content = {
    ...figuresOf(runs),
    ...(whyTwo ? { whyTwo } : {}),
    waiting: { payments: batches.reduce((sum, { payments }) => sum + payments, 0), debits },
    ...(asked && batches.every(({ approvals }) => approvals.endsWith('+1')) ? { second: true } : {}),
  };
  return [{ kind, stages, figure: 0, content }];
}

/** Rows that were refused are told of as soon as that is known; those that failed or came back, once their run is done. */
function rowsFailed(told: readonly ToldRun[], resting: readonly ToldRun[]): readonly PendingNotification[] {
  const figures = figuresOf(resting);
  const { invalid = 0, failed = 0, returned = 0 } = figures.counts;
  const done = told.every(({ state }) => state === 'done');
  const stages = [
    ...(invalid > 0 ? ['refused'] : []),
    ...(done && failed > 0 ? [`failed ${failed}`] : []),
    ...(done && returned > 0 ? [`returned ${returned}`] : []),
  ];
  return stages.length > 0 ? [{ kind: 'rows_failed', stages, figure: 0, content: figures }] : [];
}

function rowsHeld(resting: readonly ToldRun[]): readonly PendingNotification[] {
  const content = figuresOf(resting);
  const { held = 0 } = content.counts;
  return held > 0 ? [{ kind: 'rows_held', stages: [], figure: held, content }] : [];
}

/** Where nobody but a person can say what happened, or what is to be done. */
function needsPerson(resting: readonly ToldRun[]): readonly PendingNotification[] {
  const runs = resting.filter(
    ({ state, facts }) =>
      state === 'needs_person' || (facts.standing.counts.unknown ?? 0) + (facts.standing.counts.discrepancy ?? 0) > 0,
  );
  if (runs.length === 0) return [];
  const content = figuresOf(runs);
  const stages = runs.map(({ id }) => `run ${id}`);
  return [
    {
      kind: 'needs_person',
      stages,
      figure: (content.counts.unknown ?? 0) + (content.counts.discrepancy ?? 0),
      content,
    },
  ];
}

function stuckMerchants(runs: readonly ToldRun[]): readonly PendingNotification[] {
  const stuck = runs.filter(
    ({ job, options, state }) => paysNobody(job) && !options.dryRun && state === 'needs_person',
  );
  return needsPerson(stuck);
}

/** Runs of a sheet of many merchants that are named one by one. */
const MOST_NAMED = 10;

function figuresOf(runs: readonly ToldRun[]): Figures {
  const { outcome, counts, rows, reasons, sums, money } = runResult(runs.map(({ facts }) => facts));
  return {
    runs: runs.slice(0, MOST_NAMED).map(({ id }) => String(id)),
    outcome,
    counts,
    rows,
    reasons: reasons.map((one) => ({ ...one, reason: withoutAccountNumbers(one.reason) })),
    totals: Object.fromEntries(
      Object.entries(sums)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, sum]) => [currency, { rows: sum.rows, minor: String(sum.minor) }]),
    ),
    money: money.map(({ state, from, to, payments, totalDebit, fees, recipientGets }) => ({
      ...{ state, from, to, payments },
      totalDebit: String(totalDebit),
      fees: String(fees),
      recipientGets: String(recipientGets),
    })),
    merchants: [...new Set(runs.map(({ merchant }) => merchant))],
  };
}
