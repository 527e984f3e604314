import { LIVE_IN_BATCH } from '../db/state-lists.ts';
import { toRecipient } from '../recipients/shown-recipient.ts';

/**
 * The criteria by which hold rules compare rows with earlier payments, as bits of `payment_row.due`. A rule reads the
 * earlier payments only of rows for which `MARK_DUE` found one that can matter to it: nearly no row has one, and
 * reading the 20 earlier payments of each of 100,000 rows took five rules 40 s.
 */
const DUE = { reference: 1, account: 2, duplicate: 4, amount: 8, sharedAccount: 16 } as const;
export type DueRule = keyof typeof DUE;

/**
 * SQL condition that a rule has earlier payments to compare row `row` with. `> 0` and not `=`: of that the
 * planner expects nearly no rows, and compares each with all others.
 */
export const isDue = (rule: DueRule, row: string): string => `${row}.due & ${DUE[rule]} > 0`;

/** A rule that compares the rows of a run with earlier payments. It finds nothing if it is due for no row. */
export interface RuleAgainstEarlier {
  readonly due: DueRule;
  readonly sql: string;
}

/** Whether rule `rule` is in `due`, the rules that are due for at least one row. */
export const isAmongDue = (rule: DueRule, due: number): boolean => (due & DUE[rule]) > 0;

/**
 * SQL condition that there is an earlier payment `e` that meets `by`, which is the condition of an index, and `also`.
 * `offset 0` keeps the planner from another index, by which
 * it would read every payment of a recipient.
 */
const found = (by: string, also = 'true'): string =>
  `exists (select from (select * from payrun.payment e where ${by} offset 0) e where ${also})`;

const IN_BATCH = `e.state in (${LIVE_IN_BATCH})`;
/** Expressions of the indexes, letter by letter: see the migrations "due-rules" and "narrower-account-index". */
const ACCOUNT = `case when ${IN_BATCH} then coalesce(e.paid_account_fp, ''::bytea) end`;
const OF_RECIPIENT = 'e.recipient_fp = n.recipient_fp and e.merchant_id = n.merchant_id';
const READY = `e.state = 'ready' and ${OF_RECIPIENT}`;
const DECIDED = `e.state <> 'ready' and ${OF_RECIPIENT}`;
const LATEST = `${IN_BATCH} and substring(e.recipient_fp from 1 for 8) = substring(n.recipient_fp from 1 for 8)`;
const LATEST_AT = `case when e.state = 'processed' then coalesce(e.final_at, e.created_at) else 'infinity'::timestamptz end`;
const SAME_AMOUNT = 'n.minor in (e.minor, e.paid_source_minor, e.paid_target_minor)';
/** Of so many payments one nearly always shows that an amount is usual; if none does, the rule looks at all. */
const LOOKED_AT = 4;
const WHOSE = (row: string): string =>
  `(substring(${row}.recipient_fp from 1 for 8), substring(coalesce(${row}.person_fp, ${row}.recipient_fp) from 1 for 8))`;
const OF_PERSON = `e.merchant_id = n.merchant_id and e.person_fp = n.person_fp and e.person_fp <> e.recipient_fp`;

/** There are payments of the same person under another key. */
const OTHER_KEY = [
  found(`${OF_PERSON} and e.recipient_fp < n.recipient_fp`),
  found(`${OF_PERSON} and e.recipient_fp > n.recipient_fp`),
  `(n.person_fp <> n.recipient_fp and ${found(`${toRecipient('e', 'n.person_fp')} and e.merchant_id = n.merchant_id`)})`,
].join(' or ');

/** The account of the row belongs to another recipient, or to another person. */
const OTHER_HOLDER = ['<', '>']
  .map((than) =>
    found(`e.account_key = n.account_key and ${WHOSE('e')} ${than} ${WHOSE('n')}`, 'e.merchant_id = n.merchant_id'),
  )
  .join(' or ');

/**
 * SQL conditions that row `n` can concern a rule, each a superset of what the rule looks for. Two searches, for less
 * and for more, end at once; a search for "another one" reads all that are equal.
 */
const CAN_MATTER: Readonly<Record<DueRule, string>> = {
  reference: [
    found('e.merchant_id = n.merchant_id and e.reference = n.reference'),
    found('e.merchant_id = n.merchant_id and e.reference = n.reference_key'),
    found('e.reference_key = coalesce(n.reference_key, n.reference) and e.merchant_id = n.merchant_id'),
    found('e.merchant_id = n.merchant_id and e.derived_fp = n.derived_fp'),
  ].join(' or '),
  account: [
    found(READY, 'e.account_fp <> n.account_fp'),
    found(`${DECIDED} and ${ACCOUNT} < n.account_fp`),
    found(`${DECIDED} and ${ACCOUNT} > n.account_fp`),
    'n.other_key and n.account_fp is not null',
  ].join(' or '),
  duplicate: [
    found(READY, SAME_AMOUNT),
    found(`${LATEST} and ${LATEST_AT} > now() - $2 * interval '1 day'`, `${OF_RECIPIENT} and ${SAME_AMOUNT}`),
    'n.other_key or n.other_holder',
  ].join(' or '),
  amount: `n.other_key or (not exists (select from (select * from payrun.payment e where ${LATEST} order by ${LATEST_AT} desc limit ${LOOKED_AT}) e
       where ${OF_RECIPIENT} and e.state = 'processed' and e.currency = n.currency and n.minor < 10 * e.minor)
     and ${found(LATEST)})`,
  sharedAccount: 'n.other_holder',
};

const COMPARED =
  'id, run_id, merchant_id, reference, reference_key, derived_fp, recipient_fp, person_fp, account_fp, account_key, currency, minor';

/**
 * SQL that notes in the ready rows of run `$1` which rules are due, and returns those that are due for any row; `$2` is
 * the window in days. Reads one entry of an index for most conditions, and one payment of a row.
 * In the order of the fingerprints, so that the parts of the indexes that are read stay in memory.
 */
export const MARK_DUE = `with d as materialized (
     select n.id, (${Object.entries(DUE)
       .map(([rule, bit]) => `case when ${CAN_MATTER[rule as DueRule]} then ${bit} else 0 end`)
       .join(' + ')})::smallint as due
     from (select n.*, ${OTHER_KEY} as other_key, ${OTHER_HOLDER} as other_holder
       from (select ${COMPARED} from payrun.payment_row p where run_id = $1 and state = 'ready' order by recipient_fp offset 0) n
       offset 0) n),
   marked as (update payrun.payment_row p set due = d.due from d where p.run_id = $1 and p.id = d.id and d.due > 0 returning d.due)
   select coalesce(bit_or(due), 0) as due from marked`;
