import type { Db } from '../db/db.ts';
import { countStagedForPlanner } from '../db/planner-statistics.ts';
import type { Vault } from '../vault/vault.ts';
import { isAmongDue, MARK_DUE_OF_PIECE, MARK_DUE_OF_REST, type RuleAgainstEarlier } from './due-rules.ts';
import { HOLD_AGAINST_ADOPTED } from './hold-against-adopted.ts';
import {
  ALREADY_PAID,
  HOLD_POSSIBLE_DUPLICATES,
  HOLDS_AGAINST_EARLIER,
  TAKEN_FROM_EARLIER,
} from './hold-against-earlier.ts';
import { HOLD_DISMISSED } from './hold-dismissed.ts';
import { HOLD_ONE_ACCOUNT } from './hold-one-account.ts';
import {
  holdsWithinSheet,
  LINK_PERSON_BY_REFERENCE_ID,
  type RepeatedInSheet,
  type RepeatedKeys,
  type RuleWithinSheet,
  samePersonInSheet,
} from './hold-within-sheet.ts';
import { startsOfOthers } from './last-paid-account.ts';
import { useNameKey } from './person-name.ts';
import { nameChangedDetails } from './sealed-row.ts';
import { WARN_OF_SHARED_ACCOUNTS, WARNINGS_AGAINST_EARLIER } from './warnings.ts';

/** What is known before the rows of a run are compared. */
export interface BegunComparison {
  readonly run: bigint;
  /** The window in days in which a repeated derived reference or equal payment is put on hold. */
  readonly duplicateDays: number;
  /** The run pays rows of an earlier run again. */
  readonly rerun: boolean;
  /** Whether the merchant has earlier payments. */
  readonly earlier: boolean;
  /** Batches that others had started, and its place in the order of comparisons: what is later counts as not seen. */
  readonly startsSeen: bigint;
  readonly comparedNo: bigint;
}

/**
 * Begins the comparison of a run: locks the merchant's row until the transaction ends, so that two sheets of a merchant
 * are checked in turn and see each other's results. Others may still refer to the merchant. The rest of the comparison
 * is in the same transaction.
 */
export async function beginComparison(
  db: Db,
  {
    run,
    merchant,
    duplicateDays,
    rerun,
    vault,
  }: {
    readonly run: bigint;
    readonly merchant: string;
    readonly duplicateDays: number;
    readonly rerun: boolean;
    readonly vault: Vault;
  },
): Promise<BegunComparison> {
  await db.query('select 1 from payrun.merchant where id = $1 for no key update', [merchant]);
  await useNameKey(db, vault);
  // JIT compilation takes ten times as long as execution: most statements find nothing, which the planner cannot know.
  await db.query('set local jit = off');
  const { rows } = await db.query<{ earlier: boolean; startsSeen: bigint; comparedNo: bigint }>(
    `select exists (select 1 from payrun.payment where merchant_id = $2) as earlier,
       ${startsOfOthers('r')} as "startsSeen", nextval('payrun.comparison') as "comparedNo" from payrun.run r where r.id = $1`,
    [run, merchant],
  );
  return { run, duplicateDays, rerun, ...rows[0]! };
}

/**
 * Marks, of the loaded rows after row number `after` up to `upTo` that do not wait for the end of the sheet, those for
 * which a rule against earlier payments is due. Returns these rules.
 */
export async function markDueEarly(
  db: Db,
  { run, duplicateDays, earlier }: BegunComparison,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<number> {
  if (!earlier) return 0;
  // The planner has not counted these rows, takes them for one, and would compare each with each.
  await db.query('set local enable_nestloop = off');
  const { rows } = await db.query<{ due: number }>(MARK_DUE_OF_PIECE, [run, duplicateDays, after, upTo]);
  await db.query('set local enable_nestloop = on');
  return rows[0]!.due;
}

/**
 * Applies the hold rules to the rows of a run in `payment_in`: compares them with each other and with earlier payments,
 * and puts some on hold.
 *
 * `duplicatesInSheet`: treatment of equal payments within the sheet. `repeated`: the keys that may occur twice in the
 * rows; a rule that compares others finds nothing, which takes a second of a million rows. `marked`: the row number up
 * to which rows were marked while the sheet was read, and the rules that were due for any of them.
 */
export async function applyHoldRules(
  db: Db,
  { run, duplicateDays, rerun, earlier, startsSeen, comparedNo }: BegunComparison,
  {
    duplicatesInSheet,
    repeated,
    vault,
    marked = NOTHING_MARKED,
  }: {
    readonly duplicatesInSheet: RepeatedInSheet;
    readonly repeated: RepeatedKeys;
    readonly vault: Vault;
    readonly marked?: { readonly upTo: number; readonly due: number } | undefined;
  },
): Promise<void> {
  await db.query('update payrun.run set starts_seen = $2, compared_no = $3 where id = $1', [
    run,
    startsSeen,
    comparedNo,
  ]);
  const within = holdsWithinSheet(duplicatesInSheet);
  const samePerson = samePersonInSheet(duplicatesInSheet);
  const isRepeated = (rule: RuleWithinSheet) => repeated[rule.compares];
  const linking = LINK_PERSON_BY_REFERENCE_ID.filter(isRepeated);
  const rules: readonly (string | RuleWithinSheet | RuleAgainstEarlier)[] = earlier
    ? [
        ALREADY_PAID,
        ...within,
        ...HOLDS_AGAINST_EARLIER,
        ...HOLD_POSSIBLE_DUPLICATES,
        ...HOLD_AGAINST_ADOPTED,
        ...samePerson,
        ...HOLD_DISMISSED,
        ...TAKEN_FROM_EARLIER,
        ...HOLD_ONE_ACCOUNT,
        WARN_OF_SHARED_ACCOUNTS,
        ...WARNINGS_AGAINST_EARLIER,
      ]
    : [...within, ...samePerson, ...HOLD_ONE_ACCOUNT, WARN_OF_SHARED_ACCOUNTS].filter(isRepeated);
  if (linking.length + rules.length === 0) return;
  // Needed for a merchant's first sheet too: planned for an empty table, comparing 10,000 rows took minutes.
  await countStagedForPlanner(db);
  const apply = async (sql: string) => {
    const used = sql.includes('$3') ? 3 : sql.includes('$2') ? 2 : 1;
    await db.query(sql, [run, duplicateDays, rerun].slice(0, used));
  };
  for (const { sql } of linking) await apply(sql);
  const due = earlier ? marked.due | (await markDueOfRest(db, run, duplicateDays, marked.upTo)) : 0;
  for (const rule of rules) {
    if (typeof rule === 'string') await apply(rule);
    else if ('compares' in rule ? isRepeated(rule) : isAmongDue(rule.due, due)) await apply(rule.sql);
  }
  if (isAmongDue('account', due)) await nameChangedDetails(db, vault, run);
}

const NOTHING_MARKED = { upTo: 0, due: 0 } as const;

/** Returns the rules that are due for any of the rows that are not marked yet. */
async function markDueOfRest(db: Db, run: bigint, duplicateDays: number, after: number): Promise<number> {
  const { rows } = await db.query<{ due: number }>(MARK_DUE_OF_REST, [run, duplicateDays, after]);
  return rows[0]!.due;
}
