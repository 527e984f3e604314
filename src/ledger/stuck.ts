import type { RunState } from '../states.ts';
import type { Db } from './db.ts';
import { UNREPORTED } from './reports.ts';
import { UNREAD } from './sheet-runs.ts';

/** How many of something wait, and since when the oldest does. */
export interface Waiting {
  readonly n: number;
  /** Null where none do. */
  readonly oldest: Date | null;
}

/** What does not go on by itself, or should have by now. Counts, never whom it is about. */
export interface Stuck {
  /** Runs that are not done, by state. A run that nobody confirmed is not among `working`. */
  readonly runs: Readonly<Partial<Record<RunState, Waiting>>>;
  /** Confirmed runs that work is left of, and that no process has. */
  readonly abandoned: Waiting;
  /** Of the last week: a row that was held as a duplicate may stay so for ever. */
  readonly held: Waiting;
  readonly unknown: Waiting;
  /** Runs that are done and whose results are not written. */
  readonly unreported: Waiting;
  /** Webhook deliveries that nobody worked on. */
  readonly deliveries: Waiting;
  /** Webhook deliveries of the last week that do not agree with the ledger. */
  readonly refused: Waiting;
  /** Notices that did not get there yet; and those of the last week that never will. */
  readonly notices: Waiting;
  readonly lostNotices: Waiting;
  /** Sub-merchants of which nobody knows whether they were made. */
  readonly subMerchants: Waiting;
}

const WAITING: Readonly<Record<Exclude<keyof Stuck, 'runs'>, string>> = {
  abandoned: `select created_at as at from payrun.run r where (state = 'working' and confirmed_at is not null or ${UNREAD})
    and (lease_until is null or lease_until < now())`,
  held: `select p.created_at as at from payrun.payment p where p.state = 'held' and p.created_at > now() - interval '7 days'`,
  unknown: `select p.created_at as at from payrun.payment p where p.state in ('unknown', 'discrepancy')
    union all select created_at from payrun.batch where state = 'unknown'`,
  unreported: `select r.finished_at as at from payrun.run r join payrun.sheet s on s.id = r.sheet_id
    where ${UNREPORTED} and s.purged_at is null`,
  deliveries: `select received_at as at from payrun.webhook_delivery where state = 'new'`,
  refused: `select received_at as at from payrun.webhook_delivery where state = 'refused' and received_at > now() - interval '7 days'`,
  notices: `select n.created_at as at from payrun.notice_delivery d join payrun.notice n on n.id = d.notice_id where d.state = 'waiting'`,
  lostNotices: `select n.created_at as at from payrun.notice_delivery d join payrun.notice n on n.id = d.notice_id
    where d.state = 'given_up' and d.ended_at > now() - interval '7 days'`,
  subMerchants: `select intended_at as at from payrun.sub_merchant where state <> 'created'`,
};

/** Looks at all of it in two statements. Throws `database_unreachable`. */
export async function whatIsStuck(db: Db): Promise<Stuck> {
  const { rows } = await db.query<Waiting & { what: keyof typeof WAITING }>(
    Object.entries(WAITING)
      .map(([what, sql]) => `select '${what}' as what, count(*)::int as n, min(at) as oldest from (${sql}) w`)
      .join(' union all '),
  );
  const runs = await db.query<Waiting & { state: RunState }>(
    `select state, count(*)::int as n, min(created_at) as oldest from payrun.run
     where state <> 'done' and (state <> 'working' or confirmed_at is not null) group by 1`,
  );
  const waiting = Object.fromEntries(rows.map(({ what, n, oldest }) => [what, { n, oldest }]));
  return {
    ...(waiting as Record<keyof typeof WAITING, Waiting>),
    runs: Object.fromEntries(runs.rows.map(({ state, n, oldest }) => [state, { n, oldest }])),
  };
}
