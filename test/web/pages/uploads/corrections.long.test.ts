import { hostname } from 'node:os';
import exceljs from 'exceljs';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { createRerun } from '../../../../src/engine/runs/rerun.ts';
import { verifyLedger } from '../../../../src/reports/verify.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { countsOf } from '../../../support/counts-of.ts';
import { describeDatabases } from '../../../support/database.ts';
import { filesMadeIn } from '../../../support/files-made.ts';
import { pastRules } from '../../../support/past-rules.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { signedIn } from '../../../support/signed-in.ts';

describeDatabases('the rows to correct', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let app: Hono;
  let who: Partial<CurrentUser> = {};

  beforeAll(async () => {
    vi.stubEnv('TMPDIR', payroll.folder);
    appContext = await payroll.appContext();
    app = createApp([signedIn(() => who), pages({ appContext })], appContext.log);
  });

  afterAll(() => {
    vi.unstubAllEnvs();
  });

  const look = async (path: string) => {
    const response = await app.request(path);
    return { status: response.status, text: await response.text() };
  };
  const send = async (path: string, form: Record<string, string>) => {
    const response = await app.request(path, { method: 'POST', body: new URLSearchParams(form) });
    return { status: response.status, text: await response.text(), to: response.headers.get('location') ?? '' };
  };
  const idOf = async (run: string, row: number) =>
    (
      await appContext.ledger.db.query<{ id: string }>('select id from payrun.payment where run_id = $1 and row = $2', [
        run,
        row,
      ])
    ).rows[0]!.id;
  const counts = (path: string) => countsOf(appContext.ledger.db, BigInt(path.split('/').at(-1)!));
  const sayYes = async (path: string) => {
    const shown = /name="shown" value="([^"]*)"/.exec((await look(path)).text)?.[1] ?? '';
    expect((await send(`${path}/submit`, { shown })).status).toBe(303);
    await payroll.resume(path.split('/').at(-1));
  };

  it('checks the typed cells, pays only valid rows, once, and records who changed what', async () => {
    who = { name: 'mia', role: 'maker' };
    const wrong = germanIban(501).replace(/^DE../, (start) => `DE${(Number(start.slice(2)) + 1) % 100}`.padEnd(4, '0'));
    const sheet = sheetOf([
      ...people(1, () => ({ reference: 'F-1', email: 'f1@example.com' })),
      { reference: 'F-2', email: 'f2@example.com', iban: wrong },
      { reference: 'F-3', email: 'f3@example.com', amount: '12.345' },
    ]);
    const { run } = await payroll.pay(payroll.sheet('june.csv', sheet));
    const path = `/runs/${run}/fix`;
    const [second, third] = [await idOf(run, 3), await idOf(run, 4)];

    const first = await look(path);
    expect(first.text).toContain('This IBAN is not valid');
    expect(first.text).toContain('12.345');
    expect(first.text, 'what she wrote').toContain(wrong);
    who = { name: 'moe', role: 'maker' };
    const others = (await look(path)).text;
    expect(others, 'no bank detail').not.toContain(wrong);
    expect(others).toContain(`••••\u00a0${wrong.slice(-4)}`);
    who = { name: 'mia', role: 'maker' };
    expect(first.text, 'what was paid is not there').not.toContain('F-1');

    expect((await send(path, { intent: 'pay', [`c.${second}.memo`]: 'Salary' })).text).toContain(
      'You have not corrected any rows yet',
    );
    const checked = await send(path, {
      intent: 'check',
      [`s.${second}.iban`]: germanIban(501),
      [`c.${third}.amount`]: '12.3x',
    });
    expect(checked.text).toContain('1 of 2 changed rows can be paid now.');
    expect(checked.text).toContain('class="why good">Ready<');

    const open = async (visitor: Partial<CurrentUser>) => {
      who = visitor;
      const home = (await look('/')).text.replace(/<h2>Runs<\/h2>.*/s, '');
      who = { name: 'mia', role: 'maker' };
      const others = home.indexOf('With others');
      const at = home.indexOf(`href="/runs/${run}#problems">Correct `);
      const rows = /Correct (\d+) rows? of june\.csv/.exec(home)?.[1];
      return at < 0 ? null : [rows, others >= 0 && at > others ? 'others' : 'mine', home.includes(`href="${path}"`)];
    };
    expect(await open({ name: 'mia', role: 'maker' })).toEqual(['2', 'mine', true]);
    expect(await open({ name: 'carla', role: 'approver' })).toEqual(['2', 'others', true]);
    expect(await open({ name: 'vera', role: 'viewer' })).toEqual(['2', 'others', false]);

    const typed = { intent: 'pay', [`s.${second}.iban`]: germanIban(501), [`c.${third}.amount`]: '12.3x' };
    let paid = { status: 0, to: '' };
    const files = await filesMadeIn(payroll.folder, async () => {
      paid = await send(path, typed);
    });
    expect(paid.status).toBe(303);
    expect(files, 'no temporary file has what was typed').toEqual([]);
    const made = await look(paid.to);
    expect(made.text).toContain('june.csv');
    expect(made.text).toContain(`Retry of <a href="/runs/${run}">`);
    expect(made.text).toContain('Ready to submit: 1 of 1 row');
    await sayYes(paid.to);
    expect(await counts(paid.to)).toMatchObject({ processed: 1 });
    const there = (await payroll.ledger()).payments.filter(({ recipientEmail }) => /^f\d@/.test(recipientEmail));
    expect(there.map(({ recipientEmail, timesPaid }) => [recipientEmail, timesPaid]).sort()).toEqual([
      ['f1@example.com', 1],
      ['f2@example.com', 1],
    ]);

    expect(await open({ name: 'mia', role: 'maker' })).toEqual(['1', 'mine', true]);

    // The corrected row is gone from the grid; sent again all the same, it pays no one.
    const after = await look(path);
    expect(after.text).not.toContain('F-2');
    expect(after.text).toContain('F-3');
    expect((await send(path, { intent: 'pay', [`s.${second}.iban`]: germanIban(502) })).text).toContain(
      '1 row that you changed still has errors. Correct it, then continue.',
    );

    const { rows } = await appContext.ledger.db.query<{ actor: string; data: unknown }>(
      `select actor, data from payrun.event where chain = $1 and kind = 'rows_corrected'`,
      [`run-${run}`],
    );
    expect(rows).toEqual([
      {
        actor: 'mia',
        data: {
          run: paid.to.split('/').at(-1),
          rows: [
            { row: 3, cells: { iban: { before: `***${wrong.slice(-4)}`, now: `***${germanIban(501).slice(-4)}` } } },
          ],
          door: 'page',
          host: hostname(),
        },
      },
    ]);
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });

  it('accepts no typed amount with two meanings', async () => {
    who = { name: 'mia', role: 'maker' };
    const header = 'paymentReference;amount;currency;type;firstName;lastName;email;street1;city;country;iban';
    const line = `C-3;10,00,00;EUR;individual;Cilly;Comma;cilly@example.com;Weg 1;Bonn;DE;${germanIban(522)}`;
    const { run } = await payroll.pay(payroll.sheet('zwei.csv', `${header}\n${line}\n`));
    const id = await idOf(run, 2);
    const type = (amount: string) => send(`/runs/${run}/fix`, { intent: 'check', [`c.${id}.amount`]: amount });
    expect((await type('1.240')).text).toContain('The amount could be 1.240 or 1240. Enter it with two decimals.');
    for (const clear of ['1240', '12.40', '1240.00'])
      expect((await type(clear)).text).toContain('1 of 1 changed row can be paid now.');
  });

  it('G2: keeps the error of a number that the spreadsheet destroyed if another cell was corrected', async () => {
    who = { name: 'mia', role: 'maker' };
    const book = new exceljs.Workbook();
    const table = book.addWorksheet('June');
    table.addRow([
      'paymentReference',
      'amount',
      'currency',
      'type',
      'firstName',
      'lastName',
      'email',
      'street1',
      'city',
      'region',
      'postalCode',
      'country',
      'branchId',
      'accountNum',
    ]);
    table.addRow([
      'X-1',
      50,
      'USD',
      'individual',
      'Xena',
      'Excel',
      'not an e-mail',
      '1 Main St',
      'Austin',
      'TX',
      '73301',
      'US',
      '021000021',
      Number('12345678901234567'),
    ]);
    const file = `${payroll.folder}/numbers.xlsx`;
    await book.xlsx.writeFile(file);
    const { run } = await payroll.pay(file);
    const path = `/runs/${run}/fix`;
    const id = await idOf(run, 2);
    const half = await send(path, { intent: 'pay', [`c.${id}.email`]: 'xena@example.com' });
    expect(half.status).toBe(200);
    expect(half.text).toContain('1 row that you changed still has errors.');
    const both = { [`c.${id}.email`]: 'xena@example.com', [`s.${id}.accountNum`]: '12345678901234567' };
    expect((await send(path, { intent: 'check', ...both })).text).toContain('1 of 1 changed row can be paid now.');
  });

  it('G1: leaves an invalid row to the rerun that found it valid by newer rules: as corrected it would be paid again', async () => {
    who = { name: 'mia', role: 'maker' };
    const sheet = sheetOf([{ reference: '', email: 'newer@example.com', iban: 'DE00' }]);
    const { run } = await payroll.pay(payroll.sheet('newer.csv', sheet));
    const id = await idOf(run, 2);
    const rerun = await createRerun(appContext, {
      run,
      maker: person('mia'),
      states: ['invalid'],
      references: [],
      dryRun: false,
      confirmed: true,
    });
    await payroll.resume(String(rerun));
    const path = `/runs/${run}/fix`;
    expect((await look(path)).text).toContain('newer@example.com');
    await pastRules(
      appContext.ledger,
      `update payrun.payment set state = 'held', reference = 'auto-NEWER', reason_code = 'possible_duplicate' where run_id = $1`,
      [rerun],
    );
    expect((await look(path)).text).not.toContain('newer@example.com');
    const form = { intent: 'pay', [`s.${id}.iban`]: germanIban(560), [`c.${id}.amount`]: '7.00' };
    expect((await send(path, form)).text).toContain('nothing to correct');
    const { rows } = await appContext.ledger.db.query('select id from payrun.run where parent_run = $1', [run]);
    expect(rows).toEqual([{ id: rerun }]);
  });

  it('is for makers of the merchant, and accepts no row of another run', async () => {
    who = { name: 'mia', role: 'maker' };
    const bad = (reference: string) => [{ reference, email: `${reference}@example.com`, iban: 'DE00' }];
    const one = (await payroll.pay(payroll.sheet('a.csv', sheetOf(bad('A-1'))))).run;
    const other = (await payroll.pay(payroll.sheet('b.csv', sheetOf(bad('B-1'))))).run;
    const id = await idOf(other, 2);
    expect((await send(`/runs/${one}/fix`, { intent: 'pay', [`s.${id}.iban`]: germanIban(540) })).text).toContain(
      'You have not corrected any rows yet',
    );
    who = { name: 'vera', role: 'viewer' };
    expect((await look(`/runs/${one}/fix`)).status).toBe(403);
    expect((await send(`/runs/${one}/fix`, { intent: 'pay' })).status).toBe(403);
    who = { name: 'otto', role: 'maker', merchants: ['another'] };
    expect((await look(`/runs/${one}/fix`)).status).toBe(404);
    expect(
      (await send(`/runs/${one}/fix`, { intent: 'pay', [`s.${await idOf(one, 2)}.iban`]: germanIban(541) })).status,
    ).toBe(404);
    who = { name: 'mia', role: 'maker' };
    const strange = {
      intent: 'check',
      'c.x.iban': '1',
      'c..': '2',
      [`c.${await idOf(one, 2)}.__proto__`]: '3',
      [`s.${await idOf(one, 2)}.nothing`]: '4',
    };
    expect((await send(`/runs/${one}/fix`, strange)).text).toContain('Nothing was changed.');
  });
});
