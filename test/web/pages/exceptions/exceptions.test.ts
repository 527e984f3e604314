import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { appendEvent } from '../../../../src/ledger/audit/audit-chain.ts';
import { describeDatabases } from '../../../support/database.ts';
import { pastRules } from '../../../support/past-rules.ts';
import { testPayroll } from '../../../support/payroll.ts';
import { VERIFIED } from '../../../support/person.ts';
import type { TestPayment } from '../../../support/test-run.ts';
import { addBatch, addPayments, BATCH_WAYS, moveThrough, startTestRun } from '../../../support/test-run.ts';
import { openPages, PASSWORD, type VisitedPages } from '../../../support/visited-pages.ts';

const APPROVER = { name: 'carla', role: 'approver' } as const;

const noticeOf = ({ headers }: { readonly headers: Headers }): string | null =>
  new URL(headers.get('Location')!, 'http://here').searchParams.get('notice');

describeDatabases('the queue of exceptions', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let pages: VisitedPages;

  beforeAll(async () => {
    appContext = await payroll.appContext();
    pages = openPages(appContext);
  });

  /** A run of a merchant that no one else has, with these payments, which no process carries out. Returns their ids by reference. */
  const aRun = async (merchant: string, payments: readonly (TestPayment & { reason?: string })[]) => {
    const { ledger } = appContext;
    const run = await startTestRun(ledger, { merchant });
    const ids = await addPayments(ledger, run, payments);
    for (const [i, { reason }] of payments.entries())
      await ledger.db.query('update payrun.payment set reason_code = $2, reason = $3 where id = $1', [
        ids[i],
        reason ?? null,
        reason ? `Held for ${reason}.` : null,
      ]);
    await ledger.db.query(
      `update payrun.run set lease_until = null, lease_owner = null, confirmed_at = now(), status = 'action_required' where id = $1`,
      [run.id],
    );
    return { run: run.id, ids: new Map(payments.map(({ reference }, i) => [reference!, ids[i]!])) };
  };
  const held = (reference: string, reason = 'possible_duplicate') => ({
    reference,
    reason,
    state: 'held' as const,
    name: `Name ${reference}`,
  });
  const listed = (text: string) => [...text.matchAll(/>Name ([\w-]+)</g)].map(([, name]) => name!);
  const stateOf = async (id: string | undefined) =>
    (await appContext.ledger.db.query<{ state: string }>('select state from payrun.payment where id = $1', [id]))
      .rows[0]!.state;

  it('dates a return by the day on which it was reported, and the payment by when it was paid', async () => {
    const { ledger } = appContext;
    const run = await startTestRun(ledger, { merchant: 'late' });
    const { id: batch } = await addBatch(ledger, run, [{ minor: 100n }], 'EUR');
    const { rows } = await pastRules<{ id: string }>(
      ledger,
      `update payrun.payment set state = 'returned', final_at = '2026-05-04T08:00Z' where batch_id = $1 returning id`,
      [batch],
    );
    const payment = rows[0]!.id;
    await ledger.tx((db) =>
      appendEvent(db, {
        ...{ chain: `run-${run.id}`, at: new Date('2026-06-09T08:00:00Z'), actor: 'payrun', kind: 'payments_returned' },
        data: { payments: [payment] },
      }),
    );
    expect((await pages.get('/exceptions?merchant=late', APPROVER)).text).toContain(
      'datetime="2026-06-09T08:00:00.000Z"',
    );
    const { text } = await pages.get(`/payments/${payment}`, APPROVER);
    expect(text).toMatch(/<dt>Paid<\/dt><dd><time datetime="2026-05-04/);
    expect(text).toMatch(/<dt>Returned<\/dt><dd><time datetime="2026-06-09/);
  });

  it('has what requires action in all runs, oldest run first, and nothing else', async () => {
    await aRun('queue', [
      { reference: 'q-1', state: 'ready', name: 'Name q-1' },
      held('q-2'),
      { reference: 'q-3', state: 'failed', name: 'Name q-3' },
      { reference: 'q-4', state: 'invalid', name: 'Name q-4' },
    ]);
    await aRun('queue', [held('q-5')]);
    const { text } = await pages.get('/exceptions?merchant=queue', APPROVER);
    expect(listed(text)).toEqual(['q-2', 'q-3', 'q-5']);
    expect(listed((await pages.get('/exceptions?merchant=queue&state=failed', APPROVER)).text)).toEqual(['q-3']);
    expect(listed((await pages.get('/exceptions', { ...APPROVER, merchants: ['other'] })).text)).toEqual([]);
  });

  it('G8: has the payments of an unconfirmed batch, which are unconfirmed too', async () => {
    const { ledger } = appContext;
    const run = await startTestRun(ledger, { merchant: 'doubt' });
    const payments = [1, 2].map((n) => ({ reference: `d-${n}`, name: `Name d-${n}` }));
    await moveThrough(ledger, await addBatch(ledger, run, payments), ...BATCH_WAYS.unknown);
    await addBatch(ledger, run, [{ reference: 'd-3', name: 'Name d-3' }]);
    for (const filter of ['', '&state=unknown'])
      expect(listed((await pages.get(`/exceptions?merchant=doubt${filter}`, APPROVER)).text), filter).toEqual([
        'd-1',
        'd-2',
      ]);
    expect(listed((await pages.get('/exceptions?merchant=doubt&state=held', APPROVER)).text)).toEqual([]);
  });

  it('omits failed payments once a later run pays the same reference', async () => {
    await aRun('later', [{ reference: 'l-1', state: 'failed', name: 'Name l-1' }]);
    await aRun('later', [{ reference: 'l-1', state: 'ready', name: 'Name l-1' }]);
    expect(listed((await pages.get('/exceptions?merchant=later', APPROVER)).text)).toEqual([]);
  });

  it('releases the chosen payments of several runs, and no other', async () => {
    const one = await aRun('release', [held('r-1'), held('r-2')]);
    const two = await aRun('release', [held('r-3')]);
    const chosen = { [`p-${one.ids.get('r-1')}`]: 'on', [`p-${two.ids.get('r-3')}`]: 'on' };
    const { text, status } = await pages.post('/exceptions/release', { ...chosen, password: 'wrong' }, APPROVER);
    expect(status).toBe(422);
    expect(text).toContain('Incorrect password.');
    expect(await stateOf(one.ids.get('r-1'))).toBe('held');
    const done = await pages.post('/exceptions/release', { ...chosen, password: PASSWORD }, APPROVER);
    expect(noticeOf(done)).toBe('Released 2 payments.');
    for (const [id, state] of [
      [one.ids.get('r-1'), 'ready'],
      [one.ids.get('r-2'), 'held'],
      [two.ids.get('r-3'), 'ready'],
    ])
      expect(await stateOf(id)).toBe(state);
    expect((await pages.get(done.headers.get('Location')!, APPROVER)).text).toContain('Released 2 payments.');
  });

  it('releases changed bank details only with a note, chosen among others and on their own page', async () => {
    const one = await aRun('verified', [held('v-1'), held('v-2')]);
    const { db } = appContext.ledger;
    await db.query(`update payrun.payment set reason_code = 'account_changed' where id = any($1)`, [
      [...one.ids.values()],
    ]);
    const [first, second] = [one.ids.get('v-1'), one.ids.get('v-2')];
    for (const [path, chosen, id] of [
      ['/exceptions/release', { [`p-${first}`]: 'on' }, first],
      [`/payments/${second}/release`, {}, second],
    ] as const) {
      for (const verified of ['', ' ']) {
        const { text } = await pages.post(path, { ...chosen, verified, compared: '', password: PASSWORD }, APPROVER);
        expect(text).toContain('its release requires a verification note');
        expect(await stateOf(id)).toBe('held');
      }
      await pages.post(path, { ...chosen, verified: VERIFIED, compared: '', password: PASSWORD }, APPROVER);
      expect(await stateOf(id)).toBe('ready');
    }
  });

  it('shows what was paid since before it releases, to whoever clicks first or second', async () => {
    const pays = { recipientKey: 'ann of since', name: 'Name s-1', minor: 7_700n };
    const one = await aRun('since', [{ ...held('s-1'), ...pays }, held('s-2')]);
    const later = await aRun('since', [{ ...pays, reference: 's-9', state: 'ready' }]);
    await appContext.ledger.db.query(`update payrun.run set compared_no = nextval('payrun.comparison') where id = $1`, [
      later.run,
    ]);
    const id = one.ids.get('s-1')!;
    const chosen = { [`p-${id}`]: 'on', [`p-${one.ids.get('s-2')}`]: 'on', password: PASSWORD };
    const comparedOn = (text: string) => /name="compared" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const before = comparedOn((await pages.get('/exceptions?merchant=since', APPROVER)).text);
    const clicks = [
      await pages.post('/exceptions/release?merchant=since', { ...chosen, compared: before }, APPROVER),
      await pages.post('/exceptions/release?merchant=since', { ...chosen, compared: before }, APPROVER),
    ];
    expect(clicks.map(({ status }) => status)).toEqual([409, 409]);
    expect(clicks[0]!.text).toContain(`a duplicate: row 2 of run ${later.run} (reference s-9), for s-1.`);
    expect(clicks[0]!.text).toContain('To pay both, release again');
    expect(clicks[1]!.text).toContain('has changed since you last saw it');
    for (const { text } of clicks) expect(text).toContain('It has since become a possible duplicate of row 2 of run');
    expect([await stateOf(id), await stateOf(one.ids.get('s-2'))]).toEqual(['held', 'held']);
    const again = { ...chosen, compared: comparedOn(clicks[1]!.text) };
    const done = await pages.post('/exceptions/release?merchant=since', again, APPROVER);
    expect(noticeOf(done)).toBe('Released 2 payments.');
    expect(await stateOf(id)).toBe('ready');
  });

  it('shows what was paid since on the page of a payment before it releases it', async () => {
    const pays = { recipientKey: 'ann of page', name: 'Name g-1', minor: 7_800n };
    const one = await aRun('since-page', [{ ...held('g-1'), ...pays }]);
    const later = await aRun('since-page', [{ ...pays, reference: 'g-9', state: 'ready' }]);
    await appContext.ledger.db.query(`update payrun.run set compared_no = nextval('payrun.comparison') where id = $1`, [
      later.run,
    ]);
    const path = `/payments/${one.ids.get('g-1')}/release`;
    const release = (compared: string) => pages.post(path, { password: PASSWORD, compared }, APPROVER);
    const [first, second] = [await release(''), await release('')];
    expect([first.status, second.status]).toEqual([409, 409]);
    for (const { text } of [first, second])
      expect(text).toContain('It has since become a possible duplicate of row 2 of run');
    const compared = /name="compared" value="([^"]+)"/.exec(second.text)![1]!;
    expect((await release(compared)).status).toBe(303);
    expect(await stateOf(one.ids.get('g-1'))).toBe('ready');
  });

  it('shows no result that someone else wrote into a link', async () => {
    const link = '/exceptions?notice=Released+500+payments.&proof=';
    for (const proof of ['', 'x'.repeat(22)])
      expect((await pages.get(`${link}${proof}`, APPROVER)).text).not.toContain('500 payments');
  });

  it('dismisses the chosen payments with a reason, even if one reference is on hold in two runs', async () => {
    const one = await aRun('dismiss', [held('d-1')]);
    const two = await aRun('dismiss', [held('d-1')]);
    const form = { [`p-${one.ids.get('d-1')}`]: 'on', password: PASSWORD };
    const refused = await pages.post('/exceptions/dismiss', form, APPROVER);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(`Run ${one.run}:`);
    const done = await pages.post('/exceptions/dismiss', { ...form, because: 'paid by card' }, APPROVER);
    expect(noticeOf(done)).toBe('Dismissed 1 payment.');
    expect(await stateOf(one.ids.get('d-1'))).toBe('dismissed');
    expect(await stateOf(two.ids.get('d-1'))).toBe('held');
  });

  it('says of a release that it was only for the chosen payments that are on hold', async () => {
    const { ids } = await aRun('only', [held('o-1'), { reference: 'o-2', state: 'failed', name: 'Name o-2' }]);
    const chosen = Object.fromEntries([...ids.values()].map((id) => [`p-${id}`, 'on']));
    const done = await pages.post('/exceptions/release', { ...chosen, password: PASSWORD }, APPROVER);
    expect(noticeOf(done)).toBe('Released 1 payment. 1 selected payment is not on hold and was left unchanged.');
  });

  it('names the run that could not be decided, and the decisions made', async () => {
    const bad = await aRun('mixed', [held('m-1', 'paid_differently')]);
    const good = await aRun('mixed', [held('m-2')]);
    const chosen = { [`p-${bad.ids.get('m-1')}`]: 'on', [`p-${good.ids.get('m-2')}`]: 'on', password: PASSWORD };
    const { status, text } = await pages.post('/exceptions/release', chosen, APPROVER);
    expect(status).toBe(409);
    expect(text).toContain('Released 1 payment.');
    expect(text).toContain(`Run ${bad.run}:`);
    expect(await stateOf(bad.ids.get('m-1'))).toBe('held');
    expect(await stateOf(good.ids.get('m-2'))).toBe('ready');
  });

  it('asks for a choice if nothing on hold is chosen, also for an invisible merchant', async () => {
    const { ids } = await aRun('hidden', [held('h-1')]);
    for (const form of [{}, { [`p-${ids.get('h-1')}`]: 'on' }, { 'p-x': 'on' }]) {
      const visitor = { ...APPROVER, merchants: ['other'] };
      const { status, text } = await pages.post('/exceptions/release', { ...form, password: PASSWORD }, visitor);
      expect(status).toBe(422);
      expect(text).toContain('Select at least one payment that is on hold.');
    }
    expect(await stateOf(ids.get('h-1'))).toBe('held');
  });

  it('finds by a part of a name or reference, and keeps the filter, the choice and the words over what is refused and done', async () => {
    const { ids } = await aRun('kept', [held('k-1'), held('k-2'), held('other-3')]);
    const path = '/exceptions?merchant=kept&q=k-';
    const { text } = await pages.get(path, APPROVER);
    expect(listed(text)).toEqual(['k-1', 'k-2']);
    expect(listed((await pages.get('/exceptions?merchant=kept&q=name%20OTHER', APPROVER)).text)).toEqual(['other-3']);
    expect(text).toContain('formaction="/exceptions/dismiss?merchant=kept&amp;q=k-"');
    const form = { [`p-${ids.get('k-2')}`]: 'on', because: 'Paid by card' };
    const dismiss = (password: string) =>
      pages.post('/exceptions/dismiss?merchant=kept&q=k-', { ...form, password }, APPROVER);
    const refused = (await dismiss('wrong')).text;
    expect(listed(refused)).toEqual(['k-1', 'k-2']);
    expect(refused.match(/<input type="checkbox"[^>]* checked/g)).toEqual([
      expect.stringContaining(`name="p-${ids.get('k-2')}"`),
    ]);
    expect(refused).toContain('value="Paid by card"');
    const to = new URL((await dismiss(PASSWORD)).headers.get('Location')!, 'http://here').searchParams;
    expect(Object.fromEntries(to)).toMatchObject({ merchant: 'kept', q: 'k-', notice: 'Dismissed 1 payment.' });
  });

  it('retries the chosen payments that failed, of each run in a new one, and no other', async () => {
    const maker = { name: 'mia', role: 'maker' } as const;
    const failed = (reference: string) => ({ reference, state: 'failed' as const, name: `Name ${reference}` });
    const one = await aRun('again', [failed('a-1'), failed('a-2'), held('a-3')]);
    await appContext.ledger.db.query(
      `update payrun.run set status = 'nothing_paid', finished_at = now() where id = $1`,
      [one.run],
    );
    const chosen = (...references: string[]) =>
      Object.fromEntries(references.map((reference) => [`p-${one.ids.get(reference)}`, 'on']));
    expect((await pages.post('/exceptions/rerun', chosen('a-3'), maker)).status).toBe(422);
    const done = await pages.post('/exceptions/rerun', chosen('a-1', 'a-3'), maker);
    expect(noticeOf(done)).toBe(
      'Retrying 1 payment. 1 selected payment is not failed or returned and was left unchanged.',
    );
    const { rows } = await appContext.ledger.db.query<{ options: { rerun: unknown } }>(
      'select options from payrun.run where parent_run = $1',
      [one.run],
    );
    expect(rows.map(({ options }) => options.rerun)).toEqual([{ states: ['failed', 'returned'], references: ['a-1'] }]);
  });

  it('lets a viewer look, and decide nothing', async () => {
    const { ids } = await aRun('viewed', [held('v-1')]);
    const viewer = { name: 'vera', role: 'viewer' } as const;
    const { text } = await pages.get('/exceptions?merchant=viewed', viewer);
    expect(listed(text)).toEqual(['v-1']);
    expect(text).not.toContain('type="checkbox"');
    for (const decision of ['release', 'dismiss']) {
      const form = { [`p-${ids.get('v-1')}`]: 'on', password: PASSWORD, because: 'so' };
      expect((await pages.post(`/exceptions/${decision}`, form, viewer)).status).toBe(403);
    }
  });
});
