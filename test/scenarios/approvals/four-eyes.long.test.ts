import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { confirmRun } from '../../../src/ledger/runs/run.ts';
import { insertUser } from '../../../src/ledger/users/user.ts';
import type { RowEdit } from '../../../src/model.ts';
import { type Actor, cliActor, pageActor } from '../../../src/permissions/actor.ts';
import { approvalSummary } from '../../../src/reports/approval-summary.ts';
import { createApp } from '../../../src/web/app.ts';
import { pages } from '../../../src/web/pages/pages.ts';
import { approveRun } from '../../support/approve-run.ts';
import { correctRun } from '../../support/correct-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, testPayroll } from '../../support/payroll.ts';
import { person, VERIFIED } from '../../support/person.ts';
import { PASSWORD, signedIn } from '../../support/signed-in.ts';

const carry = { progress: () => {} };
const MANUAL = { 'approval.policy': 'manual' };
const TYPED = {
  code: 'account_author_is_approver',
  message: expect.stringContaining('mia entered the bank details for'),
};

type Row = Readonly<Record<string, string>>;

/** A sheet of one row and these cells. */
function sheetWith(row: Row): string {
  const cells: Row = {
    amount: '100.00',
    currency: 'EUR',
    type: 'individual',
    firstName: 'Pia',
    lastName: 'Recipient',
    street1: 'Weg 1',
    city: 'Bonn',
    country: 'DE',
    ...row,
  };
  return `${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}\n`;
}

describeDatabases('the author of bank details is one of the payment’s makers:', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let app: Hono;
  let visitor = 'mia';
  let n = 0;

  beforeAll(async () => {
    appContext = await payroll.appContext(MANUAL);
    app = createApp([signedIn(() => ({ name: visitor, role: 'approver' })), pages({ appContext })], appContext.log);
  });

  /** Someone new, whom a row is to pay. */
  const recipient = () => ({ paymentReference: `T-${++n}`, email: `t${n}@example.com`, iban: germanIban(7_000 + n) });
  const drop = async (maker: string, row: Row) => {
    const { run } = await payroll.pay(payroll.sheet(`s-${++n}.csv`, sheetWith(row)), {
      env: MANUAL,
      maker: person(maker),
    });
    return run;
  };
  /** As the page does it, and with a yes to it. */
  const correct = async (name: string, run: string, typed: RowEdit) => {
    const made = await correctRun(appContext, run, typed, person(name));
    await confirmRun(appContext.ledger.db, made);
    await resumeRuns(appContext, { run: String(made), ...carry });
    return String(made);
  };
  const approve = (by: string, run: string) => approveRun(appContext, run, { by: person(by), ...carry });
  const paidTo = async (email: string) =>
    (await payroll.ledger()).payments.filter((one) => one.recipientEmail === email).map(({ timesPaid }) => timesPaid);
  /** Pays somebody, so that other bank details are changed ones. */
  const paidBefore = async (row: Row) => {
    const run = await drop('moe', { ...row, paymentReference: `${row.paymentReference}-before`, amount: '50.00' });
    await approve('cleo', run);
  };

  // What mia typed wrongly, and what anna types over it. The account is mia's in all of them.
  const WRONG: readonly [what: string, cells: Row, typed: RowEdit][] = [
    [
      'the amount, and whose the account is',
      { amount: 'ten' },
      { amount: '100.00', accountHolderName: 'Pia P. Payee' },
    ],
    ['the BIC', { swiftBic: 'NOBIC' }, { swiftBic: 'COBADEFFXXX' }],
    ['the reference', { paymentReference: `R${'x'.repeat(300)}` }, { paymentReference: 'T-corrected' }],
  ];

  it.each(WRONG)('mia does not approve if anna corrected %s in the grid', async (_, cells, typed) => {
    const row = recipient();
    const wrong = await drop('mia', { ...row, ...cells });
    const run = await correct('anna', wrong, typed);
    await expect(approve('mia', run)).rejects.toMatchObject(TYPED);
    await expect(approve('anna', run)).rejects.toMatchObject({ code: 'maker_is_approver' });
    expect(await paidTo(row.email)).toEqual([0]);
  });

  it('nor if she had the account in a sheet under another reference, as long as nothing was paid to it', async () => {
    const row = recipient();
    await drop('mia', { ...row, paymentReference: `${row.paymentReference}-first`, amount: '50.00' });
    const run = await drop('anna', row);
    await expect(approve('mia', run)).rejects.toMatchObject(TYPED);
    await approve('cleo', run);
    const next = await drop('anna', { ...row, paymentReference: `${row.paymentReference}-next`, amount: '70.00' });
    expect(await approve('mia', next)).toMatchObject({ counts: { processed: 1 } });
  });

  it('nor if the IBAN only was in another column, in other letters', async () => {
    const row = recipient();
    const { iban, ...rest } = row;
    await drop('mia', { ...rest, amount: 'ten', accountNum: iban.toLowerCase().replace(/(.{4})/g, '$1 ') });
    const run = await drop('anna', row);
    await expect(approve('mia', run)).rejects.toMatchObject(TYPED);
  });

  it('G7: mia does not release changed ones either, whether anna corrected the row in the grid or in a sheet', async () => {
    const { db } = appContext.ledger;
    for (const correctBy of ['grid', 'sheet']) {
      const row = recipient();
      await paidBefore(row);
      const changed = { ...row, iban: germanIban(8_000 + n) };
      const wrong = await drop('mia', { ...changed, amount: 'ten' });
      const run =
        correctBy === 'grid'
          ? await correct('anna', wrong, { amount: '100.00' })
          : await drop('anna', { ...changed, amount: '100.00' });
      const release = (by: string) => releasePayments(appContext, [row.paymentReference], person(by), run, VERIFIED);
      await expect(release('anna')).rejects.toMatchObject({ code: 'maker_is_approver' });
      await expect(release('MIA')).rejects.toMatchObject({ code: 'details_editor_is_approver' });
      for (const name of ['Anna ', 'ｍｉａ']) {
        const past = db.query(`update payrun.payment set state = 'ready', released_by = $2 where run_id = $1`, [
          run,
          name,
        ]);
        await expect(past).rejects.toMatchObject({ constraint: 'author_is_not_releaser' });
      }
      await release('bert');
      await resumeRuns(appContext, { run, ...carry });
      await expect(approve('mia', run)).rejects.toMatchObject(TYPED);
    }
  });

  it('if anna typed them herself, mia may approve, and so may a user who only made a dry run of the sheet', async () => {
    const row = recipient();
    const wrong = await drop('mia', { ...row, iban: 'DE00' });
    const run = await correct('anna', wrong, { iban: row.iban });
    expect(await approve('mia', run)).toMatchObject({ state: 'done', counts: { processed: 1 } });

    const other = recipient();
    const file = payroll.sheet('tried.csv', sheetWith(other));
    await payroll.pay(file, { maker: person('mia'), dryRun: true });
    const { run: paid } = await payroll.pay(file, { maker: person('anna'), env: MANUAL });
    expect(await approve('mia', paid)).toMatchObject({ state: 'done', counts: { processed: 1 } });
  });

  it('G7: the page and the summary say so in advance, and the database itself refuses it', async () => {
    const row = recipient();
    const wrong = await drop('mia', { ...row, amount: 'ten' });
    const run = await correct('anna', wrong, { amount: '100.00' });
    const { hash, bankDetailAuthors } = await approvalSummary(appContext.ledger, run);
    expect(bankDetailAuthors).toEqual([{ name: 'mia', payments: 1 }]);
    const page = async () => (await app.request(`/runs/${run}/approve`)).text();
    const sentence = 'You entered the bank details of 1 of these payments. Another approver must sign off.';
    expect(await page()).toContain(sentence);
    expect(await page()).not.toContain('Approve and send');
    const body = new URLSearchParams({ hash, password: PASSWORD });
    const output = await app.request(`/runs/${run}/approve`, { method: 'POST', body });
    expect(output.headers.get('location')).toContain('can%E2%80%99t+approve+them');
    visitor = 'cleo';
    expect(await page()).toContain('Approve and send');
    visitor = 'mia';

    const { db } = appContext.ledger;
    const constraint = { constraint: 'author_is_not_approver' };
    const write = (sql: string, by: string) => db.query(`update payrun.batch set ${sql} where run_id = $1`, [run, by]);
    await expect(write(`approved_hash = '\\x00', approved_by = $2`, 'Mia ')).rejects.toMatchObject(constraint);
    await expect(write(`first_hash = '\\x00', first_by = $2`, 'ｍｉａ')).rejects.toMatchObject(constraint);
    expect(await paidTo(row.email)).toEqual([0]);
  });
});

