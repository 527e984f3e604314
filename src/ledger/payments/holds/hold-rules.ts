import type { Db } from '../../db/db.ts';
import type { Vault } from '../../vault/vault.ts';
import { isAmongDue, MARK_DUE, type RuleAgainstEarlier } from '../due-rules.ts';
import { useNameKey } from '../person-name.ts';
import { nameChangedDetails } from '../sealed-row.ts';
import { HOLD_AGAINST_ADOPTED } from './hold-against-adopted.ts';
import {
  ALREADY_PAID,
  HOLD_POSSIBLE_DUPLICATES,
  HOLDS_AGAINST_EARLIER,
  TAKEN_FROM_EARLIER,
} from './hold-against-earlier.ts';
import { HOLD_DISMISSED } from './hold-dismissed.ts';
import {
  HOLD_ONE_ACCOUNT,
  holdsWithinSheet,
  LINK_PERSON_BY_REFERENCE_ID,
  type RepeatedInSheet,
  type RepeatedKeys,
  type RuleWithinSheet,
  samePersonInSheet,
} from './hold-within-sheet.ts';
import { WARN_OF_SHARED_ACCOUNTS, WARNINGS_AGAINST_EARLIER } from './warnings.ts';

/**
 * Applies the hold rules to the ready rows of a run whose intake has not ended: compares them with each other and with
 * the payments of other runs, and puts some on hold, in one transaction with `beginComparison` and the end of the
 * intake.
 */
export async function applyHoldRules(
  db: Db,
  {
    run,
    earlier,
    duplicateDays,
    rerun,
    vault,
    duplicatesInSheet,
    repeated,
  }: {
    readonly run: bigint;
    /** Whether the merchant has payments of other runs. */
    readonly earlier: boolean;
    /** The window in days in which a repeated derived reference or equal payment is put on hold. */
    readonly duplicateDays: number;
    /** The run pays rows of an earlier run again. */
    readonly rerun: boolean;
    readonly vault: Vault;
    /** Treatment of equal payments within the sheet. */
    readonly duplicatesInSheet: RepeatedInSheet;
    /**
     * The keys that may occur twice in the rows; a rule that compares others finds nothing, which takes a second of a
     * million rows.
     */
    readonly repeated: RepeatedKeys;
  },
): Promise<void> {
  await useNameKey(db, vault);
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
  const apply = async (sql: string) => {
    const used = sql.includes('$3') ? 3 : sql.includes('$2') ? 2 : 1;
    await db.query(sql, [run, duplicateDays, rerun].slice(0, used));
  };
  for (const { sql } of linking) await apply(sql);
  const due = earlier ? await markDue(db, run, duplicateDays) : 0;
  for (const rule of rules) {
    if (typeof rule === 'string') await apply(rule);
    else if ('compares' in rule ? isRepeated(rule) : isAmongDue(rule.due, due)) await apply(rule.sql);
  }
  if (isAmongDue('account', due)) await nameChangedDetails(db, vault, run);
}

/** Returns the rules that are due for any row. */
async function markDue(db: Db, run: bigint, duplicateDays: number): Promise<number> {
  const { rows } = await db.query<{ due: number }>(MARK_DUE, [run, duplicateDays]);
  return rows[0]!.due;
}
