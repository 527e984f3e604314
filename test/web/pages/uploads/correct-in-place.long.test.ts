import exceljs from 'exceljs';
import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { applyRowEdits } from '../../../../src/engine/review/submit-edits.ts';
import { createRerun } from '../../../../src/engine/runs/rerun.ts';
import { getRowEdits } from '../../../../src/ledger/payments/correction.ts';
import { verifyLedger } from '../../../../src/reports/verify.ts';
import { writeReport } from '../../../../src/reports/write-report.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { rowsOfCsv } from '../../../scenarios/figures/read-renderings.ts';
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
});

async function workbookOf(lines: Parameters<typeof sheetOf>[0]): Promise<Uint8Array<ArrayBuffer>> {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Payments');
  for (const line of sheetOf(lines).trim().split('\n'))
    sheet.addRow(line.split(',').map((text) => (/^\d+\.\d+$/.test(text) ? Number(text) : text)));
  return new Uint8Array(await book.xlsx.writeBuffer());
}
