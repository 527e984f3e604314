import type { Outcome } from '../../outcomes/run-outcome.ts';
import type { Db } from '../db/db.ts';
import { UNREPORTED } from './reported-runs.ts';
import { readRunOutcomes } from './run-facts.ts';
import { UNREAD } from './sheet-runs.ts';

/** How many of something wait, and since when the oldest does. */
export interface WaitingCount {
  readonly n: number;
  /** Null where none do. */
  readonly oldest: Date | null;
}

/** What does not go on by itself, or should have by now. Counts, never whom it is about. */
export interface Backlog {
  /** Runs that are not done, by what they wait for. One that nobody has submitted is not among them. */
  readonly runs: Readonly<Partial<Record<Outcome, WaitingCount>>>;
  /** Confirmed runs that work is left of, and that no process has. */
  readonly abandoned: WaitingCount;
  /** Of the last week: a row that was held as a duplicate may stay so for ever. */
  readonly held: WaitingCount;
  /** Payments of which nobody knows whether they were made, those of unconfirmed batches with them. */
  readonly unconfirmed: WaitingCount;
  readonly discrepancies: WaitingCount;
  /** Runs that are done and whose results are not written. */
  readonly unreported: WaitingCount;
  /** Webhook deliveries that nobody worked on. */
  readonly deliveries: WaitingCount;
  /** Webhook deliveries of the last week that do not agree with the ledger. */
  readonly refused: WaitingCount;
  /** Notices that did not get there yet; and those of the last week that never will. */
  readonly notices: WaitingCount;
  readonly lostNotices: WaitingCount;
  /** Sub-merchants of which nobody knows whether they were made. */
  readonly subMerchants: WaitingCount;
}

const WAITING: Readonly<Record<Exclude<keyof Backlog, 'runs'>, string>> = {
  abandoned: `select created_at as at from payrun.run r where (state = 'working' and confirmed_at is not null or ${UNREAD})
    and (lease_until is null or lease_until < now())`,
  held: `select p.created_at as at from payrun.payment p where p.state = 'held' and p.created_at > now() - interval '7 days'`,
  unconfirmed: `select p.created_at as at from payrun.payment p where p.state = 'unknown'
    union all select p.created_at from payrun.batch b join payrun.payment p on p.batch_id = b.id
      where b.state = 'unknown' and p.state = 'batched'`,
  discrepancies: `select p.created_at as at from payrun.payment p where p.state = 'discrepancy'`,
  unreported: `select r.finished_at as at from payrun.run r join payrun.sheet s on s.id = r.sheet_id
    where ${UNREPORTED} and s.purged_at is null`,
  deliveries: `select received_at as at from payrun.webhook_delivery where state = 'new'`,
  refused: `select received_at as at from payrun.webhook_delivery where state = 'refused' and received_at > now() - interval '7 days'`,
  notices: `select n.created_at as at from payrun.notice_delivery d join payrun.notice n on n.id = d.notice_id where d.state = 'waiting'`,
  lostNotices: `select n.created_at as at from payrun.notice_delivery d join payrun.notice n on n.id = d.notice_id
    where d.state = 'given_up' and d.ended_at > now() - interval '7 days'`,
  subMerchants: `select intended_at as at from payrun.sub_merchant where state <> 'created'`,
};

/** Looks at all of it in a few statements. Throws `database_unreachable`. */
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
