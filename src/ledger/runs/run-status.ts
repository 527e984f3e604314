import { runJobs } from '../../references/run-kinds.ts';
import type { BatchState, PaymentState, RunStatus } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { isDryRun } from '../db/dry-run.ts';

type Entry = readonly [status: RunStatus, condition: string];

const list = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ');
const hasBatch = (...states: readonly BatchState[]) => `h.batches && array[${list(states)}]`;
// The rows of a run that is loading, which the view `payment` leaves out, are not asked for: it is unread.
const hasPayment = (condition: string) =>
  `exists (select from payrun.payment_row p where p.run_id = r.id and ${condition})`;
const inState = (...states: readonly PaymentState[]) => hasPayment(`p.state in (${list(states)})`);
const hasReason = (state: PaymentState, ...codes: readonly string[]) =>
  hasPayment(`p.state = '${state}' and p.reason_code in (${list(codes)})`);

/** Values that several conditions about run `r` share: planning a query takes longer than its answer. */
const FACTS = {
  batches: `coalesce((select array_agg(distinct b.state) from payrun.batch b where b.run_id = r.id), '{}')`,
  is_any_unpaid: hasPayment(
    `(p.state in ('invalid', 'held', 'failed', 'returned') or p.state = 'canceled' and p.reason_code is distinct from 'superseded')`,
  ),
  merchants: `coalesce((select array_agg(distinct m.state) from payrun.merchant_row m where m.run_id = r.id), '{}')`,
  is_recipient_open: `r.recipients_in is null or not ${isDryRun('r')}
    and exists (select from payrun.recipient_row w where w.run_id = r.id and w.state = 'ready')`,
};
const facts = Object.entries(FACTS).map(([name, sql]) => `(${sql}) as ${name}`);
/** `offset 0` keeps the planner from putting a fact into each condition. */
const WITH_FACTS = `cross join lateral (select ${facts.join(',\n  ')} offset 0) h`;

const IS_MERCHANTS = `r.job in (${list(runJobs('merchants'))})`;
const IS_RECIPIENTS = `r.job in (${list(runJobs('recipients'))})`;
const HAS_OPEN_ROWS = `(${IS_MERCHANTS} and (h.merchants = '{}' or h.merchants && array['ready']) or ${IS_RECIPIENTS} and h.is_recipient_open)`;

const IS_UNREAD = `r.intake_at is null and not ${IS_MERCHANTS} and not ${IS_RECIPIENTS}`;
const IS_STOPPED = 'coalesce(r.blocked, r.refused) is not null';
const IS_PREPARED = hasBatch('approved', 'planned', 'creating', 'starting');

/** While a process has the run, only what needs a user changes its status: the rest is decided when it rests. */
const ALWAYS: readonly Entry[] = [
  ['action_required', `${IS_UNREAD} and r.refused is not null`],
  ['reading_file', IS_UNREAD],
  ['action_required', hasBatch('unknown')],
  ['action_required', inState('unknown', 'discrepancy')],
  [
    'action_required',
    'exists (select from payrun.batch_discrepancy d where d.run_id = r.id and d.accepted_by is null)',
  ],
  ['ready_to_submit', `r.confirmed_at is null and ${inState('ready')}`],
];

const AT_REST: readonly Entry[] = [
  [
    'action_required',
    `(${IS_MERCHANTS} and h.merchants && array['unknown'] or r.refused is not null and ${HAS_OPEN_ROWS})`,
  ],
  ['preparing', HAS_OPEN_ROWS],
  ['processing', `${IS_MERCHANTS} and h.merchants && array['waits']`],
  [
    'action_required',
    `exists (select from payrun.batch b where b.run_id = r.id and (b.state = 'open' or b.state = 'quoted' and b.quote is null))`,
  ],
  [
    'insufficient_funds',
    `exists (select from payrun.batch b where b.run_id = r.id
       and (b.state = 'waiting_funds' or b.state = 'approved' and b.missing_minor is not null))`,
  ],
  ['awaiting_approval', hasBatch('quoted')],
  ['awaiting_service_approval', hasBatch('awaiting_service_approval')],
  ['action_required', `${IS_STOPPED} and (${IS_PREPARED} or r.refused is not null and ${inState('ready')})`],
  ['scheduled', `${hasBatch('approved')} and coalesce(r.starts_at > now(), false)`],
  ['approved', hasBatch('approved')],
  ['preparing', hasBatch('planned', 'creating', 'starting')],
  ['processing', hasBatch('started')],
  ['preparing', inState('ready')],
];

