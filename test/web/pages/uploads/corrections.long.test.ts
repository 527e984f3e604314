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
import { addSubMerchants, withMerchants } from '../../../support/merchants.ts';
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

  it('reads amounts of a sheet with commas unchanged', async () => {
    who = { name: 'mia', role: 'maker' };
    const sheet = `paymentReference;amount;currency;type;firstName;lastName;email;street1;city;country;iban\nC-1;1.240,50;EUR;individual;Cora;Comma;cora@example.com;Weg 1;Bonn;DE;${germanIban(520)}\nC-2;1.240,50;EUR;individual;Carl;Comma;carl@example.com;Weg 1;Bonn;DE;\n`;
    const { run } = await payroll.pay(payroll.sheet('komma.csv', sheet));
    const id = await idOf(run, 3);
    const paid = await send(`/runs/${run}/fix`, { intent: 'pay', [`s.${id}.iban`]: germanIban(521) });
    await sayYes(paid.to);
    const [one] = (await payroll.ledger()).payments.filter(
      ({ recipientEmail }) => recipientEmail === 'carl@example.com',
    );
    expect(one).toMatchObject({ amount: '1240.50', timesPaid: 1 });
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

  it('does not change a row in which nothing was typed, however a browser sends the lines of its cells', async () => {
    who = { name: 'mia', role: 'maker' };
    const iban = germanIban(530).replace(/^DE../, 'DE00');
    const sheet = `paymentReference,amount,currency,type,firstName,lastName,email,street1,city,country,iban,memo\nL-1,10.00,EUR,individual,Lina,Line,lina@example.com,Weg 1,Bonn,DE,${iban},"one\ntwo"\nL-2,10.00,EUR,individual,Lino,Line,lino@example.com,"Weg 1\nHof",Bonn,DE,${germanIban(531)},x\n`;
    const { run } = await payroll.pay(payroll.sheet('lines.csv', sheet));
    const path = `/runs/${run}/fix`;
    const [first, second] = [await idOf(run, 2), await idOf(run, 3)];
    expect((await look(path)).text).toMatch(/<textarea[^>]*>\none\ntwo<\/textarea>/);
    for (const [memo, street] of [
      ['one\r\ntwo', 'Weg 1\r\nHof'],
      ['onetwo', 'Weg 1Hof'],
    ] as const) {
      const form = { [`c.${first}.memo`]: memo, [`c.${second}.street1`]: street };
      expect((await send(path, { intent: 'check', ...form })).text).toContain('Nothing was changed.');
      expect((await send(path, { intent: 'pay', ...form })).text).toContain('You have not corrected any rows yet');
    }
  });

  it('is no longer suggested if the corrected sheet was dropped: the page says that a later run has the rows', async () => {
    who = { name: 'mia', role: 'maker' };
    const rows = people(3, (n) => ({
      ...{ reference: `LATER-${n}`, email: `later${n}@example.com`, iban: germanIban(700 + n) },
      ...(n === 1 ? {} : { amount: 'many' }),
    }));
    const { run } = await payroll.pay(payroll.sheet('later.csv', sheetOf(rows)));
    const output = async () => (await look(`/runs/${run}`)).text.replace(/<[^>]*>/g, '');
    expect(await output()).toContain('Correct 2 invalid rows');
    const [first, second, third] = rows;
    await payroll.pay(payroll.sheet('later2.csv', sheetOf([first!, { ...second!, amount: '5.00' }])));
    expect(await output()).toContain('1 of them is already in a later run.');
    await payroll.pay(payroll.sheet('later3.csv', sheetOf([first!, { ...third!, amount: '6.00' }])));
    const now = await output();
    expect(now).toContain('The rows that were not paid are in a later run.');
    expect(now).toContain('Nothing to do: a later run has them');
    expect(now).not.toMatch(/can be corrected|Correct \d/);
    expect(now).not.toContain('upload the corrected file');
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

  it('G5: gives a row to the first of two who correct it, even without a reference, and back after a discard', async () => {
    const header = 'amount,currency,type,firstName,lastName,email,street1,city,country,iban';
    const line = `"1.0.00,5",EUR,individual,Two,Times,two@example.com,Weg 1,Bonn,DE,${germanIban(601)}`;
    const { run } = await payroll.pay(payroll.sheet('twice.csv', `${header}\n${line}\n`));
    const path = `/runs/${run}/fix`;
    const id = await idOf(run, 2);
    const type = (name: string, amount: string) => {
      who = { name, role: 'maker' };
      return send(path, { intent: 'pay', [`c.${id}.amount`]: amount });
    };
    const refused = await type('mia', '100.05');
    expect((await send(`${refused.to}/discard`, {})).status).toBe(303);
    const discarded = (await look(path)).text;
    expect(discarded, 'after a no it is there again').toContain('two@example.com');
    expect(discarded, 'with what was typed').toContain('value="100.05"');

    const list = `/runs/${run}/rows-to-fix.csv`;
    expect((await look(list)).text).toContain('two@example.com');

    const both = await Promise.all([type('mia', '100.05'), type('moe', '1000.50'), type('mia', '100.05')]);
    const made = both.filter(({ status }) => status === 303);
    expect(made).toHaveLength(1);
    await sayYes(made[0]!.to);
    expect((await type('moe', '1000.50')).text).toContain('nothing to correct');
    expect((await look(list)).text, 'or it could be dropped as a sheet too').not.toContain('two@example.com');
    const paid = (await payroll.ledger()).payments.filter(({ recipientEmail }) => recipientEmail === 'two@example.com');
    expect(paid.map(({ timesPaid }) => timesPaid)).toEqual([1]);
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
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

  it('G5: pays no row that names another payer, and a row that failed only under its reference', async () => {
    who = { name: 'mia', role: 'maker' };
    const [header, ...lines] = sheetOf([{ reference: 'N-1', email: 'n1@example.com', iban: germanIban(610) }]).split(
      '\n',
    );
    const named = `merchant,${header}\n${lines
      .filter(Boolean)
      .map((line) => `somebody,${line}\n`)
      .join('')}`;
    const other = (await payroll.pay(payroll.sheet('named.csv', named))).run;
    const cells = (id: string) => ({ [`c.${id}.memo`]: 'Bonus', [`c.${id}.merchant`]: 'sandbox' });
    expect((await send(`/runs/${other}/fix`, { intent: 'pay', ...cells(await idOf(other, 2)) })).text).toContain(
      'You have not corrected any rows yet',
    );
    expect((await look(`/runs/${other}/fix`)).text).toContain('It names no merchant, or another one.');

    await payroll.control('outcomes', [
      { match: { recipientEmail: 'nora2@example.com' }, outcome: 'failed', reason: 'No' },
    ]);
    const sheet = sheetOf([{ reference: 'N-2', email: 'nora2@example.com', iban: germanIban(611) }]);
    const failed = (await payroll.pay(payroll.sheet('failed.csv', sheet))).run;
    const id = await idOf(failed, 2);
    // No cell is known to be wrong: the bank details come first, and what is seldom the cause does not.
    const { text } = await look(`/runs/${failed}/fix`);
    const [first = '', others = ''] = text.split('<details><summary>Other fields');
    const titles = (part: string) => [...part.matchAll(/<label for="field[^>]*>([^<]*)/g)].map(([, title]) => title);
    expect(titles(first)).toEqual(['Amount', 'First name', 'Last name', 'IBAN']);
    expect(titles(others)).toContain('Memo');
    const again = { [`c.${id}.paymentReference`]: 'N-2-again', [`c.${id}.memo`]: 'Bonus' };
    const { to } = await send(`/runs/${failed}/fix`, { intent: 'pay', ...again });
    const { rows } = await appContext.ledger.db.query(
      'select reference, generation from payrun.payment where run_id = $1',
      [to.split('/').at(-1)],
    );
    expect(rows).toEqual([{ reference: 'N-2', generation: 2 }]);
  });

  it('G9: of one merchant of a sheet are corrected and submitted by its maker, who does not get the sheet', async () => {
    await addSubMerchants(payroll, database, ['acme', 'beta']);
    const rows = people(2, (n) => ({
      reference: `SUB-${n}`,
      email: `sub${n}@example.com`,
      amount: n === 1 ? 'ten' : '5.00',
    }));
    await payroll.pay(payroll.sheet('both.csv', withMerchants(sheetOf(rows), ['acme', 'beta'])));
    const { rows: runs } = await appContext.ledger.db.query<{ id: bigint }>(
      `select id from payrun.run where merchant_id = 'acme'`,
    );
    const acme = String(runs[0]!.id);
    who = { name: 'otto', role: 'maker', merchants: ['acme'] };
    const typed = { intent: 'pay', [`c.${await idOf(acme, 2)}.amount`]: '6.00' };
    const { to } = await send(`/runs/${acme}/fix`, typed);
    expect((await look(to)).text).toContain('Ready to submit: 1 of 1 row');
    for (const sheet of ['results.xlsx', 'input']) expect((await look(`${to}/${sheet}`)).status).toBe(404);
    await sayYes(to);
    expect(await counts(to)).toMatchObject({ processed: 1 });
    const { findings } = await verifyLedger({ ledger: appContext.ledger });
    expect(findings.filter(({ run }) => run === to.split('/').at(-1))).toEqual([]);
  });

  it('leaves rows whose fields cannot be separated to the sheet', async () => {
    who = { name: 'mia', role: 'maker' };
    const { run } = await payroll.pay(
      payroll.sheet(
        'ragged.csv',
        `${sheetOf(people(1, () => ({ reference: 'R-1', email: 'r1@example.com' })))}R-2,10,EUR,individual,A,B,r2@example.com,Weg, 1,Bonn,DE,${germanIban(530)},x\n`,
      ),
    );
    const { text } = await look(`/runs/${run}/fix`);
    expect(text).toContain('Correct it in the sheet.');
    const id = await idOf(run, 3);
    expect((await send(`/runs/${run}/fix`, { intent: 'pay', [`c.${id}.city`]: 'Bonn' })).text).toContain(
      'You have not corrected any rows yet',
    );
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
