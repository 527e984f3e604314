import type { Db } from '../db/db.ts';
import { countStagedForPlanner } from '../db/planner-statistics.ts';
import type { Vault } from '../vault/vault.ts';
import { isAmongDue, MARK_DUE_RULES, type RuleAgainstEarlier } from './due-rules.ts';
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

/**
 * Applies the hold rules to the rows of a run in `payment_in`: compares them with each other and with earlier payments,
 * and puts some on hold. Call it in a transaction: the statements run in order while the merchant's row is locked, so
 * that two sheets of a merchant are checked in turn and see each other's results.
 *
 * `duplicateDays`: the window in days in which a repeated derived reference or equal payment is put on hold.
 * `duplicatesInSheet`: treatment of equal payments within the sheet. `repeated`: the keys that may occur twice in the
 * rows; a rule that compares others finds nothing, which takes a second of a million rows. `rerun`: the run pays rows
 * of an earlier run again.
 */
export async function applyHoldRules(
  db: Db,
  {
    run,
    merchant,
    duplicateDays,
    duplicatesInSheet,
    repeated,
    rerun,
    vault,
  }: {
    run: bigint;
    merchant: string;
    duplicateDays: number;
    duplicatesInSheet: RepeatedInSheet;
    repeated: RepeatedKeys;
    rerun: boolean;
    vault: Vault;
  },
): Promise<void> {
  await db.query(`select 1 from payrun.merchant where id = $1 for update`, [merchant]);
  const { rows } = await db.query<{ earlier: boolean }>(
    'select exists (select 1 from payrun.payment where merchant_id = $1) as earlier',
    [merchant],
  );
  const earlier = rows[0]!.earlier;
  await useNameKey(db, vault);
  // Before the comparisons: a batch started and a payment added from now on count as not seen.
  await db.query(
    `update payrun.run r set starts_seen = ${startsOfOthers('r')}, compared_no = nextval('payrun.comparison') where r.id = $1`,
    [run],
  );
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
  // JIT compilation takes ten times as long as execution: most statements find nothing, which the planner cannot know.
  await db.query('set local jit = off');
  if (linking.length + rules.length === 0) return;
  // Needed for a merchant's first sheet too: planned for an empty table, comparing 10,000 rows took minutes.
  await countStagedForPlanner(db);
  const apply = async (sql: string) => {
    const used = sql.includes('$3') ? 3 : sql.includes('$2') ? 2 : 1;
    await db.query(sql, [run, duplicateDays, rerun].slice(0, used));
  };
  for (const { sql } of linking) await apply(sql);
  const due = earlier ? await markDueRules(db, run, duplicateDays) : 0;
  for (const rule of rules) {
    if (typeof rule === 'string') await apply(rule);
    else if ('compares' in rule ? isRepeated(rule) : isAmongDue(rule.due, due)) await apply(rule.sql);
  }
  if (isAmongDue('account', due)) await nameChangedDetails(db, vault, run);
}

/** Returns the rules that are due for any row. */
async function markDueRules(db: Db, run: bigint, duplicateDays: number): Promise<number> {
  const { rows } = await db.query<{ due: number }>(MARK_DUE_RULES, [run, duplicateDays]);
  return rows[0]!.due;
}
