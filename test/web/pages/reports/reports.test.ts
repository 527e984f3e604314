import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config.ts';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { queueState } from '../../../../src/engine/queue/queue-state.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { recordReturnsRead } from '../../../../src/ledger/payments/returned-payment.ts';
import { selectFailures } from '../../../../src/ledger/reports/report-failures.ts';
import { type PaidSum, selectPaid } from '../../../../src/ledger/reports/report-paid.ts';
import { readRunFacts } from '../../../../src/ledger/runs/run-facts.ts';
import type { Reason } from '../../../../src/outcomes/reason-words.ts';
import { runResult } from '../../../../src/outcomes/run-result.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { describeDatabases } from '../../../support/database.ts';
import { notePending } from '../../../support/note-pending.ts';
import { pastRules } from '../../../support/past-rules.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { addBatch, startTestRun } from '../../../support/test-run.ts';
import { openPages, type VisitedPages } from '../../../support/visited-pages.ts';

const SCRIPT = '<script>alert(1)</script>';
const FORMULA = '=HYPERLINK("http://evil.example","x")';
/** In Berlin the first is already the next day. */
const DAYS = ['2026-06-09T22:30:00Z', '2026-06-10T08:00:00Z', '2026-06-12T08:00:00Z'];
const SUMS = 'payments,paid,fees,of them deducted from recipients,total debit,payments without amounts';
const RANGE = 'from=2026-06-10&to=2026-06-12';

const bySize = (a: Reason, b: Reason) =>
  b.payments - a.payments || (`${a.state} ${a.reason}` < `${b.state} ${b.reason}` ? -1 : 1);

