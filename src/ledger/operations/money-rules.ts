import type { MoneyRules } from '../../money-rules.ts';
import type { Db } from '../db/db.ts';
import { storableJson } from '../db/storable-text.ts';

/** A stored version of the rules for payments: what, by whom and since when. */
export interface RulesRow {
  readonly version: number;
  readonly rules: MoneyRules;
  readonly by: string;
  readonly at: Date;
}

/** The rules in force; null if the ledger has none yet. */
export async function newestRules(db: Db): Promise<RulesRow | null> {
  return (await rulesHistory(db, 1))[0] ?? null;
}

/** The latest versions, newest first. */
export async function rulesHistory(db: Db, most: number): Promise<readonly RulesRow[]> {
  const { rows } = await db.query<RulesRow>(
    'select version, rules, actor as by, at from payrun.money_rules order by version desc limit $1',
    [most],
  );
  return rows;
}

/** Adds the next version. False if another version was added meanwhile. */
export async function addRules(db: Db, { version, rules, by, at }: RulesRow): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into payrun.money_rules (version, rules, actor, at)
     select $1::int, $2::jsonb, $3, $4
     where $1::int = 1 + coalesce((select max(version) from payrun.money_rules), 0) on conflict do nothing`,
    [version, storableJson(rules), by, at],
  );
  return rowCount === 1;
}

/**
 * Does this ledger have a production merchant? If so it pays real money, whatever the configuration of a process says.
 */
export async function hasProductionMerchant(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `select exists (select from payrun.merchant where environment = 'production') as found`,
  );
  return rows[0]!.found;
}
