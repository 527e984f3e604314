import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { findUser, insertUser } from '../../../../src/ledger/users/user.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { openPages } from '../../../support/visited-pages.ts';

describeDatabases('a payment to one person', (database) => {
  const payroll = testPayroll(database);
  const visit = async () => {
    const appContext = await payroll.appContext();
    const { ledger } = appContext;
    if (!(await findUser(ledger.db, 'mia')))
      await insertUser(
        ledger.db,
        { name: 'mia', role: 'maker', merchants: null, limits: null, password: null },
        new Date(),
      );
    return { ledger, office: openPages(appContext) };
  };
  const rowsOf = async ({ db }: Ledger, run: string) =>
    (
      await db.query<{ state: string; reference: string; minor: bigint; account: string | null; recipient: string }>(
        `select state, reference, minor, account_hint as account, recipient_name as recipient from payrun.payment where run_id = $1`,
        [run],
      )
    ).rows;
  const runsOf = async ({ db }: Ledger) =>
    (await db.query<{ n: number }>('select count(*)::int as n from payrun.run')).rows[0]!.n;
  const runIn = (location: string | null) => /^\/runs\/(\d+)$/.exec(location ?? '')?.[1] ?? `none: ${location}`;

  const NEW = {
    merchant: 'default',
    type: 'individual',
    payoutMethod: 'bank-transfer',
    accountCountry: 'DE',
    amount: '1.240,50',
    currency: 'EUR',
    firstName: 'Ada',
    lastName: 'Keller',
    email: 'ada.keller@example.com',
    street1: 'Hauptstr. 1',
    city: 'Berlin',
    postalCode: '10115',
    country: 'DE',
    iban: germanIban(77),
  };

  it('G1: is a run of one row that waits to be submitted, and is made once however often its form is sent', async () => {
    const { ledger, office } = await visit();
    const form = { ...NEW, paymentReference: 'one-1', key: randomUUID() };
    const [first, second] = await Promise.all([
      office.post('/upload/one/form', form),
      office.post('/upload/one/form', form),
    ]);
    const third = await office.post('/upload/one/form', form);
    const statuses = [first.status, second.status].sort();
    expect([[303, 303].join(), [303, 409].join()]).toContain(statuses.join());
    expect(third.status).toBe(303);
    const run = runIn(third.headers.get('Location'));
    expect(await rowsOf(ledger, run)).toEqual([
      { state: 'ready', reference: 'one-1', minor: 124_050n, account: expect.any(String), recipient: 'Ada Keller' },
    ]);
    expect(await runsOf(ledger)).toBe(1);
    expect((await office.get(`/runs/${run}`)).text).toContain('Submit');

    const changed = await office.post('/upload/one/form', { ...form, amount: '99' });
    expect(changed.status).toBe(409);
    expect(changed.text).toContain('You already created a payment with this form');
    expect(changed.text).toContain('value="99"');
    expect(await runsOf(ledger)).toBe(1);
  });

  it('names everything that is wrong at once, at its field, and keeps what was typed', async () => {
    const { ledger, office } = await visit();
    const runs = await runsOf(ledger);
    const wrong = { iban: 'DE00370400440532013000', email: 'ada at example', amount: '1,240', payOn: '2020-01-01' };
    const { status, text } = await office.post('/upload/one/form', { ...NEW, ...wrong, city: '', key: randomUUID() });
    expect(status).toBe(422);
    for (const name of ['iban', 'email', 'amount', 'city', 'payOn']) expect(text, name).toContain(`id="${name}-error"`);
    for (const name of ['street1', 'currency', 'firstName']) expect(text, name).not.toContain(`id="${name}-error"`);
    for (const typed of [...Object.values(wrong), 'Hauptstr. 1']) expect(text).toContain(`value="${typed}"`);
    expect(text).toMatch(/<option value="EUR" selected>/);
    expect(await runsOf(ledger)).toBe(runs);
  });

  it.each(['1.000', '1,000', '€ 5', '-5'])('is not made of an amount like %s, which can be another', async (amount) => {
    const { ledger, office } = await visit();
    const runs = await runsOf(ledger);
    const { status, text } = await office.post('/upload/one/form', { ...NEW, amount, key: randomUUID() });
    expect(status).toBe(422);
    expect(text).toContain('id="amount-error"');
    expect(await runsOf(ledger)).toBe(runs);
  });

  it('goes to the account of a known recipient, which is not typed', async () => {
    const { ledger, office } = await visit();
    const people = sheetOf([
      { reference: 'before-1', email: 'known@example.com', iban: germanIban(5), amount: '10.00' },
    ]);
    const before = await payroll.pay(payroll.sheet('before.csv', people));
    const { rows } = await ledger.db.query<{ id: string; hint: string }>(
      'select id, account_hint as hint from payrun.recipient where merchant_id = $1 order by created_at desc limit 1',
      ['default'],
    );
    const { id, hint } = rows[0]!;
    const [firstRow] = await rowsOf(ledger, before.run);
    const search = await office.post('/upload/one', { q: 'known@example.com' });
    expect(search.headers.get('Location')).not.toContain('known');
    const found = await office.get(search.headers.get('Location')!);
    expect(found.text).toContain(`href="/upload/one/form?recipient=${id}"`);
    const page = await office.get(`/upload/one/form?recipient=${id}`);
    expect(page.text).toContain(hint.slice(-4));
    expect(page.text).not.toContain(germanIban(5));
    expect(page.text).not.toContain('name="iban"');
    expect(page.text, 'the currency of the last payment').toMatch(/<option value="EUR" selected>/);
    const blank = await office.post('/upload/one/form', { recipient: id, amount: '20', key: randomUUID() });
    expect(blank.text, 'a choice that was taken back').not.toMatch(/<option value="[A-Z]{3}" selected>/);
    const form = { recipient: id, amount: '20', currency: 'EUR', paymentReference: 'one-2', key: randomUUID() };
    // A cell of the account is no field of this form.
    const { headers } = await office.post('/upload/one/form', { ...form, iban: germanIban(6) });
    const [row] = await rowsOf(ledger, runIn(headers.get('Location')));
    expect(row).toMatchObject({ state: 'ready', reference: 'one-2', minor: 2_000n, account: hint });
    expect(row!.recipient).toBe(firstRow!.recipient);
  });

  it('names a recipient by their number if sheets do, and asks for the details of one whose account is another now', async () => {
    const { ledger, office } = await visit();
    const lines = sheetOf([{ reference: 'before-2', email: 'number@example.com', amount: '11.00' }]).split(/\r?\n/);
    const numbered = lines
      .map((line, i) => (line === '' ? '' : `${line},${i === 0 ? 'referenceId' : 'V-77'}`))
      .join('\n');
    await payroll.pay(payroll.sheet('numbered.csv', numbered));
    const { rows } = await ledger.db.query<{ id: string; hint: string }>(
      `select id, account_hint as hint from payrun.recipient where reference_id = 'V-77'`,
    );
    const { id, hint } = rows[0]!;
    const form = { recipient: id, amount: '21', currency: 'EUR', paymentReference: 'one-4', key: randomUUID() };
    const { headers } = await office.post('/upload/one/form', form);
    const run = runIn(headers.get('Location'));
    expect(await rowsOf(ledger, run)).toMatchObject([
      { state: 'ready', reference: 'one-4', minor: 2_100n, account: null, recipient: 'V-77' },
    ]);
    expect((await office.get(`/runs/${run}`)).text, 'the account on file').toContain(hint.slice(-4));
    expect((await office.get(`/runs/${run}/payments.csv`)).text).toContain(hint.slice(-4));

    await ledger.db.query(`update payrun.recipient set key_fp = 'another', account_fp = 'another' where id = $1`, [id]);
    expect((await office.get(`/upload/one/form?recipient=${id}`)).text).toContain('does not have the current details');
    expect((await office.post('/upload/one/form', { ...form, key: randomUUID() })).status).toBe(404);
  });

  it('is for those who may upload a file, and for their merchants', async () => {
    const { office } = await visit();
    const form = { ...NEW, paymentReference: 'one-3', key: randomUUID() };
    for (const role of ['viewer', 'auditor'] as const) {
      for (const path of ['/upload/one', '/upload/one/form?country=DE'])
        expect((await office.get(path, { role })).status, role).toBe(403);
      expect((await office.post('/upload/one/form', form, { role })).status, role).toBe(403);
    }
    const elsewhere = { merchants: ['another'] };
    expect((await office.post('/upload/one/form', form, elsewhere)).status).toBe(404);
    expect((await office.get('/upload')).text).toContain('href="/upload/one"');
  });
});
