import exceljs from 'exceljs';
import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { releasePayments } from '../../../../src/engine/review/release.ts';
import { applyRowEdits } from '../../../../src/engine/review/submit-edits.ts';
import { createRerun } from '../../../../src/engine/runs/rerun.ts';
import { getRowEdits } from '../../../../src/ledger/payments/correction.ts';
import { verifyLedger } from '../../../../src/reports/verify.ts';
import { writeReport } from '../../../../src/reports/write-report.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { readBook, rowsOfCsv } from '../../../scenarios/figures/read-renderings.ts';
import { countsOf } from '../../../support/counts-of.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { signedIn } from '../../../support/signed-in.ts';
import { uploadSheet } from '../../../support/upload-sheet.ts';

const MIA: Partial<CurrentUser> = { name: 'mia', role: 'maker' };

describeDatabases('rows of an upload that are corrected before it is submitted', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let app: Hono;
  let who: Partial<CurrentUser> = MIA;

  beforeAll(async () => {
    appContext = await payroll.appContext();
    app = createApp([signedIn(() => who), pages({ appContext })], appContext.log);
  });

  const page = async (path: string) => (await app.request(path)).text();
  const send = async (path: string, form: Record<string, string>) => {
    const response = await app.request(path, { method: 'POST', body: new URLSearchParams(form) });
    return { status: response.status, text: await response.text(), to: response.headers.get('location') ?? '' };
  };
  /** Uploads a sheet and returns the path of its run, with the page that the upload leads to. */
  const upload = async (lines: Parameters<typeof sheetOf>[0], name: string) =>
    uploadFile(name.endsWith('.xlsx') ? await workbookOf(lines) : sheetOf(lines), name);
  const uploadFile = async (content: string | Uint8Array<ArrayBuffer>, name: string) => {
    const { run, to } = await uploadSheet(app, content, name);
    return { to, run, path: `/runs/${run}`, fix: `/runs/${run}/fix` };
  };
  const idOf = async (run: bigint, row: number) =>
    (
      await appContext.ledger.db.query<{ id: string }>('select id from payrun.payment where run_id = $1 and row = $2', [
        run,
        row,
      ])
    ).rows[0]!.id;
  const counts = (run: bigint) => countsOf(appContext.ledger.db, run);
  const runs = async () =>
    Number((await appContext.ledger.db.query('select count(*) as n from payrun.run')).rows[0]!.n);
  const submit = async (path: string) => {
    const shown = /name="shown" value="([^"]*)"/.exec(await page(path))?.[1] ?? '';
    return send(`${path}/submit`, { shown });
  };
  const findings = async () => (await verifyLedger({ ledger: appContext.ledger })).findings;
  const bad = (reference: string, more = {}) => ({
    reference,
    email: `${reference}@example.com`,
    iban: 'DE00',
    ...more,
  });

  it.each([
    ['310,00', '310.00'],
    ['1.240,50', '1240.50'],
    ['1,240.50', '1240.50'],
    [' 12,5 ', '12.5'],
  ])('accept an amount with the decimals of any country: %s', async (typed, read) => {
    who = MIA;
    const reference = `amount-${read}`;
    const { run, fix } = await upload([bad(reference, { iban: germanIban(877), amount: 'abc' })], `${reference}.csv`);
    const saved = await send(fix, { intent: 'save', [`c.${await idOf(run, 2)}.amount`]: typed });
    expect(saved.text).toContain(`value="${read}"`);
    expect(saved.text).toContain('class="why good">Ready<');
  });

  /** The sheet with a totals row below it. */
  const withTotal = (sheet: string, total: string) => {
    const [header = ''] = sheet.split('\n');
    const cells = header.split(',').map((name) => ({ amount: total, paymentReference: 'Total' })[name] ?? '');
    return `${sheet.trimEnd()}\n${cells.join(',')}\n`;
  };

  it('have their totals row compared again after each correction, with the difference as it is now', async () => {
    who = MIA;
    const sheet = sheetOf([
      { reference: 'total-1', email: 'total-1@example.com', iban: germanIban(879), amount: '100.00' },
      { reference: 'total-2', email: 'total-2@example.com', iban: germanIban(880), amount: 'abc' },
    ]);
    const { run, path, fix } = await uploadFile(withTotal(sheet, '400.00'), 'total-again.csv');
    expect(await page(path)).toContain('It could not be compared: the amount of row 3 cannot be read.');

    await send(fix, { intent: 'pay', [`c.${await idOf(run, 3)}.amount`]: '280.00' });
    const less = await page(path);
    expect(less).toContain(
      'Row 4 (&quot;Total&quot;) is a total. It says 400.00 EUR, but the rows as corrected total 380.00 EUR: 20.00 EUR less.',
    );
    expect(less).not.toContain('It could not be compared');
  });

  it('have their totals row agree once they come to it', async () => {
    who = MIA;
    const sheet = sheetOf([
      { reference: 'total-3', email: 'total-3@example.com', iban: germanIban(881), amount: '100.00' },
      { reference: 'total-4', email: 'total-4@example.com', iban: germanIban(882), amount: 'abc' },
    ]);
    const { run, path, fix } = await uploadFile(withTotal(sheet, '400.00'), 'total-agrees.csv');
    await send(fix, { intent: 'pay', [`c.${await idOf(run, 3)}.amount`]: '300.00' });
    expect(await page(path)).toContain('is a total. It matches the rows as corrected.');
  });

  it('leave the totals row as it is if no amount or currency was corrected', async () => {
    who = MIA;
    const sheet = sheetOf([bad('total-of-iban')]);
    const amount = sheet.split('\n')[1]!.split(',')[sheet.split('\n')[0]!.split(',').indexOf('amount')]!;
    const { run, path, fix } = await uploadFile(withTotal(sheet, amount), 'total-iban.csv');
    await send(fix, { intent: 'pay', [`s.${await idOf(run, 2)}.iban`]: germanIban(883) });
    const shown = await page(path);
    expect(shown).toContain('is a total. It matches the rows above it.');
    expect(shown).toContain('1 payment');
  });

  it.each(['1.240', '1,240', '€ 310,00 $', '3-1'])('do not guess an amount: %s', async (typed) => {
    who = MIA;
    const { run, fix } = await upload(
      [bad(`guess-${typed.length}${typed.includes('.')}`, { iban: germanIban(878), amount: 'abc' })],
      'guess.csv',
    );
    const saved = await send(fix, { intent: 'save', [`c.${await idOf(run, 2)}.amount`]: typed });
    expect(saved.text).toContain(`value="${typed}"`);
    expect(saved.text).toContain('aria-invalid="true"');
  });

  it('have a list of the allowed values, with the value of the sheet until one is chosen', async () => {
    who = MIA;
    const [header = '', line = ''] = sheetOf([bad('words', { iban: germanIban(878) })]).split('\n');
    const at = header.split(',').indexOf('type');
    const cells = line.split(',').map((cell, i) => (i === at ? 'Firma' : cell));
    const { run, fix } = await uploadFile([header, cells.join(','), ''].join('\n'), 'words.csv');
    const field = `c.${await idOf(run, 2)}.type`;
    const options = (text: string) =>
      [
        ...(text.split(`name="${field}"`)[1]?.split('</select>')[0] ?? '').matchAll(
          /<option value="([^"]*)"( selected)?>([^<]*)/g,
        ),
      ].map(([, value, chosen, words]) => [value, words, chosen !== undefined]);
    const shown = await page(fix);
    expect(options(shown)).toEqual([
      ['', 'Blank', false],
      ['Firma', '&quot;Firma&quot; (from the file)', true],
      ['individual', 'individual', false],
      ['business', 'business', false],
    ]);
    expect(shown).toContain('list="known-country"');
    expect(shown.split('<datalist id="known-country">')[1]).toContain('<option value="DE">Germany<');
    const saved = await send(fix, { intent: 'save', [field]: 'individual' });
    expect(options(saved.text)).toEqual([
      ['', 'Blank', false],
      ['individual', 'individual', true],
      ['business', 'business', false],
    ]);
    expect(saved.text).toContain('class="why good">Ready<');
  });

  it('move account numbers out of the column IBAN, in one row or in all that have the error', async () => {
    who = MIA;
    const us = (n: number) => ({ reference: `move-${n}`, email: `move${n}@example.com`, iban: `00012345678${n}` });
    const { run, fix } = await upload([us(1), us(2), us(3)], 'move.csv');
    const id = await idOf(run, 2);
    const shown = await page(fix);
    expect(shown.split('<details>')[0], 'there is a field to type it into').toContain('>Account number<');
    expect(shown).toContain(`name="move" value="${id}.iban" class="move">Move to account number</button>`);
    expect(shown).toContain('Move to account number in all 3 rows');

    const one = await send(fix, { move: `${id}.iban`, [`c.${id}.memo`]: 'Typed before' });
    expect(one.text).toContain('Moved in row 2.');
    expect(one.text, 'what was typed is kept').toContain('Typed before');
    expect(one.text).not.toContain(`value="${id}.iban"`);
    const edits = () => getRowEdits(appContext.ledger.db, appContext.ledger.vault, { run, by: 'mia' });
    expect(await edits()).toEqual(new Map([[2, { iban: '', accountNum: '000123456781', memo: 'Typed before' }]]));

    const all = await send(fix, { intent: 'move', kind: 'account_in_iban_column.iban' });
    expect(all.text).toContain('Moved in 2 rows.');
    expect([...(await edits()).values()].map(({ accountNum }) => accountNum)).toEqual([
      '000123456781',
      '000123456782',
      '000123456783',
    ]);
  });

  it('take names apart that are in one cell, in all rows that have the error', async () => {
    who = MIA;
    const names = ['Keller, Ada', 'van der Berg, Jan', 'Prince'];
    const lines = names.map((_, i) => ({ ...bad(`names-${i}`), iban: germanIban(886 + i), first: '', last: '' }));
    const [head, ...rows] = sheetOf(lines).trim().split('\n');
    const named = rows.map((row, i) => `${row},"${names[i]}"`);
    const { run, fix } = await uploadFile([`${head},name`, ...named].join('\n'), 'names.csv');
    const id = await idOf(run, 2);
    const shown = await page(fix);
    const [first = ''] = shown.split('<ol aria-label="Rows to correct"')[1]!.split('<details>');
    expect([...first.matchAll(/<label for="field[^>]*>([^<]*)/g)].map(([, label]) => label)).toEqual([
      'First name',
      'Last name',
      'Name',
    ]);
    expect(shown).toContain(`value="${id}.firstName" class="move">Move to first name and last name</button>`);
    expect(shown).toContain('Move to first name and last name in all 3 rows');
    expect(shown).toContain('>Name: full name in one cell<');

    const all = await send(fix, { intent: 'move', kind: 'full_name_missing.firstName' });
    expect(all.text).toContain('Moved in 2 rows.');
    const edits = await getRowEdits(appContext.ledger.db, appContext.ledger.vault, { run, by: 'mia' });
    expect([...edits.values()]).toEqual([
      { name: '', firstName: 'Ada', lastName: 'Keller' },
      { name: '', firstName: 'Jan', lastName: 'van der Berg' },
    ]);
  });

  it('never move a cell over an account number that is already there', async () => {
    who = MIA;
    const { run, fix } = await upload([bad('move-over', { iban: '000123456789' })], 'over.csv');
    const id = await idOf(run, 2);
    const form = { move: `${id}.iban`, [`s.${id}.accountNum`]: '7777' };
    expect((await send(fix, form)).text).toContain('Nothing was moved');
    const edits = await getRowEdits(appContext.ledger.db, appContext.ledger.vault, { run, by: 'mia' });
    expect(edits.get(2)).toEqual({ accountNum: '7777' });
  });

  it('stay on the page with a word if a row that was changed is still wrong, and go on after it', async () => {
    who = MIA;
    const rows = [bad('stay-1', { amount: 'one' }), bad('stay-2', { amount: 'two' }), bad('stay-3')];
    const { run, path, fix } = await upload(rows, 'stay.csv');
    const [one, two] = [await idOf(run, 2), await idOf(run, 3)];
    const again = await send(fix, {
      ...{ intent: 'pay', [`s.${one}.iban`]: germanIban(885), [`c.${one}.amount`]: '10.00' },
      [`c.${two}.amount`]: '20.00',
    });
    expect(again.text).toContain('1 row corrected, 2 still have errors.');
    expect(again.text).toContain('aria-describedby="correction-error" autofocus');
    expect(await counts(run), 'what is right is part of the run').toMatchObject({ ready: 1, invalid: 2 });
    expect((await send(fix, { intent: 'pay' })).to).toBe(path);
  });

  it('show what their uploader wrote with the wrong character marked, and mask it for everyone else', async () => {
    who = MIA;
    const written = germanIban(886).replace('0', 'O');
    const { run, fix } = await upload([bad('own', { iban: written, amount: '12O.50' })], 'own.csv');
    const shown = await page(fix);
    const [first = '', others = ''] = shown.split('<details><summary>Other fields');
    expect(first.match(/<label for="field[^>]*>[^<]*/g)?.map((label) => label.split('>')[1])).toEqual([
      'Amount',
      'IBAN',
    ]);
    expect(first).toContain(`name="c.${await idOf(run, 2)}.iban" aria-label="IBAN, row 2" aria-invalid="true"`);
    expect(first).toContain(`value="${written}"`);
    expect(first).toContain(written.replace('O', '<mark>O</mark>'));
    expect(first).toContain('12<mark>O</mark>.50');
    expect(others).toContain('>Memo<');

    who = { name: 'moe', role: 'maker' };
    const masked = await page(fix);
    expect(masked).not.toContain(written.slice(-8));
    expect(masked).toContain(`••••\u00a0${written.slice(-4)}`);
    expect(masked).toContain(`name="s.${await idOf(run, 2)}.iban"`);

    who = MIA;
    const form = { [`c.${await idOf(run, 2)}.iban`]: germanIban(886), [`c.${await idOf(run, 2)}.amount`]: '12.50' };
    const saved = await send(fix, { intent: 'save', ...form });
    expect(saved.text, 'a valid one is masked').not.toContain(germanIban(886));
    expect((await send(fix, { intent: 'pay', ...form })).to).toBe(`/runs/${run}`);
    expect(await counts(run)).toMatchObject({ ready: 1, invalid: 0 });
  });

  it('replace no value of another error, and no date of birth or masked number in several rows', async () => {
    who = MIA;
    const rows = [1, 2, 3].map((n) => bad(`same-${n}`, { amount: n === 3 ? 'few' : 'many' }));
    const { run, fix } = await upload(rows, 'same.csv');
    const shown = await page(fix);
    expect(shown).toContain('Amount: "many" in 2 rows');
    expect(shown).not.toContain('IBAN: "');
    expect(
      (await send(fix, { intent: 'replace', kind: 'amount_form.amount', from: 'many', to: '5.00' })).text,
    ).toContain('2 rows changed.');
    expect(
      (await send(fix, { intent: 'replace', kind: 'iban_not_iban.iban', from: '', to: germanIban(1) })).text,
    ).toContain('No row has this value');
    const edits = await getRowEdits(appContext.ledger.db, appContext.ledger.vault, { run, by: 'mia' });
    expect([...edits]).toEqual([
      [2, { amount: '5.00' }],
      [3, { amount: '5.00' }],
    ]);
  });

  it('are stored while they are typed, become rows of the same run, and are paid once with it', async () => {
    who = MIA;
    const sheet = [...people(2, (n) => ({ reference: `P-${n}`, email: `p${n}@example.com` })), bad('P-3')];
    const { to, run, path, fix } = await upload(sheet, 'june.csv');
    expect(to, 'the rows with errors come first').toBe(fix);
    const before = await runs();
    const id = await idOf(run, 4);

    const saved = await send(fix, { intent: 'save', [`s.${id}.iban`]: germanIban(801), [`c.${id}.memo`]: 'Bonus' });
    expect(saved.text, 'only the row comes back').not.toContain('<html');
    expect(saved.text).toContain('class="why good">Ready<');
    expect(saved.text, 'and its status says the same').not.toContain('Invalid');
    expect(saved.text, 'no bank detail').not.toContain(germanIban(801));
    // Another page, a day later, after another login.
    const later = await page(fix);
    expect(later).toContain(`••••\u00a0${germanIban(801).slice(-4)}`);
    expect(later).toContain('value="Bonus"');
    expect(await counts(run)).toMatchObject({ ready: 2, invalid: 1 });

    expect((await send(fix, { intent: 'pay', [`c.${id}.memo`]: 'Bonus' })).to).toBe(path);
    expect(await counts(run)).toMatchObject({ ready: 3, invalid: 0 });
    expect(await runs(), 'no other run').toBe(before);
    expect(await page(path)).toContain('Ready to submit: 3 of 3 rows');
    expect(await findings()).toEqual([]);

    expect((await submit(path)).status).toBe(303);
    await payroll.resume(String(run));
    expect(await counts(run)).toMatchObject({ processed: 3 });
    const paid = (await payroll.ledger()).payments.filter(({ recipientEmail }) =>
      /^p(\d|-3)@/i.test(recipientEmail ?? ''),
    );
    expect(paid.map(({ timesPaid }) => timesPaid)).toEqual([1, 1, 1]);
    const { rows } = await appContext.ledger.db.query<{ actor: string; data: unknown }>(
      `select actor, data from payrun.event where chain = $1 and kind = 'rows_corrected'`,
      [`run-${run}`],
    );
    expect(rows).toMatchObject([
      {
        actor: 'mia',
        data: {
          inPlace: true,
          // No purge takes anything out of the audit log.
          rows: [{ row: 4, cells: { iban: { now: `***${germanIban(801).slice(-4)}` }, memo: { now: 'B***' } } }],
        },
      },
    ]);
    expect(await findings()).toEqual([]);
  });

  it.each(['corrected.csv', 'corrected.xlsx'])('are in the results of %s as they were paid', async (name) => {
    who = MIA;
    const tag = name.replace('.', '-');
    const sheet = [
      ...people(1, () => ({ reference: `${tag}-1`, email: `${tag}1@example.com` })),
      bad(`${tag}-2`, { amount: 'ten', memo: 'Old' }),
    ];
    const { run, path, fix } = await upload(sheet, name);
    const id = await idOf(run, 3);
    const iban = germanIban(name.endsWith('csv') ? 871 : 872);
    const typed = { [`s.${id}.iban`]: iban, [`c.${id}.amount`]: '10.50', [`c.${id}.memo`]: '' };
    await send(fix, { intent: 'save', ...typed });
    expect(await page(path)).toContain('Corrections to 1 row are saved but not included yet.');
    await send(fix, { intent: 'pay', ...typed });
    expect(await page(path)).not.toContain('not part of this yet');
    await submit(path);
    await payroll.resume(String(run));
    expect(await counts(run)).toMatchObject({ processed: 2 });
    const { results } = await writeReport(appContext, run);
    const files = [(await readBook(results)).rows];
    if (name.endsWith('.csv')) files.push(rowsOfCsv(results.replace(/xlsx$/, 'csv')));
    for (const rows of files) {
      const row = [...rows.values()].find((one) => one.paymentReference === `${tag}-2`)!;
      expect(row).toMatchObject({ iban, memo: '', status: 'Paid' });
      expect([row.amount, row['amount paid']].map(Number)).toEqual([10.5, 10.5]);
      expect(row.reason).toBe('Corrected in Payrun before it was submitted.');
      const other = [...rows.values()].find((one) => one.paymentReference === `${tag}-1`)!;
      expect(other).toMatchObject({ memo: 'Salary', reason: '' });
    }
    const { rows } = await appContext.ledger.db.query<{ data: unknown }>(
      `select data from payrun.event where chain = $1 and kind = 'rows_corrected'`,
      [`run-${run}`],
    );
    expect(rows[0]!.data, 'the audit is kept forever').toMatchObject({
      rows: [{ row: 3, cells: { amount: { before: 'ten', now: '10.50' }, memo: { before: 'O***', now: '' } } }],
    });
  });

  it('G8: are in the results of a retry as they were paid', async () => {
    who = MIA;
    const outcome = { match: { recipientEmail: 'retried@example.com' }, outcome: 'failed', reason: 'No' };
    await payroll.control('outcomes', [outcome]);
    const { run, path, fix } = await upload([bad('retried')], 'retried.csv');
    await send(fix, { intent: 'pay', [`s.${await idOf(run, 2)}.iban`]: germanIban(875) });
    await submit(path);
    await payroll.resume(String(run));
    await payroll.control('outcomes', []);
    const again = { run: String(run), maker: person('mia'), states: ['failed'], references: [] };
    const retry = await createRerun(appContext, { ...again, dryRun: false, confirmed: true });
    await payroll.resume(String(retry));
    expect(await counts(retry)).toMatchObject({ processed: 1 });
    const { results } = await writeReport(appContext, retry);
    const rows = rowsOfCsv(results.replace(/xlsx$/, 'csv'));
    expect([...rows.values()].map(({ iban }) => iban).filter(Boolean)).toEqual([germanIban(875)]);
  });

  it('stay when other cells of the row are corrected after them', async () => {
    who = MIA;
    const { run, fix } = await upload([bad('twice', { amount: '100.00', memo: 'Old' })], 'corrected twice.csv');
    const cell = async (column: string) => `c.${await idOf(run, 2)}.${column}`;
    await send(fix, { intent: 'pay', [await cell('amount')]: '200.00', [await cell('memo')]: 'New' });
    await send(fix, { intent: 'save', [await cell('memo')]: 'Newer' });
    await send(fix, { intent: 'save', [await cell('memo')]: 'New' });
    await send(fix, { intent: 'pay', [`s.${await idOf(run, 2)}.iban`]: germanIban(874) });
    expect(await counts(run)).toMatchObject({ ready: 1, invalid: 0 });
    const { rows } = await appContext.ledger.db.query<{ minor: bigint }>(
      'select minor from payrun.payment where run_id = $1',
      [run],
    );
    expect(rows).toEqual([{ minor: 20_000n }]);
  });

  it('bring back a run without payable rows, and are compared with the other rows as usual', async () => {
    who = MIA;
    const { run, path, fix } = await upload([bad('A-1'), bad('A-1', { amount: '77.00' })], 'all wrong.csv');
    expect(await counts(run)).toMatchObject({ invalid: 2, ready: 0 });
    const [one, two] = [await idOf(run, 2), await idOf(run, 3)];
    await send(fix, { intent: 'pay', [`s.${one}.iban`]: germanIban(811), [`s.${two}.iban`]: germanIban(812) });
    // One reference on two different rows: none of them is paid until someone decides.
    expect(await counts(run)).toMatchObject({ invalid: 0, held: 2, ready: 0 });
    expect(await page(path)).toContain('A-1');
    expect(await findings()).toEqual([]);
  });

  it('belong to their maker only: another maker creates a run of them', async () => {
    who = MIA;
    const { run, fix } = await upload([...people(1, () => ({ reference: 'M-0' })), bad('M-1')], 'mine.csv');
    const id = await idOf(run, 3);
    await send(fix, { intent: 'check', [`s.${id}.iban`]: germanIban(821) });
    who = { name: 'moe', role: 'maker' };
    expect(await page(fix), 'what mia typed').not.toContain('class="why good">Ready<');
    const made = await send(fix, { intent: 'pay', [`s.${id}.iban`]: germanIban(822) });
    expect(made.to).not.toBe(`/runs/${run}`);
    expect(await counts(run)).toMatchObject({ ready: 1, invalid: 1 });
    // Now a run refers to the row: it is not read again under it.
    who = MIA;
    await expect(applyRowEdits(appContext, run, person('mia'))).resolves.toBe(0);
    expect(await counts(run)).toMatchObject({ ready: 1, invalid: 1 });
    expect(await findings()).toEqual([]);
  });

  it('G5: are not read again after someone decided about the run', async () => {
    who = MIA;
    for (const [answer, name] of [
      ['yes', 'S'],
      ['no', 'D'],
    ] as const) {
      const { run, path, fix } = await upload(
        [...people(1, () => ({ reference: `${name}-0`, email: `${name}@example.com` })), bad(`${name}-1`)],
        `${name}.csv`,
      );
      const id = await idOf(run, 3);
      const shown = /name="shown" value="([^"]*)"/.exec(await page(path))?.[1] ?? '';
      await send(fix, { intent: 'save', [`s.${id}.iban`]: germanIban(831) });
      expect((await send(`${path}/${answer === 'yes' ? 'submit' : 'discard'}`, { shown })).status).toBe(303);
      await expect(applyRowEdits(appContext, run, person('mia'))).rejects.toMatchObject({ code: 'approval_outdated' });
      const made = await send(fix, { intent: 'pay' });
      expect(made.to).not.toBe(path);
      expect(await counts(run)).toMatchObject({ invalid: 1 });
    }
    expect(await findings()).toEqual([]);
  });

  it('are read by the workers if the process ends before the sheet is ingested again', async () => {
    who = MIA;
    const { run, fix } = await upload(
      [...people(1, () => ({ reference: 'W-0', email: 'w0@example.com' })), bad('W-1')],
      'killed.csv',
    );
    await send(fix, { intent: 'save', [`s.${await idOf(run, 3)}.iban`]: germanIban(841) });
    await expect(applyRowEdits(appContext, run, person('mia'))).resolves.toBe(1);
    expect(await counts(run)).toMatchObject({ ready: 0, invalid: 0 });
    await payroll.resume();
    expect(await counts(run), 'read, and not submitted').toMatchObject({ ready: 2, invalid: 0, processed: 0 });
    expect(await findings()).toEqual([]);
  });

  it('G5: become a run of their own if another sheet repeats one of their rows', async () => {
    who = MIA;
    const first = people(1, () => ({ reference: 'T-0', email: 't0@example.com' }));
    const { run, path, fix } = await upload([...first, bad('T-1')], 'first.csv');
    await upload(first, 'again.csv');
    const made = await send(fix, { intent: 'pay', [`s.${await idOf(run, 3)}.iban`]: germanIban(851) });
    expect(made.to).not.toBe(path);
    expect(await counts(run)).toMatchObject({ ready: 1, invalid: 1 });
    expect(await findings()).toEqual([]);
  });

  it('are all in the audit log, even one whose reference an earlier payment took meanwhile', async () => {
    who = MIA;
    const twice = { email: 'l9@example.com', iban: germanIban(863), amount: '55.00' };
    await upload([{ reference: 'L-9', ...twice }], 'once.csv');
    const earlier = await upload([{ reference: 'L-1', ...twice }], 'twice.csv');
    expect(await counts(earlier.run)).toMatchObject({ ready: 0, held: 1 });
    const { run, path, fix } = await upload(
      [...people(1, () => ({ reference: 'L-0', email: 'l0@example.com' })), bad('L-1'), bad('L-2')],
      'taken.csv',
    );
    const [one, two] = [await idOf(run, 3), await idOf(run, 4)];
    await send(fix, { intent: 'save', [`s.${one}.iban`]: germanIban(861), [`s.${two}.iban`]: germanIban(862) });
    await releasePayments(appContext, ['L-1'], person('carla'), String(earlier.run));
    expect((await send(fix, { intent: 'pay' })).to).toBe(path);
    expect(await counts(run), 'someone decides about the reference').toMatchObject({ ready: 2, held: 1, invalid: 0 });
    const { rows } = await appContext.ledger.db.query<{ data: { rows: { row: number }[] } }>(
      `select data from payrun.event where chain = $1 and kind = 'rows_corrected'`,
      [`run-${run}`],
    );
    expect(rows.map(({ data }) => data.rows.map(({ row }) => row))).toEqual([[3, 4]]);
    expect(await findings()).toEqual([]);
  });

  it('with one error are corrected at once, and filtered by their error', async () => {
    who = MIA;
    const sheet = Array.from({ length: 30 }, (_, n) => ({
      reference: `K-${n}`,
      email: `k${n}@example.com`,
      iban: germanIban(900 + n),
      currency: n < 28 ? 'Gulden' : 'EUR',
      amount: n === 29 ? 'ten' : `${10 + n}.00`,
    }));
    const { run, fix } = await upload(sheet, 'kinds.csv');
    const all = await page(fix);
    const key = /<option value="([a-z_]+\.currency)">[^<]*\(28\)/.exec(all)?.[1];
    expect(key, all.slice(all.indexOf('id="error"'), all.indexOf('id="error"') + 800)).toBeDefined();
    const filtered = await page(`${fix}?error=${key}`);
    expect(filtered).not.toContain('value="ten"');
    expect(filtered).toContain('Currency: "Gulden" in 28 rows');
    expect(all, 'without a filter too').toContain('Replace in 28 rows');
    // What was typed in one row is offered for the others.
    const saved = await send(fix, { intent: 'save', [`c.${await idOf(run, 2)}.currency`]: 'EUR' });
    expect(saved.text).toContain(
      '<strong>1 of 29 rows corrected</strong>: <span class="amount">10.00 <abbr>EUR</abbr>',
    );
    expect(saved.text).toMatch(/name="to" value="EUR".*Replace in 27 rows/s);
    const replaced = await send(fix, { intent: 'replace', kind: key!, from: 'Gulden', to: 'EUR' });
    expect(replaced.text).toContain('27 rows changed.');
    expect(replaced.text).toContain('<strong>28 of 29 rows corrected</strong>: <span class="amount">658.00 ');
    expect(replaced.text).not.toContain('Gulden');
    expect((await send(fix, { intent: 'pay' })).to).toBe(`/runs/${run}`);
    expect(await counts(run)).toMatchObject({ ready: 29, invalid: 1 });
    expect(await findings()).toEqual([]);
  });
});

async function workbookOf(lines: Parameters<typeof sheetOf>[0]): Promise<Uint8Array<ArrayBuffer>> {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Payments');
  for (const line of sheetOf(lines).trim().split('\n'))
    sheet.addRow(line.split(',').map((text) => (/^\d+\.\d+$/.test(text) ? Number(text) : text)));
  return new Uint8Array(await book.xlsx.writeBuffer());
}
