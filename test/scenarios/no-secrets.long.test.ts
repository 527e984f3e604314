import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { germanIban, people, sheetOf, testPayroll } from '../support/payroll.ts';
import { runPayrun } from '../support/run-payrun.ts';

const [MISPLACED, CARD] = ['DE89370400440532013000', '4111111111111111'];

describeDatabases('G5: after a sheet was paid', (database) => {
  const payroll = testPayroll(database);
  const secrets = () => [
    ...[germanIban(1), germanIban(2), 'DE0012345', MISPLACED, CARD, 'person1@example.com'],
    payroll.sandbox.merchant.secretKey,
  ];

  it('G5: no bank detail, e-mail or key is in the database, in a log or on a screen', async () => {
    const wrong = [{ iban: 'DE0012345' }, { last: MISPLACED }, { amount: MISPLACED }, { last: `Card ${CARD}` }];
    const name = `${MISPLACED}.csv`;
    const file = payroll.sheet(name, sheetOf(people(6, (n) => wrong[n - 3] ?? {})));
    const env = { ...payroll.env(), PAYRUN_LOG_LEVEL: 'debug' };
    const shown: string[] = [];
    for (const args of [['pay', name, '--yes'], ['runs', '1', '--json'], ['payments', '--json'], ['verify']]) {
      const { stdout, stderr } = await runPayrun(args, { cwd: payroll.folder, env });
      shown.push(stdout, stderr);
    }
    expect(shown.join('')).toContain('processed');
    shown.push(...readdirSync(payroll.folder).filter((one) => one !== name));

    const { ledger } = await payroll.appContext();
    const { rows: tables } = await ledger.db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'payrun'`,
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const { name: table } of tables) {
      const { rows } = await ledger.db.query<{ text: string }>(`select t::text as text from ${table} t`);
      shown.push(...rows.map(({ text }) => text));
    }
    // Where the sheet lies is kept: it has to be found again. Bytes are shown in hex.
    const all = shown.join('\n').replaceAll(file, '').toLowerCase();
    for (const secret of secrets()) {
      expect(all).not.toContain(secret.toLowerCase());
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});
