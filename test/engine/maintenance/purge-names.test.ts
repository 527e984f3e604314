import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { purge } from '../../../src/engine/maintenance/purge.ts';
import { getSheet, storeSheet } from '../../../src/ledger/runs/sheet.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { germanIban, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

const RETENTION = { sheets: 30, payloads: 30, calls: 30, deliveries: 30, inbox: 30, notifications: 30 };
const NAME = { first: 'Zylphia', last: 'Quorrax' };
const TWO = 'The payout service paid Zylphia Quorrax; a firm; row 2 names Ada Quorrax Jr.';
const AMOUNT = 'The payout service paid 5.00 EUR; row 2 says 6.00 EUR.';

describeDatabases('a purge of rows with names', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  const sql = <R = Record<string, unknown>>(text: string, params: readonly unknown[] = []) =>
    appContext.ledger.db.query<R>(text, params);

  /** The tables and columns that have a word. */
  const having = async (word: string) => {
    const { rows } = await sql<{ t: string; c: string }>(
      `select c.table_name as t, c.column_name as c from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'payrun' and t.table_type = 'BASE TABLE' order by 1, 2`,
    );
    const found: string[] = [];
    for (const { t, c } of rows)
      if ((await sql(`select from payrun.${t} x where x.${c}::text ~* $1`, [word])).rowCount > 0)
        found.push(`${t}.${c}`);
    return found;
  };

  beforeAll(async () => {
    appContext = await payroll.appContext();
    const wrong = [
      { email: 'zylphia.quorrax@@example' },
      { last: 'Quorrax\u0007', email: 'b@example.com' },
      { amount: 'Quorrax', email: 'c@example.com' },
      { memo: 'Quorrax\u0007', email: 'd@example.com', amount: '5.00' },
    ].map((line, n) => ({ reference: `W-${n}`, ...NAME, iban: germanIban(n + 77), ...line }));
    const right = { reference: 'N-1', email: 'one@example.com', ...NAME };
    const { counts } = await payroll.pay(payroll.sheet('names.csv', sheetOf([right, ...wrong])));
    expect(counts).toMatchObject({ processed: 1, invalid: 4 });
    await pastRules(
      appContext.ledger,
      `update payrun.payment set created_at = created_at - interval '90 days', final_at = final_at - interval '90 days',
         reason_code = case row when 2 then 'accepted' else reason_code end, reason = case row when 2 then $1 else reason end`,
      [`olga accepted it: seen there. ${TWO} ${AMOUNT}`],
    );
    await pastRules(appContext.ledger, `update payrun.batch set settled_at = settled_at - interval '90 days'`);
    await pastRules(appContext.ledger, `update payrun.recipient set synced_at = synced_at - interval '90 days'`);
    await pastRules(
      appContext.ledger,
      `update payrun.run set status = 'nothing_paid', lease_until = null, created_at = created_at - interval '90 days', finished_at = now() - interval '90 days'`,
    );
  });

  it('G4: keeps a file of the inbox that awaits its run: no folder has it any more', async () => {
    const { db, vault } = appContext.ledger;
    const content = Readable.from([Buffer.from('reference')]);
    const { id } = await storeSheet(db, vault, { id: randomUUID(), name: 'awaits.csv', content });
    await sql(`update payrun.sheet set created_at = created_at - interval '90 days' where id = $1`, [id]);
    await sql(
      `insert into payrun.inbox_file (id, inbox, folder, source, name, size, stamp, state, sheet_id)
       values ($1, $1, '', 'awaits.csv', 'awaits.csv', 9, '', 'taken', $2)`,
      [randomUUID(), id],
    );
    const config = { ...appContext.config, retention: { sheets: 30 }, returnDays: 30 };
    await purge({ ...appContext, config }, { by: person('olga') });
    expect(await getSheet(db, id)).toMatchObject({ purged_at: null });
    await sql(
      `update payrun.inbox_file set state = 'failed', ends_in = 'failed', end_name = name where sheet_id = $1`,
      [id],
    );
    await purge({ ...appContext, config }, { by: person('olga') });
    expect(await getSheet(db, id)).toMatchObject({ purged_at: expect.any(Date) });
  });

  it('leaves names in no error or reason of a row, and keeps the cause', async () => {
    expect(await having('quorrax')).toEqual(expect.arrayContaining(['payment_row.problems', 'payment_row.reason']));
    const config = { ...appContext.config, retention: RETENTION, returnDays: 30 };
    await purge({ ...appContext, config }, { by: person('olga') });
    expect(await having('quorrax')).toEqual([]);
    const { rows } = await sql<{ reason: string; codes: unknown; values: unknown }>(
      `select reason, jsonb_path_query_array(problems, '$[*].code') as codes, jsonb_path_query_array(problems, '$[*].value') as values
       from payrun.payment order by row`,
    );
    expect(rows[0]!.reason).toBe(
      `olga accepted it: seen there. The payout service paid someone other than row 2 names. ${AMOUNT}`,
    );
    expect(rows.slice(1).map(({ codes, values }) => [codes, values])).toEqual([
      [['email_form'], []],
      [['text_characters'], []],
      [['amount_form'], []],
      [['text_characters'], []],
    ]);
  });
});
