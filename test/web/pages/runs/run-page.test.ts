import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { PayrunError } from '../../../../src/errors.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { describeDatabases } from '../../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { signedIn } from '../../../support/signed-in.ts';
import { uploadSheet } from '../../../support/upload-sheet.ts';

const MIA: Partial<CurrentUser> = { name: 'mia', role: 'maker' };

describeDatabases('the page of a run', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  let app: Hono;
  let who: Partial<CurrentUser> = MIA;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    app = createApp([signedIn(() => who), pages({ appContext })], appContext.log);
  });
  const page = async (path: string) => (await (await app.request(path)).text()).replace(/\s+/g, ' ');
  const upload = async (name: string, text: string) => `/runs/${(await uploadSheet(app, text, name)).run}`;
  const notices = (text: string) =>
    [...text.matchAll(/<(?:div|p|section) class="(notice[^"]*)"[^>]*>(.*?)<\/(?:div|section)>/g)].map(
      ([, look, inside]) => [
        look,
        inside!
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      ],
    );

  it('draws attention to what may be wrong with a file, and not to how it was read', async () => {
    const lines = sheetOf(
      people(2, (n) => ({ reference: `note-${n}`, email: `note${n}@example.com`, amount: '10.00' })),
    );
    const [head = '', ...rows] = lines.trim().split('\n');
    const total: string[] = head.split(',').map((name) => (name === 'amount' ? '20.00' : ''));
    total[0] = 'Total';
    const text = [
      'Payouts of June',
      `${head},cost center,amuont`,
      ...rows.map((row) => `${row},4100,1`),
      `${total.join(',')},,`,
      '',
    ].join('\n');
    const shown = notices(await page(await upload('notes.csv', text)));
    const careful = shown.filter(([look]) => look === 'notice wait').map(([, words]) => words);
    const plain = shown.filter(([look]) => look === 'notice').map(([, words]) => words);
    expect(careful.join(' ')).not.toMatch(/above the header|comes back in the results|agrees/);
    expect(plain).toEqual([
      expect.stringMatching(/1 line above the header was not read\. Row \d \(&quot;Total&quot;\) is a totals row/),
    ]);
  });

  it('says of a file whose total differs that it was not submitted, and why', async () => {
    const lines = sheetOf(people(2, (n) => ({ reference: `sum-${n}`, email: `sum${n}@example.com`, amount: '10.00' })));
    const head = lines.slice(0, lines.indexOf('\n'));
    const total: string[] = head.split(',').map((name) => (name === 'amount' ? '99.00' : ''));
    total[0] = 'Total';
    const text = await page(await upload('sum.csv', `${lines}${total.join(',')}\n`));
    expect(text).toMatch(
      /Not submitted\.<\/strong> The sheet does not agree with its control total: .* Correct the file and upload it again\./,
    );
    expect(text).not.toContain('Nothing paid');
  });

  it('names no API call if the payout service cannot be reached', async () => {
    const service = () => Promise.reject(new PayrunError('service_unreachable', { detail: 'GET /v1/x broke' }));
    const away = createApp([signedIn(() => MIA), pages({ appContext: { ...appContext, service } })], appContext.log);
    const response = await away.request('/funding', {
      method: 'POST',
      body: new URLSearchParams({ merchant: 'default' }),
    });
    const text = await response.text();
    expect(text).toContain('The payout service cannot be reached.</strong> Try again in a few minutes.');
    expect(text).not.toContain('/v1/x');
  });

  it('of a payment on hold links the payment that it looks like, by its reference', async () => {
    const one = (reference: string) => sheetOf([{ reference, email: 'twin@example.com', first: 'Tina', last: 'Twin' }]);
    const { run } = await payroll.pay(payroll.sheet('first.csv', one('twin-1')), { env: { PAYRUN_APPROVAL: 'auto' } });
    await payroll.pay(payroll.sheet('second.csv', one('twin-2')), { env: { PAYRUN_APPROVAL: 'auto' } });
    const { rows } = await appContext.ledger.db.query<{ id: string; held_for: string }>(
      `select id, held_for from payrun.payment where reference = 'twin-2' and state = 'held'`,
    );
    const path = `/payments/${rows[0]!.id}`;
    const text = await page(path);
    expect(text).toContain(
      `On hold because of</dt><dd><a href="/payments/${rows[0]!.held_for}">twin-1</a> <span class="quiet">run ${run}, row 2</span>`,
    );
    who = { name: 'carla', role: 'approver' };
    const dismiss = async (form: Record<string, string>) =>
      (await app.request(`${path}/dismiss`, { method: 'POST', body: new URLSearchParams(form) })).text();
    const refused = (await dismiss({ because: 'Paid by hand', password: 'wrong' })).replace(/\s+/g, ' ');
    who = MIA;
    expect(refused).toMatch(
      /<details class="confirm" open><summary>Dismiss<\/summary>.*role="alert">The password is not right\..*value="Paid by hand"/,
    );
    expect(refused).toContain('<details class="confirm"><summary>Release payment');
  });
});
