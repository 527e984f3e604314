import type { NotifiedRun } from '../../ledger/notifications/notification.ts';
import { showPayDate } from '../../ledger/runs/pay-date.ts';
import { runResult } from '../../outcomes/run-result.ts';
import { debitDocument } from '../../outcomes/total-debits.ts';
import { isWaitedFor, waitingSums } from '../../outcomes/waiting-sums.ts';
import { runKind } from '../../references/run-kinds.ts';
import { withoutAccountNumbers } from '../../reports/without-account-numbers.ts';
import { countPayments, IN_WORK, type RunStatus } from '../../states.ts';
import { hasReleasable } from '../review/release-reasons.ts';
import type { NotificationContent, NotificationKind } from './notification-content.ts';

type Figures = Pick<
  NotificationContent,
  'runs' | 'counts' | 'rows' | 'merchants' | 'outcome' | 'reasons' | 'debits' | 'releasable'
>;

/** A notification that the current state of a sheet calls for. */
export interface PendingNotification {
  readonly kind: NotificationKind;
  /** Due if one of these stages was not notified before. */
  readonly stages: readonly string[];
  /** Also due if this is higher than ever before. */
  readonly figure: number;
  readonly content: Figures & Pick<NotificationContent, 'waiting' | 'second' | 'whyTwo' | 'payDate'>;
}

/**
 * The notifications that the runs of one sheet call for in their current states. None for dry runs and sheets that were
 * not submitted; while a run is being processed, it is not included. Merchants of one sheet share a notification.
 */
export function pendingNotifications(runs: readonly NotifiedRun[]): readonly PendingNotification[] {
  const finishedRuns = runs.filter(
    ({ options, confirmed, job }) => !options.dryRun && confirmed && runKind(job).notifies === 'all',
  );
  if (finishedRuns.length === 0) return stuckMerchants(runs);
  const resting = finishedRuns.filter(({ facts }) => !IN_WORK.includes(facts.status.outcome));
  return [
    ...finished(finishedRuns),
    ...waiting('needs_approval', 'awaiting_approval', resting),
    ...waiting('needs_funds', 'insufficient_funds', resting),
    ...waiting('needs_service_approval', 'awaiting_service_approval', resting),
    ...rowsFailed(finishedRuns, resting),
    ...rowsHeld(resting),
    ...needsPerson(resting),
    ...payDateMoved(finishedRuns),
  ];
}

const isEnded = ({ facts }: NotifiedRun) => facts.status.isFinished;

function finished(runs: readonly NotifiedRun[]): readonly PendingNotification[] {
  if (!runs.every(isEnded)) return [];
  return [{ kind: 'finished', stages: ['done'], figure: 0, content: figuresOf(runs) }];
}

/** Each batch is a stage of its own: another batch, or one that needs approval again, is due; fewer batches are not. */
function waiting(
  kind: NotificationKind,
  status: RunStatus,
  resting: readonly NotifiedRun[],
): readonly PendingNotification[] {
  const runs = resting.filter(({ facts }) => facts.status.outcome === status);
  const batches = runs.flatMap((run) => run.waiting.filter((batch) => isWaitedFor(status, batch.state)));
  if (batches.length === 0) return [];
  const sums = waitingSums(
    runs.map(({ facts }) => facts.status),
    status,
  );
  const asked = status === 'awaiting_approval';
  const stages = batches.map(({ batch, approvals }) => (asked ? `${batch} ${approvals}` : batch));
  const whyTwo = asked ? batches.find((batch) => batch.whyTwo !== null)?.whyTwo : null;
  const content = {
    ...figuresOf(runs),
    ...(whyTwo ? { whyTwo } : {}),
    waiting: {
      payments: countPayments(sums),
      debits: Object.fromEntries(
        sums.map(({ currency, payments, totalDebit }) => [
          currency,
          { rows: payments, minor: totalDebit === null ? null : String(totalDebit) },
        ]),
      ),
    },
    ...(asked && batches.every(({ approvals }) => approvals.endsWith('+1')) ? { second: true } : {}),
  };
  return [{ kind, stages, figure: 0, content }];
}

/** Invalid rows are reported once known; failed and returned payments when all runs are done. */
function rowsFailed(
  finishedRuns: readonly NotifiedRun[],
  resting: readonly NotifiedRun[],
): readonly PendingNotification[] {
  const figures = figuresOf(resting);
  const { invalid = 0, failed = 0, returned = 0 } = figures.counts;
  const done = finishedRuns.every(isEnded);
  const stages = [
    ...(invalid > 0 ? ['refused'] : []),
    ...(done && failed > 0 ? [`failed ${failed}`] : []),
    ...(done && returned > 0 ? [`returned ${returned}`] : []),
  ];
  return stages.length > 0 ? [{ kind: 'rows_failed', stages, figure: 0, content: figures }] : [];
}

function rowsHeld(resting: readonly NotifiedRun[]): readonly PendingNotification[] {
  const content = figuresOf(resting);
  const { held = 0 } = content.counts;
  return held > 0 ? [{ kind: 'rows_held', stages: [], figure: held, content }] : [];
}

const requiresAction = (run: NotifiedRun) => run.facts.status.outcome === 'action_required' && !isEnded(run);

/** Runs whose payments have an outcome or a next step that only a user can determine. */
function needsPerson(resting: readonly NotifiedRun[]): readonly PendingNotification[] {
  const runs = resting.filter(
    (run) =>
      requiresAction(run) || (run.facts.status.counts.unknown ?? 0) + (run.facts.status.counts.discrepancy ?? 0) > 0,
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

/** Each move is notified once; of several since the last check, the text has the latest. */
function payDateMoved(runs: readonly NotifiedRun[]): readonly PendingNotification[] {
  const moved = runs.filter((run) => !isEnded(run) && run.moves.length > 0);
  const last = moved.at(-1)?.moves.at(-1);
  if (last === undefined) return [];
  const { kind, actor, before, on, startsAt, zone, because } = last;
  const sent =
    on === null || startsAt === null || zone === null
      ? null
      : showPayDate({ on, startsAt: new Date(startsAt), zone, because });
  const payDate = { by: kind === 'pay_date_set' ? null : actor, before, on, sent };
  const stages = moved.flatMap(({ id, moves }) => moves.map(({ seq }) => `run ${id} ${seq}`));
  return [{ kind: 'pay_date_moved', stages, figure: 0, content: { ...figuresOf(moved), payDate } }];
}

function stuckMerchants(runs: readonly NotifiedRun[]): readonly PendingNotification[] {
  const stuck = runs.filter(
    (run) => runKind(run.job).notifies === 'action_required' && !run.options.dryRun && requiresAction(run),
  );
  return needsPerson(stuck);
}

/** The number of runs of a sheet with many merchants that are named individually. */
const MOST_NAMED = 10;

function figuresOf(runs: readonly NotifiedRun[]): Figures {
  const { outcome, counts, rows, reasons, debits } = runResult(runs.map(({ facts }) => facts));
  return {
    runs: runs.slice(0, MOST_NAMED).map(({ id }) => String(id)),
    outcome,
    counts,
    rows,
    reasons: reasons.map((one) => ({ ...one, reason: withoutAccountNumbers(one.reason) })),
    debits: debits.map(debitDocument),
    releasable: runs.some(({ facts }) => hasReleasable(facts.status.reasons)),
    merchants: [...new Set(runs.map(({ merchant }) => merchant))],
  };
}
