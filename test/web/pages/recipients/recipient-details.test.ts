import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { resumeRuns } from '../../../../src/engine/runs/resume.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { signedFetch } from '../../../support/signed-fetch.ts';
import { openPages, type VisitedPages } from '../../../support/visited-pages.ts';

describeDatabases('the details of a recipient', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let pages: VisitedPages;
  beforeAll(async () => {
    const opened = await payroll.appContext();
    // An installation whose sheets call the country of the account "country".
    appContext = { ...opened, config: { ...opened.config, columns: { country: 'accountCountry' } } };
    pages = openPages(appContext, appContext.log);
    const byNumber = `paymentReference,amount,currency,referenceId,type,firstName,lastName,email,street1,city,postalCode,country,iban
D-1,10.00,EUR,V-1,individual,Zoë,Ødegård,zoe@example.com,Street 1,Berlin,10115,DE,${germanIban(1)}
`;
    await payroll.pay(payroll.sheet('number.csv', byNumber));
    await payroll.pay(
      payroll.sheet('mail.csv', sheetOf([{ reference: 'D-2', amount: '10.00', email: 'ana@example.com' }])),
    );
  });

  const recipientOf = async (reference: string) => {
    const { rows } = await appContext.ledger.db.query<{ id: string; remote: string }>(
      `select r.id, r.remote_id as remote from payrun.payment p join payrun.recipient r on r.id = p.recipient_id where p.reference = $1`,
      [reference],
    );
    return { ...rows[0]!, path: `/recipients/${rows[0]!.id}/details` };
  };
  const atService = async (remote: string, method = 'GET', body?: unknown) =>
    (
      await signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant })(
        method,
        `/v1/recipients/${remote}`,
        body,
      )
    ).body.recipient;
  const runs = async () => (await appContext.ledger.db.query('select from payrun.run')).rows.length;
  const valuesOf = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<input id="(\w+)" name="\w+" type="\w+" value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!.replaceAll('&quot;', '"'),
      ]),
    );

  it('are changed by a run of its own, in the service and nowhere else; the account and later payments stay', async () => {
    const { path, remote } = await recipientOf('D-1');
    const before = await atService(remote);
    const form = await pages.post(path, {});
    const values = valuesOf(form.text);
    expect(values).toMatchObject({
      firstName: 'Zoë',
      email: 'zoe@example.com',
      street1: 'Street 1',
      city: 'Berlin',
      country: 'DE',
    });
    expect((await pages.see(path.replace('/details', ''))).text).toContain(`action="${path}"`);

    const answer = await pages.post(`${path}/change`, {
      ...values,
      lastName: 'Ødegård, "Zo"',
      email: 'zoe@example.org',
      street1: 'Street 2',
    });
    expect(answer.status).toBe(303);
    const run = answer.headers.get('Location')!.replace('/runs/', '');
    await resumeRuns(appContext, { run, progress: () => {} });
    const changes = 'email changed; street changed; last name changed';
    for (const file of ['audit', 'audit.csv'])
      expect((await pages.get(`/settings/${file}?run=${run}`, { role: 'admin' })).text, file).toContain(changes);
    const after = await atService(remote);
    expect(after).toMatchObject({
      lastName: 'Ødegård, "Zo"',
      email: 'zoe@example.org',
      address: { street1: 'Street 2', city: 'Berlin', postalCode: '10115', country: 'DE' },
    });
    expect(after.accounts).toEqual(before.accounts);
    const { rows } = await appContext.ledger.db.query<{ call: string }>(
      `select method || ' ' || split_part(path, '?', 1) as call from payrun.call where run_id = $1 and method <> 'GET'`,
      [run],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.call).toMatch(/^PATCH \/v1\/recipients\//);
    expect((await pages.see(`/runs/${run}`)).text).toMatch(
      /recipient-details\.csv[\s\S]*Recipients, in the order of the sheet[\s\S]*>2<\/td>[\s\S]*>Zoë Ødegård, &quot;Zo&quot;<\/a>[\s\S]*Changed/,
    );

    const paid = await payroll.pay(
      payroll.sheet('next.csv', 'paymentReference,amount,currency,referenceId\nD-3,12.00,EUR,V-1\n'),
    );
    expect(paid.counts).toMatchObject({ processed: 1 });
    const { payments } = await payroll.ledger();
    const theirs = payments.filter(({ recipientId }) => recipientId === remote);
    expect(theirs.map(({ timesPaid, accountId }) => [timesPaid, accountId])).toEqual([
      [1, before.accounts[0].id],
      [1, before.accounts[0].id],
    ]);
  });

  it('have a run whose page says who was refused and why, and offers its results', async () => {
    const { path } = await recipientOf('D-1');
    const values = { ...valuesOf((await pages.post(path, {})).text), email: 'ana@example.com' };
    const answer = await pages.post(`${path}/change`, values);
    const page = answer.headers.get('Location')!;
    await resumeRuns(appContext, { run: page.replace('/runs/', ''), progress: () => {} });
    const { text } = await pages.see(page);
    expect(text).toMatch(/1 row is not saved in the payout service[\s\S]*Refused[\s\S]*e-?mail/i);
    expect(text).toContain('results.xlsx');
    expect(text).not.toMatch(/payments\.csv|No rows yet/);
    expect((await pages.get(`${page}/results.xlsx`)).status).toBe(200);
  });

  it('leave the e-mail alone by which the sheets name a recipient', async () => {
    const { path, remote } = await recipientOf('D-2');
    const form = await pages.post(path, {});
    expect(form.text).not.toContain('name="email"');
    expect(form.text).toContain('Your sheets name this recipient by email');
    const answer = await pages.post(`${path}/change`, {
      ...valuesOf(form.text),
      email: 'other@example.com',
      city: 'Hamburg',
    });
    await resumeRuns(appContext, { run: answer.headers.get('Location')!.replace('/runs/', ''), progress: () => {} });
    expect(await atService(remote)).toMatchObject({ email: 'ana@example.com', address: { city: 'Hamburg' } });
  });

  it.each([
    ['an e-mail without an @', { email: 'zoe.example.org' }, /id="email-error">[^<]*@/],
    ['a country that does not exist', { country: 'XX' }, /id="country-error"/],
    ['a value left empty, which the service would keep', { city: '' }, /id="city-error">The payout service keeps/],
    ['nothing that is different', {}, /Nothing was changed/],
  ])('are refused with %s, and no run is made', async (_, change, says) => {
    const { path } = await recipientOf('D-1');
    const values = { ...valuesOf((await pages.post(path, {})).text), ...change };
    const before = await runs();
    const { status, text } = await pages.post(`${path}/change`, values);
    expect(status).toBe(422);
    expect(text).toMatch(says);
    expect(valuesOf(text)).toMatchObject(change);
    expect(await runs()).toBe(before);
  });

  it('are not for everybody, nor for a recipient that the service has archived', async () => {
    const { path, remote } = await recipientOf('D-2');
    expect((await pages.post(path, {}, { role: 'viewer' })).status).toBe(403);
    expect((await pages.post(`${path}/change`, { city: 'Bonn' }, { role: 'viewer' })).status).toBe(403);
    expect((await pages.see(path.replace('/details', ''), { role: 'viewer' })).text).not.toContain(path);
    expect((await pages.post(path, {}, { merchants: ['other'] })).status).toBe(404);
    await atService(remote, 'DELETE');
    expect((await pages.post(path, {})).text).toContain('can’t change');
    expect(await pages.post(`${path}/change`, { city: 'Bonn' })).toMatchObject({ status: 409 });
  });
});
