import type { Outcome } from '../../outcomes/run-outcome.ts';
import type { Db } from '../db/db.ts';
import { isDryRun } from './dry-run.ts';
import { UNREPORTED } from './reported-runs.ts';
import { readRunOutcomes } from './run-facts.ts';
import { UNREAD } from './sheet-runs.ts';

/** Number of waiting items, and the time of the oldest. */
export interface WaitingCount {
  readonly n: number;
  /** Null if none wait. */
  readonly oldest: Date | null;
}

/** Work that does not continue by itself, or is overdue. Counts only, without names. */
export interface Backlog {
  /** Runs that are not done, by outcome. Omits runs in work that were not submitted. */
  readonly runs: Readonly<Partial<Record<Outcome, WaitingCount>>>;
  /** Submitted runs with work left, and uploads with an unread sheet, that no process has. */
  readonly abandoned: WaitingCount;
  /** Payments on hold from the last week; a duplicate may stay on hold forever. */
  readonly held: WaitingCount;
  /** Unconfirmed payments, including those of unconfirmed batches. */
  readonly unconfirmed: WaitingCount;
  readonly discrepancies: WaitingCount;
  /** Done runs whose results are not written. */
  readonly unreported: WaitingCount;
  /** Webhook deliveries that are not processed yet. */
  readonly deliveries: WaitingCount;
  /** Webhook deliveries of the last week that contradict the ledger. */
  readonly refused: WaitingCount;
  /** Notifications that are not delivered yet; `lostNotices`: those given up in the last week. */
  readonly notifications: WaitingCount;
  readonly failedNotifications: WaitingCount;
  /** Sub-merchants whose creation is unconfirmed. */
  readonly subMerchants: WaitingCount;
}

const WAITING: Readonly<Record<Exclude<keyof Backlog, 'runs'>, string>> = {
  abandoned: `select created_at as at from payrun.run r where (state = 'working' and confirmed_at is not null or ${UNREAD})
    and (lease_until is null or lease_until < now())`,
  held: `select p.created_at as at from payrun.payment p join payrun.run r on r.id = p.run_id and not ${isDryRun('r')}
    where p.state = 'held' and p.created_at > now() - interval '7 days'`,
  unconfirmed: `select p.created_at as at from payrun.payment p where p.state = 'unknown'
    union all select p.created_at from payrun.batch b join payrun.payment p on p.batch_id = b.id
      where b.state = 'unknown' and p.state = 'batched'`,
  discrepancies: `select p.created_at as at from payrun.payment p where p.state = 'discrepancy'`,
  unreported: `select r.finished_at as at from payrun.run r join payrun.sheet s on s.id = r.sheet_id
    where ${UNREPORTED} and s.purged_at is null`,
  deliveries: `select received_at as at from payrun.webhook_delivery where state = 'new'`,
  refused: `select received_at as at from payrun.webhook_delivery where state = 'refused' and received_at > now() - interval '7 days'`,
  notifications: `select n.created_at as at from payrun.notification_delivery d join payrun.notification n on n.id = d.notification_id where d.state = 'waiting'`,
  failedNotifications: `select n.created_at as at from payrun.notification_delivery d join payrun.notification n on n.id = d.notification_id
    where d.state = 'given_up' and d.ended_at > now() - interval '7 days'`,
  subMerchants: `select intended_at as at from payrun.sub_merchant where state <> 'created'`,
};

/** Reads the whole backlog in a few statements. Throws `database_unreachable`. */
export async function findBacklog(db: Db): Promise<Backlog> {
  const { rows } = await db.query<WaitingCount & { what: keyof typeof WAITING }>(
    Object.entries(WAITING)
      .map(([what, sql]) => `select '${what}' as what, count(*)::int as n, min(at) as oldest from (${sql}) w`)
      .join(' union all '),
  );
  const waiting = Object.fromEntries(rows.map(({ what, n, oldest }) => [what, { n, oldest }]));
  return {
    ...(waiting as Record<keyof typeof WAITING, WaitingCount>),
    runs: await openRuns(db),
  };
}

async function openRuns(db: Db): Promise<Backlog['runs']> {
  const { rows } = await db.query<{ id: bigint; created_at: Date }>(
    `select id, created_at from payrun.run
     where state <> 'done' and (state <> 'working' or confirmed_at is not null) order by created_at`,
  );
  const outcomes = await readRunOutcomes(
    db,
    rows.map(({ id }) => id),
  );
  const found = [...Map.groupBy(rows, ({ id }) => outcomes.get(id)!)];
  return Object.fromEntries(found.map(([outcome, of]) => [outcome, { n: of.length, oldest: of[0]!.created_at }]));
}
