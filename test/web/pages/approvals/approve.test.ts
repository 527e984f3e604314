import type { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { releasePayments } from '../../../../src/engine/review/release.ts';
import { batchesOf } from '../../../../src/ledger/batches/batch.ts';
import { getRun } from '../../../../src/ledger/runs/run.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { PASSWORD, signedIn } from '../../../support/signed-in.ts';

describeDatabases('the page of an approval', (database) => {
  const payroll = testPayroll(database);
  const MANUAL = { PAYRUN_APPROVAL: 'manual' };
  let appContext: AppContext;
  let app: Hono;
  let who: Partial<CurrentUser> = {};
  let sheets = 0;

  beforeAll(async () => {
    appContext = await payroll.appContext(MANUAL);
    app = createApp([signedIn(() => who), pages({ appContext })], appContext.log);
  });

  /** A run that waits for approval; its number. */
  const waiting = async (more: Parameters<typeof sheetOf>[0] = []) => {
    const name = `s${++sheets}`;
    const lines = people(2, (n) => ({ reference: `${name}-${n}`, email: `${name}.${n}@example.com`, memo: name }));
    const { run, state } = await payroll.pay(payroll.sheet(`${name}.csv`, sheetOf([...lines, ...more])), {
      env: MANUAL,
    });
    expect(state).toBe('waiting_approval');
    return run;
  };
  const look = async (run: string) => {
    const response = await app.request(`/runs/${run}/approve`);
    return { status: response.status, text: await response.text() };
  };
  const decide = async (run: string, deed: 'approve' | 'reject', form: Record<string, string>) => {
    const response = await app.request(`/runs/${run}/${deed}`, { method: 'POST', body: new URLSearchParams(form) });
    return { status: response.status, text: await response.text(), to: response.headers.get('location') };
  };
  const hashIn = (text: string) => /name="hash" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
  const batchesIn = async (run: string) =>
    (await batchesOf(appContext.ledger.db, BigInt(run))).map(({ state }) => state);

  it('shows totals, payees, the price, and what is approved', async () => {
    who = {};
    const run = await waiting();
    const { status, text } = await look(run);
    expect(status).toBe(200);
    for (const said of [
      '<strong>2</strong> payments',
      '203.50',
      'Never paid before',
      'Largest payments',
      'Total debit',
    ])
      expect(text).toContain(said);
    expect(hashIn(text)).not.toBe('');
    expect(text).not.toMatch(/DE\d{20}/);
    // On paper: that it was open, and who saw it.
    expect(text).toMatch(/on-paper.*Not approved or rejected when this was printed\./);
    expect(text).toMatch(/on-paper.*As anna \(\w+\) saw it on \d{4}-\d\d-\d\d /);
  });

  it('says yes to exactly what was shown, with the password again; the workers carry it out', async () => {
    who = {};
    const run = await waiting();
    const hash = hashIn((await look(run)).text);
    expect(await decide(run, 'approve', { hash, password: 'wrong' })).toMatchObject({
      status: 422,
      text: expect.stringContaining('The password is not right.'),
    });
    const other = hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(await decide(run, 'approve', { hash: other, password: PASSWORD })).toMatchObject({
      status: 409,
      text: expect.stringContaining('is not as shown any more'),
    });
    expect(await batchesIn(run)).toEqual(['quoted']);
    expect(await decide(run, 'approve', { hash, password: PASSWORD })).toMatchObject({
      status: 303,
      to: `/runs/${run}`,
    });
    expect(await batchesIn(run)).toEqual(['approved']);
    const events = await appContext.ledger.db.query(
      `select actor, data ->> 'hash' is not null as bound from payrun.event where chain = $1 and kind = 'batch_approved'`,
      [`run-${run}`],
    );
    expect(events.rows).toEqual([{ actor: 'anna', bound: true }]);
    await payroll.resume(run);
    expect((await getRun(appContext.ledger.db, run)).state).toBe('done');
    const late = await look(run);
    expect(late.status).toBe(409);
    expect(late.text).toContain(`href="/runs/${run}">Open run ${run}`);
  });

  it('rejects with a reason: the payments are cancelled, and nobody is paid', async () => {
    who = {};
    const run = await waiting();
    expect(await decide(run, 'reject', { because: ' ', password: PASSWORD })).toMatchObject({
      status: 422,
      text: expect.stringContaining('Enter a reason'),
    });
    expect(await batchesIn(run)).toEqual(['quoted']);
    expect(await decide(run, 'reject', { because: 'Not ours', password: PASSWORD })).toMatchObject({ status: 303 });
    expect(await batchesIn(run)).toEqual(['void']);
    expect((await getRun(appContext.ledger.db, run)).state).toBe('done');
    const page = await (await app.request(`/runs/${run}`)).text();
    expect(page).toMatch(/Rejected\.<\/strong> No payments sent\. anna rejected it: Not ours/);
    expect(page).toMatch(/<li>2 canceled: 2 rejected by an approver<\/li>/);
    expect(page).not.toMatch(/badge good/);
  });

  it('puts changed bank details first, with where the payee was last paid', async () => {
    who = {};
    const payee = { email: 'moved@example.com', first: 'Mara', last: 'Moved' };
    const first = await waiting([{ ...payee, reference: 'old', iban: germanIban(901) }]);
    await decide(first, 'approve', { hash: hashIn((await look(first)).text), password: PASSWORD });
    await payroll.resume(first);
    const second = await waiting([{ ...payee, reference: 'new', iban: germanIban(902), amount: '999.99' }]);
    expect((await look(second)).text).toMatch(/On hold, not part of this approval: 1 payment/);
    await releasePayments(appContext, ['new'], person('rosa'));
    await payroll.resume(second, MANUAL);
    const { text } = await look(second);
    expect(text).toContain('Changed bank details: 1 payment');
    expect(text).toContain('rosa,');
    expect(text.indexOf('Changed bank details')).toBeLessThan(text.indexOf('Total debit by batch'));
    // At a glance, before all of it: the totals, what to look at, and the way to each and to the decision.
    const glance = text.slice(text.indexOf('At a glance'), text.indexOf('Changed bank details'));
    expect(glance).toMatch(/Total debit, EUR<\/dt><dd><span class="amount">1,203\.49 <abbr>EUR/);
    expect(glance).toMatch(/<li class="bad"><a href="#changed">1 payment to changed bank details</);
    for (const [, place] of glance.matchAll(/href="#(\w+)"/g)) expect(text).toContain(`id="${place}"`);
    expect(glance).toContain('href="#decide"');
  });

  describe('is refused', () => {
    let run: string;
    let hash: string;
    beforeAll(async () => {
      who = {};
      run = await waiting();
      hash = hashIn((await look(run)).text);
    });
    const CASES: readonly [name: string, visitor: Partial<CurrentUser>, says: string, status: number][] = [
      ['to the maker', { name: 'mia' }, 'You made this run. Another approver must sign off.', 409],
      ['to the maker in capitals', { name: 'MIA ' }, 'You made this run.', 409],
      ['to a maker’s role', { name: 'max', role: 'maker' }, 'It needs the role approver, not maker.', 403],
      ['to a viewer', { name: 'vera', role: 'viewer' }, 'It needs the role approver, not viewer.', 403],
      ['above the limit', { limits: { EUR: '100.00' } }, 'is above the limit of', 409],
    ];
    it.each(CASES)('%s, who is told why', async (_, visitor, says, status) => {
      who = visitor;
      const shown = await look(run);
      expect(shown.text).toContain(says);
      expect(shown.text, 'no button').not.toContain('Approve and send');
      expect(await decide(run, 'approve', { hash, password: PASSWORD })).toMatchObject({ status });
      expect(await batchesIn(run)).toEqual(['quoted']);
    });
    it('to who may not see the merchant: there is nothing', async () => {
      who = { merchants: ['another'] };
      expect((await look(run)).status).toBe(404);
      for (const deed of ['approve', 'reject'] as const)
        expect(await decide(run, deed, { hash, because: 'x', password: PASSWORD })).toMatchObject({ status: 404 });
      expect(await batchesIn(run)).toEqual(['quoted']);
    });
    it.each([['0'], ['x'], ['999999'], ['1%20or%201=1'], ['-1']])('of run %s, which is none', async (none) => {
      who = {};
      expect((await look(none)).status).toBe(404);
    });
  });
});
