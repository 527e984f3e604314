import type { Db } from '../db/db.ts';
import { countStagedForPlanner } from '../db/planner-statistics.ts';
import { HOLD_ONE_ACCOUNT } from './hold-one-account.ts';
import { startsOfOthers } from './last-paid.ts';
import { SCREEN_ADOPTED } from './screen-adopted.ts';
import { ALREADY_PAID, SCREENS_AGAINST_EARLIER, TAKEN_FROM_EARLIER } from './screens-against-earlier.ts';
import { WARN_OF_SHARED_ACCOUNTS, WARNINGS_AGAINST_EARLIER } from './screens-that-warn.ts';
import { type RepeatedInSheet, samePersonInSheet, screensWithinSheet, WHO_IT_IS } from './screens-within-sheet.ts';

/**
 * Screens what of a run came into `payment_in`: holds some of its payments, by comparing them with each other and with everything
 * paid before. The statements run in their order inside one transaction that holds the merchant's row, so that two sheets of a
 * merchant are screened one after the other and see each other's result.
 *
 * Takes `duplicateDays`, the window in which a derived reference or an equal payment that is seen again is held; what becomes of equal
 * payments within the sheet; and whether the run pays rows of an earlier run again.
 */
export async function screenPayments(
  db: Db,
  {
    run,
    merchant,
    duplicateDays,
    duplicatesInSheet,
    rerun,
  }: {
    run: bigint;
    merchant: string;
    duplicateDays: number;
    duplicatesInSheet: RepeatedInSheet;
    rerun: boolean;
  },
): Promise<void> {
  await db.query(`select 1 from payrun.merchant where id = $1 for update`, [merchant]);
  const { rows } = await db.query<{ earlier: boolean }>(
    'select exists (select 1 from payrun.payment where merchant_id = $1) as earlier',
    [merchant],
  );
  const earlier = rows[0]!.earlier;
  // Counted before anything is compared: whoever is started from now on counts as not seen.
  await db.query(`update payrun.run r set starts_seen = ${startsOfOthers('r')} where r.id = $1`, [run]);
  // Compiling them takes ten times as long as running them: most find nothing, and the planner cannot know that.
  await db.query('set local jit = off');
  // Also of a merchant's first sheet: planned for no rows, 10,000 were compared with each other, which took minutes.
  await countStagedForPlanner(db);
  const within = screensWithinSheet(duplicatesInSheet);
  const samePerson = samePersonInSheet(duplicatesInSheet);
  for (const sql of earlier
    ? [
        WHO_IT_IS,
        ALREADY_PAID,
        ...within,
        ...SCREENS_AGAINST_EARLIER,
        SCREEN_ADOPTED,
        ...samePerson,
        ...TAKEN_FROM_EARLIER,
        HOLD_ONE_ACCOUNT,
        WARN_OF_SHARED_ACCOUNTS,
        ...WARNINGS_AGAINST_EARLIER,
      ]
    : [WHO_IT_IS, ...within, ...samePerson, HOLD_ONE_ACCOUNT, WARN_OF_SHARED_ACCOUNTS]) {
    const used = sql.includes('$3') ? 3 : sql.includes('$2') ? 2 : 1;
    await db.query(sql, [run, duplicateDays, rerun].slice(0, used));
  }
}
