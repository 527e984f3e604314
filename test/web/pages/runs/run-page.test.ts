import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { recordApproval } from '../../../../src/engine/review/approvals.ts';
import { rejectRun } from '../../../../src/engine/review/take-back.ts';
import { rerunFailed } from '../../../../src/engine/runs/rerun.ts';
import { PayrunError } from '../../../../src/errors.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { describeDatabases } from '../../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { signedIn } from '../../../support/signed-in.ts';
import { uploadSheet } from '../../../support/upload-sheet.ts';
import { withPatience } from '../../../support/visited-pages.ts';

const MIA: Partial<CurrentUser> = { name: 'mia', role: 'maker' };

describeDatabases('the page of a run', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  let app: Hono;
  let who: Partial<CurrentUser> = MIA;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    app = createApp([signedIn(() => who), pages({ appContext: withPatience(appContext) })], appContext.log);
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
    expect(careful.join(' ')).not.toMatch(/above the header|returned in the results|It matches/);
    expect(plain).toEqual([
      expect.stringMatching(/1 line above the header was not read\. Row \d \(&quot;Total&quot;\) is a total/),
      expect.stringMatching(/^2 columns with values are not used: &quot;cost center&quot; \(4100, 4100\)/),
    ]);
  });

  it('names the warnings of rows to be paid, until the run is submitted', async () => {
    const [head, first, second] = sheetOf(
      people(2, (n) => ({ reference: `warned-${n}`, email: `warned${n}@example.com`, amount: '10.00' })),
    )
      .trim()
      .split('\n');
    const path = await upload('warned.csv', `${head},phone\n${first},12\n${second},+49 30 901820\n`);
    const shown = await page(path);
    expect(shown).toContain('1 warning on rows to be paid. <a href="#issues">Check it</a>');
    expect(shown).toContain('This is not a valid phone number');
    const answer = new URLSearchParams({ shown: /name="shown" value="([^"]*)"/.exec(shown)![1]! });
    await app.request(`${path}/submit`, { method: 'POST', body: answer });
    expect(await page(path)).not.toContain('This is not a valid phone number');
  });

  it('says of a file whose total differs that it was not submitted, and why', async () => {
    const lines = sheetOf(people(2, (n) => ({ reference: `sum-${n}`, email: `sum${n}@example.com`, amount: '10.00' })));
    const head = lines.slice(0, lines.indexOf('\n'));
    const total: string[] = head.split(',').map((name) => (name === 'amount' ? '99.00' : ''));
    total[0] = 'Total';
    const text = await page(await upload('sum.csv', `${lines}${total.join(',')}\n`));
    expect(text).toMatch(
      /Not submitted\.<\/strong> The sheet does not match its control total: .* Correct the file and upload it again\./,
    );
    expect(text).not.toContain('Nothing paid');
  });

  it('names no API call if the payout service cannot be reached', async () => {
    const service = () => Promise.reject(new PayrunError('service_unreachable', { detail: 'GET /v1/x broke' }));
    const away = createApp(
      [signedIn(() => MIA), pages({ appContext: withPatience({ ...appContext, service }) })],
      appContext.log,
    );
    const response = await away.request('/funding', {
      method: 'POST',
      body: new URLSearchParams({ merchant: 'default' }),
    });
    const text = await response.text();
    expect(text).toContain('Payrun can’t reach the payout service.</strong> Try again in a few minutes.');
    expect(text).not.toContain('/v1/x');
  });

  it('says what of a run was paid in the list of runs, and in which run a payment was retried', async () => {
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'part1@example.com' }, outcome: 'failed', reason: 'Account is closed' },
    ]);
    const lines = people(3, (n) => ({ reference: `part-${n}`, email: `part${n}@example.com`, amount: `${n}00.40` }));
    const { run } = await payroll.pay(payroll.sheet('part.csv', sheetOf(lines)), {
      env: { 'approval.policy': 'auto' },
    });
    await payroll.control('outcomes', []);
    const row = (text: string, path: string) =>
      text
        .split('<tr')
        .find((one) => one.includes(`href="${path}"`))
        ?.replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ');
    expect(row(await page('/runs'), `/runs/${run}`)).toMatch(/Partly paid .* 500\.80 EUR paid/);
    const again = {
      run,
      states: ['failed'],
      references: [],
      dryRun: false,
      confirm: 'yes',
      progress: () => {},
    } as const;
    const failed = async () => {
      const { rows } = await appContext.ledger.db.query<{ id: string }>(
        `select id from payrun.payment where run_id = $1 and state = 'failed'`,
        [run],
      );
      return page(`/payments/${rows[0]!.id}`);
    };
    const asking = await payroll.appContext({ 'approval.policy': 'manual' });
    const refused = await rerunFailed(asking, { ...again, maker: person('mia') });
    expect(await page(`/runs/${run}`)).toContain(`Retried in <a href="/runs/${refused.run}">`);
    await rejectRun(asking, refused.run, { by: person('anna'), because: 'wrong month', progress: () => {} });
    expect(await page(`/runs/${run}`), 'a retry that was rejected').not.toContain('Retried in');
    expect(await failed()).not.toMatch(/Retried in|Later row/);
    expect(await failed()).toContain('Correct rows');

    const paying = await payroll.appContext({ 'approval.policy': 'auto' });
    const { run: later } = await rerunFailed(paying, { ...again, maker: person('mia') });
    const ofRun = await page(`/runs/${run}`);
    expect(ofRun).toContain(
      `Account is closed</span><br> <span class="quiet">Retried in <a href="/runs/${later}">run ${later}</a>.`,
    );
    expect(ofRun).not.toContain(`Retried in <a href="/runs/${refused.run}">`);
    expect(await failed()).toMatch(new RegExp(`Retried in</dt>\\s*<dd>[^/]*/payments/[^>]*>run ${later}, row 2</a>`));
    expect(row(await page('/runs'), `/runs/${later}`)).toMatch(/Paid .* 100\.40 EUR paid/);
  });

  it('of a payment that was sent again says that it is a retry, unlike one whose row was rejected before', async () => {
    const paymentOf = async (run: string, reference: string) => {
      const { rows } = await appContext.ledger.db.query<{ id: string }>(
        'select id from payrun.payment where run_id = $1 and reference = $2',
        [run, reference],
      );
      return page(`/payments/${rows[0]!.id}`);
    };
    const lines = people(1, () => ({ reference: 'sent-again', email: 'sent-again@example.com', amount: '71.10' }));
    const sheet = () => payroll.sheet('sent-again.csv', sheetOf(lines));
    const rejected = await payroll.pay(sheet(), { env: { 'approval.policy': 'manual' } });
    const by = { by: person('anna'), because: 'wrong month', progress: () => {} };
    await rejectRun(await payroll.appContext({ 'approval.policy': 'manual' }), rejected.run, by);
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'sent-again@example.com' }, outcome: 'failed', reason: 'Account is closed' },
    ]);
    const sent = await payroll.pay(sheet());
    await payroll.control('outcomes', []);
    const link = (run: string) => `run ${run}, row 2</a>`;
    const first = await paymentOf(sent.run, 'sent-again');
    expect(first).toMatch(new RegExp(`Earlier row</dt>\\s*<dd>[^/]*/payments/[^>]*>${link(rejected.run)}`));
    expect(first).not.toMatch(/Retry of|Attempt/);
    expect(await paymentOf(rejected.run, 'sent-again')).toMatch(/Later row/);
    const again = await payroll.pay(sheet());
    expect(await paymentOf(again.run, 'sent-again')).toMatch(
      new RegExp(`Retry of</dt>\\s*<dd>[^/]*/payments/[^>]*>${link(sent.run)}`),
    );
  });

  it('offers a change of the pay date only as far as it is accepted, and says at its form why one is refused', async () => {
    const env = { 'approval.policy': 'manual' };
    const payOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const sheet = payroll.sheet('dated.csv', sheetOf([{ reference: 'dated-1', email: 'dated@example.com' }]));
    const { run } = await payroll.pay(sheet, { env, payOn });
    expect(await page(`/runs/${run}`)).toContain('Remove pay date');
    await recordApproval(await payroll.appContext(env), run, { by: person('carla'), progress: () => {} });
    const ofMaker = await page(`/runs/${run}`);
    expect(ofMaker).not.toContain('Remove pay date');
    expect(ofMaker).toContain(`value="${payOn}" required min="${payOn}"`);
    who = { name: 'carla', role: 'approver' };
    expect(await page(`/runs/${run}`)).toContain('Remove pay date');
    who = MIA;
    for (const [path, form, why] of [
      [
        'reschedule',
        { on: '2020-01-01' },
        'The pay date 2020-01-01 is in the past. Choose a date from today to one year from now',
      ],
      ['stop', { because: ' ' }, 'The reason is missing. Enter a reason'],
    ] as const) {
      const answer = await app.request(`/runs/${run}/${path}`, { method: 'POST', body: new URLSearchParams(form) });
      expect(answer.status, path).toBe(422);
      const shown = new RegExp(`<details class="confirm" open>(?:(?!</details>)[^])*?/${path}"`).exec(
        await answer.text(),
      );
      expect(shown?.[0], path).toMatch(new RegExp(`<p class="notice bad" role="alert">[^<]*${why}`));
    }
    // What cannot be done any more is said above the run as it is now.
    const withdraw = async () => {
      const body = new URLSearchParams({ because: 'wrong file' });
      const answer = await app.request(`/runs/${run}/withdraw`, { method: 'POST', body });
      expect(answer.status).toBe(303);
      return page(answer.headers.get('Location')!);
    };
    expect(await withdraw()).toContain('Run withdrawn.');
    const late = await withdraw();
    expect(late).toMatch(/<p class="notice bad"[^>]*role="alert">[^<]*is not awaiting approval/);
    expect(late).toContain('Canceled');
    const noForm = await app.request(`/runs/${run}/reschedule`, {
      method: 'POST',
      body: new URLSearchParams({ on: '2020-01-01' }),
    });
    expect(await noForm.text()).toMatch(/<p class="notice bad"[^>]*role="alert">[^<]*2020-01-01 is in the past/);
    expect(await page(`/runs/${run}?refused=Pay+me&proof=x`)).not.toContain('Pay me');
  });

  it('of a payment on hold links the payment that it looks like, by its reference', async () => {
    const one = (reference: string) => sheetOf([{ reference, email: 'twin@example.com', first: 'Tina', last: 'Twin' }]);
    const { run } = await payroll.pay(payroll.sheet('first.csv', one('twin-1')), {
      env: { 'approval.policy': 'auto' },
    });
    await payroll.pay(payroll.sheet('second.csv', one('twin-2')), { env: { 'approval.policy': 'auto' } });
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
      /<details class="confirm" open><summary>Dismiss<\/summary>.*role="alert">Incorrect password\..*value="Paid by hand"/,
    );
    expect(refused.match(/role="alert"/g)).toHaveLength(1);
    expect(refused).toContain('<button class="main">Release payment</button>');
  });
});
