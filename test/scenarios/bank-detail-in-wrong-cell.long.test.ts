import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { describeDatabases } from '../support/database.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';

const IBAN = 'DE89370400440532013000';
const CARD = '4111111111111111';

describeDatabases('a bank detail in the wrong cell', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let file: string;
  let shown: string;

  beforeAll(async () => {
    file = payroll.sheet(
      `${IBAN}.csv`,
      sheetOf([
        { reference: 'A-1', email: 'a@example.com', first: 'Ana', last: IBAN },
        { reference: 'A-2', email: 'b@example.com', amount: IBAN },
        { reference: 'A-3', email: 'c@example.com', last: `Card ${CARD}`, iban: 'nothing' },
      ]),
    );
    shown = JSON.stringify(await payroll.pay(file));
    appContext = await payroll.appContext();
  });

  it('is in no unsealed column of the database', async () => {
    const { rows: tables } = await appContext.ledger.db.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'payrun' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const { rows } = await appContext.ledger.db.query<{ text: string }>(
        `select row_to_json(t)::text as text from payrun.${name} t`,
      );
      const text = rows
        .map((row) => row.text)
        .join('\n')
        // Where the sheet lies: it has to be found again.
        .replaceAll(JSON.stringify(file), '');
      expect(text.includes(IBAN), name).toBe(false);
      expect(text.includes(CARD), name).toBe(false);
    }
  });

  it('is in no response, and in no name of a file that Payrun writes', () => {
    expect(shown.replaceAll(file, '')).not.toContain(IBAN);
    expect(shown).not.toContain(CARD);
    const written = readdirSync(dirname(file)).filter((name) => name.includes('.results'));
    expect(written.toSorted()).toEqual(['xxx3000.run-1.results.csv', 'xxx3000.run-1.results.xlsx']);
  });
});
