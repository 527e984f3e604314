import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { releasePayments } from '../../../../src/engine/review/release.ts';
import { syncRecipientSheet } from '../../../../src/engine/runs/other-sheets.ts';
import { getShownName } from '../../../../src/ledger/recipients/recipient-name.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { openPages, type VisitedPages } from '../../../support/visited-pages.ts';

it('shows the name of a recipient without bank details that were typed into it, and a company without its contact', () => {
  expect(getShownName({ firstName: 'Ana', lastName: 'Perez DE89370400440532013000' })).toMatch(/^Ana Perez \*+3000$/);
  expect(getShownName({ name: 'Acme GmbH', firstName: 'Ana', lastName: 'Perez' })).toBe('Acme GmbH');
  expect(getShownName({})).toBeNull();
});

describeDatabases('the page of a recipient', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let pages: VisitedPages;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    pages = openPages(appContext, appContext.log);
  });

  it('names those who were never paid as the payout service knows them, and says so where nothing is known', async () => {
    const sheet = `referenceId,type,firstName,lastName,email,street1,city,postalCode,country,iban
V-77,individual,Zoë,Ødegård,zoe@example.com,Street 1,Berlin,10115,DE,${germanIban(77)}
`;
    const file = payroll.sheet('recipients.csv', sheet);
    await syncRecipientSheet(appContext, { file, maker: person('mia'), dryRun: false, progress: () => {} });
    const { db, vault } = appContext.ledger;
    const { rows } = await db.query<{ id: string }>(
      `insert into payrun.recipient (id, merchant_id, key_fp, reference_id) select gen_random_uuid(), id, $1, 'V-78' from payrun.merchant returning id`,
      [vault.fingerprint('recipient', 'ref:V-78')],
    );
    const list = (await pages.see('/recipients')).text;
    expect(list).toMatch(/>Zoë Ødegård<\/a>[\s\S]*V-77[\s\S]*Never/);
    expect(list).toContain('>Recipient V-78</a>');
    expect((await pages.see(`/recipients/${rows[0]!.id}`)).text).toContain('<h1>Recipient V-78</h1>');
    // A row that names them by their number only.
    await payroll.pay(
      payroll.sheet('by number.csv', 'paymentReference,amount,currency,referenceId\nN-1,5.00,EUR,V-77\n'),
    );
    expect((await pages.see('/find?q=N-1')).text).toContain('Zoë Ødegård (V-77)');
    await db.query('delete from payrun.recipient where id = $1', [rows[0]!.id]);
  });

  it('shows everything that was paid, what awaits a decision, and how a new account was verified', async () => {
    const line = (reference: string, amount: string, iban = germanIban(3)) => ({
      reference,
      amount,
      iban,
      email: 'ana@example.com',
      first: 'Ana',
      last: 'Perez',
      memo: reference,
    });
    const { run } = await payroll.pay(payroll.sheet('april.csv', sheetOf([line('A-1', '10.10')])));
    // A fixed target amount: its fee is debited on top.
    const target = sheetOf([{ ...line('A-2', '20.20'), currency: 'EUR,EUR' }]).replace(
      'amount,currency',
      'targetAmount,targetCurrency,currency',
    );
    expect(await payroll.pay(payroll.sheet('may.csv', target))).toMatchObject({ outcome: 'paid', problems: [] });
    // Another account: on hold until someone decides.
    const june = await payroll.pay(payroll.sheet('june.csv', sheetOf([line('A-3', '30.30', germanIban(4))])));
    const { db } = appContext.ledger;
    const { rows } = await db.query<{ id: string; recipient: string }>(
      'select id, recipient_id as recipient from payrun.payment where run_id = $1 order by row',
      [run],
    );
    const path = `/recipients/${rows[0]!.recipient}`;
    const { status, text } = await pages.see(path);
    expect(status).toBe(200);
    const { payments: booked } = (await payroll.control('ledger')) as {
      payments: { amount: string; merchantFees: string }[];
    };
    const debits = booked.map(({ amount, merchantFees }) => Number(amount) + Number(merchantFees));
    expect(debits).toEqual([10.1, 20.95]);
    expect(text).toMatch(/Total paid[\s\S]*<td[^>]*>2<\/td>[\s\S]*31\.05/);
    expect(text).toMatch(/Waiting for a decision[\s\S]*A-3[\s\S]*Total paid/);
    await releasePayments(appContext, ['A-3'], person('carla'), undefined, 'Called Ana, she moved to another bank.');
    expect((await pages.see(path)).text).toMatch(
      /Account verifications[\s\S]*Called Ana, she moved to another bank\.[\s\S]*carla/,
    );
    expect((await pages.get(path, { merchants: ['other'] })).status).toBe(404);
    expect((await pages.see('/recipients')).text, 'the list says what became of the latest payment').toMatch(
      /Latest payment[\s\S]*Ana Perez[\s\S]*<br><span class="badge good">[\s\S]*Paid/,
    );
    // An account that nothing was paid to yet is not taken for one that was.
    await payroll.resume(june.run, { 'approval.policy': 'manual' });
    const accounts = (await pages.see(path)).text
      .split('>Accounts over time, latest first</caption>')[1]!
      .split('</table>')[0]!;
    expect(
      accounts
        .split('<tr')
        .slice(2)
        .map((row) => row.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')),
    ).toEqual([
      expect.stringMatching(new RegExp(`${germanIban(4).slice(-4)} 1 none paid `)),
      expect.stringMatching(new RegExp(`${germanIban(3).slice(-4)} 2 just now`)),
    ]);
  });
});