/** A user who dismisses a row decides that it is not to be paid, so nothing is left to do about it. */
const ENDS: readonly Entry[] = [
  ['done', `(${IS_MERCHANTS} or ${IS_RECIPIENTS})`],
  ['action_required', `${inState('held')} and not ${isDryRun('r')}`],
  ['partly_paid', `h.is_any_unpaid and ${inState('processed')}`],
  ['paid', inState('processed')],
  ['already_paid', `not h.is_any_unpaid and ${inState('already_paid')}`],
  ['canceled', `not h.is_any_unpaid and ${inState('dismissed')}`],
  // A batch that was rejected in the payout service; also one whose payments the service all refused at its start.
  ['rejected', `(${hasReason('canceled', 'rejected')} or ${hasReason('failed', 'rejected_at_service')})`],
  ['canceled', hasReason('canceled', 'declined', 'not_confirmed', 'withdrawn', 'stopped')],
  // Its errors left nothing that a user could submit.
  [
    'not_submitted',
    `r.confirmed_at is null and not ${isDryRun('r')}
       and (${inState('invalid')} or ${hasReason('canceled', 'control_total', 'sheet_has_invalid_rows', 'pay_dates')})`,
  ],
  ['nothing_paid', 'true'],
];

const OPEN = [...ALWAYS, ...AT_REST];
const TABLE = [...OPEN, ...ENDS];
const whens = (entries: readonly Entry[], first: number) =>
  entries.map(([, condition], i) => `when ${condition} then ${first + i}`).join('\n    ');

/**
 * SQL of the number of the entry that is the status of run `r` with its facts `h`; 0 if a process has it, null if it
 * ends when a process has looked at it. `isAtRest`: SQL of whether that process ends its work.
 */
const found = (isAtRest: string) => `case
    ${whens(ALWAYS, 1)}
    when not ${isAtRest} and coalesce(r.lease_until > clock_timestamp(), false) then 0
    ${whens(AT_REST, ALWAYS.length + 1)}
    when not ${isAtRest} and r.finished_at is null then null
    ${whens(ENDS, OPEN.length + 1)} end`;

const STATUSES = `array[${list(TABLE.map(([status]) => status))}]`;

/** The statuses in which a run ends, as an SQL list. */
export const ENDED = list([...new Set(ENDS.map(([status]) => status))]);

/** SQL of all runs with their status by their payments and batches, if no process has them: `id`, `status`. */
export const STATUS_AT_REST = `select r.id, (${STATUSES})[${found('true')}] as status from payrun.run r ${WITH_FACTS}`;

/**
 * Writes the statuses of these runs, in the transaction that changes their payments or batches. `isAtRest`: the process
 * that has the run has ended its work.
 */
export async function updateRunStatus(db: Db, runs: readonly bigint[], isAtRest = false): Promise<void> {
  // Locks them first, because two users may decide about payments of one run at the same time.
  await db.query('select from payrun.run where id = any($1) order by id for no key update', [runs]);
  await db.query(WRITE, [runs, isAtRest]);
}

/** The same of a run that this process has and has locked. Planning the whole table takes longer. */
export async function updateStatusAtWork(db: Db, run: bigint): Promise<void> {
  await db.query(WRITE_AT_WORK, [[run]]);
}

const write = (n: string) => `
update payrun.run r set status = s.status, finished_at = case when s.is_end then coalesce(r.finished_at, now()) end
from (select r.id, r.status, r.finished_at, r.confirmed_at is not null as is_submitted, ${n} as n
  from payrun.run r ${WITH_FACTS} where r.id = any($1) offset 0) f
cross join lateral (select case when f.n > 0 then (${STATUSES})[f.n]
    when f.n = 0 and (f.status in ('approved', 'scheduled') or f.is_submitted and f.status in ('reading_file', 'ready_to_submit'))
      then 'preparing' else f.status end as status,
  case when f.n > 0 then f.n > ${OPEN.length} else f.finished_at is not null end as is_end) s
where r.id = f.id and (r.status, r.finished_at is not null) is distinct from (s.status, s.is_end)`;

const WRITE = write(found('$2'));
const WRITE_AT_WORK = write(`case ${whens(ALWAYS, 1)} else 0 end`);