describeDatabases('the maker of a run from an operating system account is the user of that account:', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let n = 0;
  const sheet = (row: Row) => payroll.sheet(`a-${++n}.csv`, sheetWith(row));
  const recipient = () => ({ paymentReference: `A-${++n}`, email: `a${n}@example.com`, iban: germanIban(7_500 + n) });
  const drop = async (maker: Actor, row: Row = recipient()) =>
    (await payroll.pay(sheet(row), { env: MANUAL, maker })).run;
  const approve = (by: Actor, run: string) => approveRun(appContext, run, { by, ...carry });
  const bob = pageActor('bob', undefined);
  const cleo = pageActor('cleo', undefined);

  beforeAll(async () => {
    appContext = await payroll.appContext(MANUAL);
  });

  it('a run made before there were users, or under another name, is not approved by the user of its account', async () => {
    const before = await drop(cliActor('balex', 'balex'));
    const { db } = appContext.ledger;
    const all = { merchants: null, limits: null, password: null };
    for (const name of ['bob', 'cleo', 'mia'])
      await insertUser(db, { ...all, name, role: 'approver', os_user: name === 'bob' ? 'balex' : null }, new Date());
    const underAnother = await drop(cliActor('mia', 'balex'));
    const fromItsName = await drop(cliActor('mia', 'cleo'));
    const refused = {
      code: 'maker_is_approver',
      message: expect.stringContaining('from their operating system account'),
    };
    await expect(approve(bob, before)).rejects.toMatchObject(refused);
    await expect(approve(bob, underAnother)).rejects.toMatchObject(refused);
    await expect(approve(cleo, fromItsName)).rejects.toMatchObject(refused);
    expect(await approvalSummary(appContext.ledger, before)).toMatchObject({ accountUser: 'bob' });
    expect(await approve(cleo, before)).toMatchObject({ counts: { processed: 1 } });
    expect(await approve(cleo, underAnother)).toMatchObject({ counts: { processed: 1 } });
  });
});