describeDatabases('the reports', (database) => {
  const folder = testFolder();
  let ledger: Ledger;
  let appContext: AppContext;
  let pages: VisitedPages;
  let now = Date.parse('2026-06-20T12:00:00Z');

  /** Payments of a run that ended, each in a currency and a state, at a moment, for a reason. */
  const ended = async (
    merchant: string,
    payments: readonly {
      currency: string;
      minor: bigint;
      state?: string;
      at: string;
      reason?: string;
      country?: string;
      priced?: boolean;
      code?: string;
    }[],
  ) => {
    const run = await startTestRun(ledger, { merchant });
    for (const { currency, minor, state = 'processed', at, reason = null, code, country, priced = true } of payments) {
      const batch = await addBatch(ledger, run, [{ minor, ...(country ? { country } : {}) }], currency);
      await pastRules(
        ledger,
        `update payrun.payment set state = $2, final_at = $3, paid_source_minor = $4, paid_fees_minor = $6, paid_recipient_fees_minor = $7,
           reason_code = $8, reason = $5 where batch_id = $1`,
        [
          batch.id,
          state,
          at,
          priced ? minor : null,
          reason,
          priced ? 5 : null,
          priced ? 2 : null,
          code ?? (reason && state),
        ],
      );
    }
    return run.id;
  };
  const call = (at: string, merchant: string | null, path: string, outcome = 'ok') =>
    ledger.db.query(
      `insert into payrun.call (at, merchant_id, method, path, status, ms, attempt, outcome) values ($1, $2, 'GET', $3, 200, 40, 1, $4)`,
      [at, merchant, path, outcome],
    );
  const text = async (path: string, visitor = {}) => {
    const answer = await pages.get(path, { role: 'viewer', ...visitor }, { 'Accept-Language': 'en' });
    expect(answer.status, path).toBe(200);
    return answer.text;
  };
  const csv = async (name: string, more = '', visitor = {}) =>
    (await text(`/reports/${name}.csv?${RANGE}${more}`, visitor)).replace('\uFEFF', '').trim().split('\r\n');

  beforeAll(async () => {
    ledger = await database.open();
    const [early, middle, late] = DAYS as [string, string, string];
    await ended('acme', [
      { currency: 'EUR', minor: 100_000_00n, at: early, country: 'DE' },
      { currency: 'EUR', minor: 1_50n, at: middle, country: 'FR' },
      { currency: 'JPY', minor: 7_000n, at: late, country: 'JP' },
      { currency: 'EUR', minor: 99n, state: 'failed', at: middle, reason: SCRIPT },
      { currency: 'EUR', minor: 98n, state: 'returned', at: late, reason: FORMULA },
      { currency: 'EUR', minor: 97n, state: 'returned', at: late, reason: FORMULA },
      { currency: 'EUR', minor: 5_00n, at: '2026-06-12T22:00:00Z', country: 'DE' },
    ]);
    await ended('secret-merchant', [
      { currency: 'EUR', minor: 40n, at: middle },
      { currency: 'EUR', minor: 41n, state: 'failed', at: middle, reason: 'secret-reason' },
    ]);
    for (const second of ['01', '02', '03'])
      await call(`2026-06-10T08:00:${second}Z`, 'acme', '/v1/batches/B-1/payments');
    await call('2026-06-10T08:01:00Z', 'acme', '/v1/batches/B-2/payments', 'rate_limited');
    await call('2026-06-11T08:01:00Z', 'secret-merchant', '/v1/balances', 'timeout');
    await call('2026-06-11T08:01:00Z', null, '/v1/fees');
    const config = loadConfig({ PAYRUN_TIME_ZONE: 'Europe/Berlin' }, tmpdir());
    const clock = { now: () => now, sleep: async () => {} };
    appContext = { ledger, clock, config, log: createLog('silent'), perWindow: 6 } as unknown as AppContext;
    pages = openPages(appContext);
  });

  it('add what was paid by month, currency and country, and never two currencies', async () => {
    expect(await csv('currencies')).toEqual([
      `currency,${SUMS}`,
      'EUR,3,100001.90,0.15,0.06,100001.99,0',
      'JPY,1,7000,5,2,7003,0',
    ]);
    expect((await csv('countries')).slice(1).sort()).toEqual([
      ',EUR,1,0.40,0.05,0.02,0.43,0',
      'DE,EUR,1,100000.00,0.05,0.02,100000.03,0',
      'FR,EUR,1,1.50,0.05,0.02,1.53,0',
      'JP,JPY,1,7000,5,2,7003,0',
    ]);
    expect(await csv('months')).toEqual([
      `month (Europe/Berlin),currency,${SUMS}`,
      '2026-06,EUR,3,100001.90,0.15,0.06,100001.99,0',
      '2026-06,JPY,1,7000,5,2,7003,0',
    ]);
    expect((await csv('fees')).slice(1)).toEqual([
      'EUR,3,100001.90,0.15,0.06,100001.99,0,0.00,EUR',
      'JPY,1,7000,5,2,7003,0,0.07,JPY',
    ]);
    const page = await text(`/reports?${RANGE}`);
    // What was sent and the fees on top are the total debit; what recipients bear is in what was sent.
    const [eur = ''] = /<th scope="row"[^>]*>EUR<\/th>.*?<\/tr>/s.exec(page) ?? [];
    expect(
      [...eur.matchAll(/data-title="([^"]+)" class="number[^"]*">(?:<span class="amount">)?([\d,.]+)/g)].map(
        ([, ...cell]) => cell,
      ),
    ).toEqual([
      ['Payments', '3'],
      ['Sent', '100,001.90'],
      ['Fees on top', '0.09'],
      ['Total debit', '100,001.99'],
      ['Deducted from recipients', '0.06'],
    ]);
    expect(page).toContain('Germany (DE)');
    expect(page).not.toMatch(/\sstyle=|<script>/);
    expect(page).toContain(`/reports/months.csv?from=2026-06-10&amp;to=2026-06-12`);
  });

  it('have a day of 23 hours and one of 25', async () => {
    for (const [day, hours, before, after] of [
      ['2026-03-29', ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'], '2026-03-28T22:59:59Z', '2026-03-29T22:00:00Z'],
      ['2025-10-26', ['2025-10-25T22:00:00Z', '2025-10-26T22:59:59Z'], '2025-10-25T21:59:59Z', '2025-10-26T23:00:00Z'],
    ] as const) {
      await ended(
        'acme',
        [...hours, before, after].map((at) => ({ currency: 'EUR', minor: 1_00n, at })),
      );
      const answer = await text(`/reports/months.csv?from=${day}&to=${day}`);
      expect(answer.trim().split('\r\n').slice(1)).toEqual([`${day.slice(0, 7)},EUR,2,2.00,0.10,0.04,2.06,0`]);
    }
  });

  it('list failed and returned payments by reason, as text and not as a formula', async () => {
    const page = await text(`/reports?${RANGE}`);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain(SCRIPT);
    const lines = await csv('failures');
    expect(lines[0]).toBe('state,code,reason,payments,latest run,status,currency,amount');
    expect(lines[1]).toMatch(/^returned,returned,"'=HYPERLINK\(""http/);
    expect(lines[1]).toMatch(/,2,\d+,Returned,EUR,1.95$/);
    expect(lines).toHaveLength(4);
  });

  it('equal the runs: the same payments, sums and reasons, none lost and none twice', async () => {
    const at = '2026-04-10T08:00:00Z';
    const eur = { currency: 'EUR', at };
    const runs = [
      await ended('acme', [
        { ...eur, minor: 3_00n },
        { ...eur, minor: 4_00n, priced: false },
        { currency: 'USD', minor: 9_00n, at },
        { ...eur, minor: 1_00n, state: 'failed', reason: 'Account closed' },
        { ...eur, minor: 1_00n, state: 'failed', reason: 'Account closed.' },
        { ...eur, minor: 1_00n, state: 'failed', reason: 'Name mismatch' },
        { ...eur, minor: 1_00n, state: 'failed', reason: 'Too small.', code: 'amount_below_route_minimum' },
        { ...eur, minor: 8_00n, state: 'returned', reason: 'Account closed' },
        { ...eur, minor: 8_00n, state: 'discrepancy', reason: 'Another amount.', code: 'amount_differs' },
      ]),
      await ended('other', [
        { ...eur, minor: 5_00n },
        { ...eur, minor: 1_00n, state: 'failed', reason: 'Account closed' },
        { currency: 'USD', minor: 2_50n, state: 'failed', reason: 'Account closed', at },
      ]),
    ];
    const { counts, debits, reasons } = runResult(await readRunFacts(ledger.db, runs));
    const range = { from: '2026-04-10', to: '2026-04-10', timeZone: 'UTC', merchant: null };
    const paid = await selectPaid(ledger.db, null, range);
    const ofRuns = debits.filter(({ state }) => state === 'processed');
    expect(paid.byCurrency).toMatchObject(ofRuns.map(({ currency, totalDebit }) => ({ currency, totalDebit })));
    expect(paid.byCurrency.map(({ totalDebit }) => totalDebit)).toEqual([8_06n, 9_03n]);
    for (const groups of Object.values(paid) as (readonly PaidSum[])[])
      expect(groups.reduce((sum, { payments }) => sum + payments, 0)).toBe(counts.processed);
    expect(await text('/reports?from=2026-04-10&to=2026-04-10')).toMatch(/data-title="Without amounts"[^>]*>1</);
    const failures = await selectFailures(ledger.db, null, range, 100);
    const bySum = (currency: string) =>
      failures.filter((one) => one.currency === currency).reduce((sum, { minor }) => sum + minor, 0n);
    expect([bySum('EUR'), bySum('USD')]).toEqual([13_00n, 2_50n]);
    const closed = failures.filter(({ state, reason }) => state === 'failed' && reason === 'account closed');
    expect(closed.map(({ currency, payments, minor }) => [currency, payments, minor])).toEqual([
      ['EUR', 3, 3_00n],
      ['USD', 1, 2_50n],
    ]);
    const output = [...Map.groupBy(failures, ({ state, reason }) => `${state} ${reason}`).values()].map((alike) => ({
      state: alike[0]!.state,
      reason: alike[0]!.reason,
      payments: alike.reduce((sum, { payments }) => sum + payments, 0),
    }));
    const wanted = reasons.filter(({ state }) => state === 'failed' || state === 'returned');
    expect(output.toSorted(bySize)).toEqual(wanted.toSorted(bySize));
    expect(output[0]).toEqual({ state: 'failed', reason: 'account closed', payments: 4 });
    // What comes behind the most frequent ones is counted too.
    const few = await selectFailures(ledger.db, null, range, 1);
    expect(few.reduce((sum, { payments }) => sum + payments, 0)).toBe(counts.failed + counts.returned);
  });

  it('show a visitor nothing of other merchants, whatever they request', async () => {
    const limited = { merchants: ['acme'], role: 'admin' };
    for (const name of ['currencies', 'months', 'countries', 'fees', 'failures']) {
      for (const more of ['', '&merchant=secret-merchant'])
        expect((await csv(name, more, limited)).join(), name).not.toMatch(/secret|0\.40|balances|fees,1|100001\.90/);
      expect(await csv(name, '', { merchants: ['nobody'] }), name).toHaveLength(1);
    }
    expect(await csv('currencies', '&merchant=secret-merchant', limited)).toHaveLength(1);
    expect(await text(`/reports?${RANGE}`, limited)).not.toContain('secret');
    // Asked for by someone who may, it is there.
    expect(await csv('currencies', '&merchant=secret-merchant')).toHaveLength(2);
  });

  it('export the journal once, and an export as often as requested', async () => {
    const maker = { role: 'maker' as const };
    const page = async (visitor: object = maker) =>
      (await text('/reports/journal', visitor)).replaceAll(/<[^>]*>/g, ' ');
    await notePending(ledger);
    expect(await text('/reports/journal', { role: 'auditor' })).not.toContain('Export journal');
    expect(await text('/reports/journal', maker)).toContain('Export journal');
    expect(await text('/reports', maker)).toContain('Export journal');
    expect(await page(), 'the accounts that it posts to').toMatch(
      /Payables account\s+Accounts payable\s+Fees account\s+Bank charges/,
    );
    expect(await page({ role: 'viewer' })).toContain('Exporting requires the Maker role; yours is Viewer.');
    const open = async () =>
      Number(/(\d+) entr(?:y has|ies have) not been exported yet\./.exec(await page())?.[1] ?? 0);
    const before = await open();
    expect((await pages.post('/reports/journal/export', { until: '2026-06-11' }, { role: 'viewer' })).status).toBe(403);
    expect((await pages.post('/reports/journal/export', { until: '2026-06-11' }, maker)).status).toBe(303);
    expect((await pages.post('/reports/journal/export', { until: '2026-06-11' }, maker)).status).toBe(303);
    const first = await pages.get('/reports/journal/1/quickbooks', maker);
    expect(first.headers.get('Content-Disposition')).toContain('payrun-journal-1-quickbooks.csv');
    const lines = first.text.trim().split('\r\n');
    const some = before - (await open());
    expect(some).toBeGreaterThanOrEqual(3);
    expect(await page(), 'the accounts of this journal are names').toContain(
      'DATEV requires account numbers, which an admin must set.',
    );
    expect(await text('/reports/journal', maker)).not.toContain('/reports/journal/1/datev');
    // What was owed, the fee, and the balance.
    expect(lines.length).toBeGreaterThan(some * 2);
    // Everybody who may see the payments reads what was exported.
    expect((await pages.get('/reports/journal/1/quickbooks', { role: 'viewer' })).text).toBe(first.text);
    expect(lines[1]).toMatch(/^PR1-1,\d\d\/\d\d\/\d{4},Accounts payable,[\d.]+,,/);
    expect((await pages.get('/reports/journal/1/quickbooks', maker)).text).toBe(first.text);
    // A reader of one merchant gets its entries under the same numbers.
    const own = (await pages.get('/reports/journal/1/quickbooks', { ...maker, merchants: ['acme'] })).text;
    const ofAcme = own.trim().split('\r\n');
    expect(ofAcme.length).toBeLessThan(lines.length);
    for (const line of ofAcme) expect(lines).toContain(line);
    expect((await pages.get('/reports/journal/1/nothing', maker)).status).toBe(404);
    expect((await pages.get('/reports/journal/99/xero', maker)).status).toBe(404);
    // Whatever a form has, nothing is written to a folder of the server.
    expect((await pages.post('/reports/journal/export', { until: '', to: folder }, maker)).status).toBe(303);
    expect(readdirSync(folder)).toEqual([]);
    expect(await page()).toMatch(/All (paid and returned payments|reported amounts) have been exported\./);
    expect(await text('/reports', maker)).not.toContain('Export journal');
    expect(await text('/reports', maker)).toContain('No journal entries to export');
    await ended('acme', [{ currency: 'EUR', minor: 1n, at: DAYS[1]!, priced: false }]);
    expect(await page()).toMatch(/\d payments? counts? as paid, but the payout service has reported no amounts for/);
    // A manual journal of Xero has no currency, so that there is a file for each.
    expect((await pages.get('/reports/journal/2/xero', maker)).status).toBe(409);
    expect((await pages.get('/reports/journal/2/xero.JPY', maker)).text).toContain('PR2-');
    expect((await pages.get('/reports/journal/2/xero.USD', maker)).status).toBe(409);
    // A returned payment was debited first.
    expect((await pages.get('/reports/journal/2/standard', maker)).text).toContain(',returned,');
    const { rows } = await ledger.db.query(
      `select export_id::int as export, count(*)::int as n, sum(payables_minor + fees_minor + withheld_minor - balance_minor)::int as off
       from payrun.journal_entry group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { export: 1, n: some, off: 0 },
      { export: 2, n: before - some, off: 0 },
    ]);
  });

  it.each(['/reports', '/reports/statements?merchant=acme', '/reports/journal'])(
    'say when returned payments were read, and read them now: %s',
    async (path) => {
      const read = (form: Record<string, string>, visitor?: object) => pages.post('/reports/returns', form, visitor);
      await ledger.db.query('delete from payrun.returns_read');
      await pastRules(ledger, `update payrun.batch set state = 'settled', started_at = now(), resolved_by = 'ada'`);
      const page = await text(path);
      expect(page).toContain('Payrun has not checked for returns yet');
      expect(page).not.toContain('has not come back');
      for (const merchant of (await ledger.db.query<{ id: string }>('select id from payrun.merchant')).rows)
        await recordReturnsRead(ledger.db, merchant.id, 0, new Date('2026-06-20T06:30:00Z'));
      expect(await text(path)).toMatch(/Returns as of <time datetime="2026-06-20T06:30/);
      const [back = ''] = path.split('?');
      const done = await pages.get((await read({ back })).headers.get('Location')!);
      expect(done.text).toContain('Payrun is checking for returned payments.');
      expect((await read({ back: '//evil.example' })).headers.get('Location')).toMatch(/^\/reports\?/);
      expect((await read({ back }, { role: 'viewer' })).status).toBe(403);
      expect((await queueState(appContext)).keys.map(({ key }) => key)).toContain('job:settle-open');
    },
  );

  it('show the last 30 days if others are invalid, and say so if they are the wrong way round', async () => {
    for (const query of ['from=2026-02-30', 'to=%3Cscript%3E', 'from=2026-06-12&to=2026-06-10']) {
      const page = await text(`/reports?${query}`);
      expect(page.includes('The start date is after the end date.'), query).toBe(query.includes('&'));
      expect(page, query).toContain('value="2026-05-22"');
      expect(page, query).toContain('value="2026-06-20"');
    }
    expect(await text('/reports?to=0001-01-03')).toContain('value="0001-01-01"');
    const long = await text('/reports?from=2000-01-01&to=2026-06-20');
    expect(long).toContain('at most 366 days');
    expect(long).toContain('value="2025-06-20"');
    expect(await text('/reports?from=2020-01-01&to=2020-01-02')).toContain('Nothing was paid in this period.');
    expect(await text(`/reports?merchant=${encodeURIComponent(SCRIPT)}&${RANGE}`)).not.toContain(SCRIPT);
  });

  it('are counted again after some seconds', async () => {
    const path = '/reports/currencies.csv?from=2026-05-01&to=2026-05-02';
    expect(await text(path)).not.toContain('USD');
    await ended('acme', [{ currency: 'USD', minor: 1n, at: '2026-05-01T12:00:00Z' }]);
    expect(await text(path)).not.toContain('USD');
    now += 16_000;
    expect(await text(path)).toContain('USD,1,0.01,0.05,0.02,0.04,0');
  });

  it('chart each currency that was paid in two months, readable without seeing it: every month has a bar', async () => {
    await ended('spring', [{ currency: 'EUR', minor: 1_00n, at: '2026-04-10T10:00:00Z' }]);
    const spring = await text('/reports?from=2026-04-01&to=2026-06-12');
    expect(spring).toMatch(/<svg[^>]*role="img" aria-labelledby="months-EUR-title months-EUR-desc">/);
    expect(spring).toContain('<title>2026-05: 0.00 EUR</title>');
    expect(spring).not.toContain('months-JPY');
  });
});
