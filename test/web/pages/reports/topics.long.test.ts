import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { approveRun, rejectRun } from '../../../../src/engine/review/approvals.ts';
import { resumeRuns } from '../../../../src/engine/runs/resume.ts';
import { selectRates } from '../../../../src/ledger/reports/report-rates.ts';
import { selectTimes } from '../../../../src/ledger/reports/report-times.ts';
import { describeDatabases } from '../../../support/database.ts';
import { addSubMerchants, withMerchants } from '../../../support/merchants.ts';
import { pastRules } from '../../../support/past-rules.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { addBatch, startTestRun } from '../../../support/test-run.ts';
import { type Office, openOffice } from '../pages-office.ts';

const quiet = { progress: () => {} };
const FORMULA = '=HYPERLINK("http://evil.example","x")';
const TABLES = ['recipients', 'rates', 'times', 'slowest', 'approvals'];
const PAGES = ['recipients', 'rates', 'times', 'approvals'];

describeDatabases('reports on their own pages', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const MANUAL = { PAYRUN_APPROVAL: 'manual', PAYRUN_TIME_ZONE: 'UTC' };
  let appContext: AppContext;
  let office: Office;
  const today = new Date().toISOString().slice(0, 10);
  const text = async (path: string, visitor: object = {}) => {
    const answer = await office.get(path, { role: 'viewer', ...visitor }, { 'Accept-Language': 'en' });
    expect(answer.status, path).toBe(200);
    return answer.text;
  };
  const csv = async (name: string, query = '', visitor = {}) =>
    (await text(`/reports/${name}.csv?${query}`, visitor)).replace('\uFEFF', '').trim().split('\r\n');

  beforeAll(async () => {
    await addSubMerchants(payroll, database, ['north', 'south']);
    appContext = await payroll.appContext(MANUAL);
    office = openOffice(appContext);
    const lines = people(4, (n) => ({ reference: `T-${n}`, iban: germanIban(500 + n), amount: `${n}0.50` }));
    const merchants = ['north', 'south', 'north', 'north'];
    await payroll.pay(payroll.sheet('topics.csv', withMerchants(sheetOf(lines), merchants)), { env: MANUAL });
    const rejected = withMerchants(
      sheetOf(people(1, () => ({ reference: 'R-1', amount: '7', email: 'r900@example.com' }))),
      ['north'],
    );
    await payroll.pay(payroll.sheet('rejected.csv', rejected), { env: MANUAL });
    const { rows: runs } = await appContext.ledger.db.query<{ id: bigint; sheet: string }>(
      `select r.id, s.name as sheet from payrun.run r join payrun.sheet s on s.id = r.sheet_id where r.state = 'waiting_approval' order by r.id`,
    );
    expect(runs).toHaveLength(3);
    for (const { id, sheet } of runs)
      if (sheet === 'rejected.csv')
        await rejectRun(appContext, String(id), { by: person('carla'), because: 'twice', ...quiet });
      else
        await approveRun(appContext, String(id), {
          by: person(String(id) === String(runs[0]!.id) ? 'anna' : 'bob'),
          ...quiet,
        });
    await payroll.control('settle', {});
    await resumeRuns(appContext, quiet);
  });

  it('list who was paid how much, how often and when last, equal to the service’s books', async () => {
    const { payments } = await payroll.ledger();
    const booked = payments
      .filter(({ status }) => status === 'processed')
      .map(({ amount, recipientEmail }) => [recipientEmail.replace(/\D/g, ''), amount]);
    expect(booked).toHaveLength(4);
    const lines = await csv('recipients');
    expect(lines[0]).toBe(
      'recipient,referenceId,merchant,currency,payments,paid,fees deducted,received,received currency,last paid (UTC),payments without a price',
    );
    const found = lines.slice(1).map((line) => line.split(','));
    expect(found.map(([, , , currency, n, paid]) => [currency, n, paid]).sort()).toEqual(
      booked.map(([, amount]) => ['EUR', '1', amount]).sort(),
    );
    for (const [, , , , , , , , , last] of found) expect(last!.slice(0, 10)).toBe(today);
    const page = await text('/reports/recipients');
    // The one who got most comes first, and leads to their page.
    const [first] = [...page.matchAll(/<a href="\/recipients\/[0-9a-f-]{36}">([^<]+)</g)].map(([, name]) => name);
    expect(page).toContain('40.50 <abbr>EUR</abbr>');
    expect(first).toBe('Firste Laste');
    expect(page.indexOf('40.50')).toBeLessThan(page.indexOf('30.50'));
  });

  it('have pages that omit nobody and name nobody twice, and all of them as CSV', async () => {
    const { ledger } = appContext;
    const day = '2025-05-05';
    for (let n = 0; n < 6; n++) {
      const run = await startTestRun(ledger, { merchant: 'paged' });
      // Ten recipients, one of them twice, one whom the ledger does not know.
      for (let i = 0; i < 10; i++) {
        const { id } = await addBatch(ledger, run, [
          { minor: BigInt(100 + i) },
          ...(n === 0 && i === 0 ? [{ minor: 900n }] : []),
        ]);
        await pastRules(
          ledger,
          `update payrun.payment set state = 'processed', final_at = $2, paid_source_minor = minor, paid_fees_minor = 3, paid_recipient_fees_minor = 1,
             recipient_name = $3, recipient_id = case when $4 then null else recipient_id end where batch_id = $1`,
          [id, `${day}T10:00:00Z`, n === 1 && i === 1 ? FORMULA : `Person ${n}${i}`, n === 5 && i === 9],
        );
      }
    }
    const range = `from=${day}&to=${day}`;
    const seen: string[] = [];
    let path: string | undefined = `/reports/recipients?${range}`;
    let pages = 0;
    while (path) {
      const page = await text(path);
      pages++;
      seen.push(...[...page.matchAll(/<th scope="row"[^>]*>(?:<a [^>]*>)?([^<]*)/g)].map(([, name]) => name!));
      path = /<a href="([^"]*)" rel="next">/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(pages).toBe(2);
    expect(new Set(seen).size).toBe(60);
    expect(seen).toHaveLength(60);
    expect(seen[0]).toBe('Person 00');
    const lines = await csv('recipients', range);
    expect(lines).toHaveLength(61);
    expect(lines.filter((line) => line.includes('HYPERLINK'))).toEqual([expect.stringMatching(/^"'=HYPERLINK/)]);
    expect(lines.find((line) => line.startsWith('Person 00'))).toMatch(/^Person 00,[^,]*,paged,EUR,2,10\.00,0\.02,,,/);
    const { rows } = await ledger.db.query(
      `select sum(paid_source_minor)::text as sent from payrun.payment where merchant_id = 'paged'`,
    );
    const cents = lines
      .slice(1)
      .reduce((sum, line) => sum + Math.round(Number(/EUR,\d+,([\d.]+)/.exec(line)![1]) * 100), 0);
    expect(String(cents)).toBe(rows[0]!.sent);
  });

  it('compare the rate of each pair with the market rate if the service reports one, and say if it does not', async () => {
    const { ledger } = appContext;
    const run = await startTestRun(ledger, { merchant: 'paged' });
    const add = async (minor: bigint, target: bigint, to: string, market: string | null) => {
      const { id } = await addBatch(ledger, run, [{ minor }]);
      await pastRules(
        ledger,
        `update payrun.payment set state = 'processed', final_at = '2025-06-06T10:00:00Z', paid_source_minor = $2, paid_fees_minor = 30,
           paid_recipient_fees_minor = 10, paid_target_currency = $3, paid_target_minor = $4, paid_market_rate = $5 where batch_id = $1`,
        [id, minor, to, target, market],
      );
    };
    // 9.90 EUR of 10.00 are converted.
    await add(1_000n, 1_070n, 'USD', '1.10000');
    await add(1_000n, 1_070n, 'USD', null);
    await add(1_000n, 990n, 'EUR', '1.00000');
    await add(1_000n, 1_600n, 'JPY', null);
    const range = { from: '2025-06-06', to: '2025-06-06', timeZone: 'UTC', merchant: null };
    expect(await csv('rates', 'from=2025-06-06&to=2025-06-06')).toEqual([
      'currency,received currency,payments,paid,fees,of them deducted from recipients,fees in percent,received,average rate,market rate,payments with a market rate,less than at the market rate,in percent,payments without a price',
      'EUR,USD,2,20.00,0.60,0.20,3.00,21.40,1.080808,1.100000,1,0.19,1.74,0',
      'EUR,EUR,1,10.00,0.30,0.10,3.00,9.90,,,0,,,0',
      'EUR,JPY,1,10.00,0.30,0.10,3.00,1600,161.616161,,0,,,0',
    ]);
    const page = await text('/reports/rates?from=2025-06-06&to=2025-06-06');
    expect(page).toContain('EUR to USD');
    expect(page).toContain('not reported');
    expect(page).toContain('market 1.100000 of 1 payments</span>');
    expect((await selectRates(ledger.db, ['acme'], range)).length).toBe(0);
  });

  it('state how long each run took, and the stages add up to the time', async () => {
    const { db } = appContext.ledger;
    const range = { from: today, to: today, timeZone: 'UTC', merchant: null };
    const { byMerchant, slowest } = await selectTimes(db, null, range, 20);
    expect(byMerchant.map(({ merchant, runs }) => [merchant, runs])).toEqual([
      [null, 2],
      ['north', 1],
      ['south', 1],
    ]);
    const { rows } = await db.query<{ run: bigint; total: number; service: number }>(
      `select b.run_id as run, (extract(epoch from b.settled_at - r.created_at) * 1000)::float8 as total,
         (extract(epoch from b.settled_at - b.started_at) * 1000)::float8 as service
       from payrun.batch b join payrun.run r on r.id = b.run_id where b.state = 'settled' and r.merchant_id in ('north', 'south') order by 2 desc`,
    );
    expect(slowest.map(({ run, total, service }) => ({ run, total, service }))).toEqual(rows);
    expect(byMerchant[0]).toMatchObject({ slowest: rows[0]!.total, median: (rows[0]!.total + rows[1]!.total) / 2 });
    for (const { preparing, approval, start, service, total } of [...byMerchant, ...slowest]) {
      expect(preparing + approval + start + service).toBeCloseTo(total, 3);
      for (const part of [preparing, approval, start, service]) expect(part).toBeGreaterThanOrEqual(0);
      expect(approval).toBeGreaterThan(0);
    }
    expect(await csv('slowest')).toHaveLength(3);
    expect(await csv('times')).toHaveLength(4);
  });

  it('list who approved and rejected what, each decision once', async () => {
    const sums = (await csv('approvals')).slice(1).map((line) => line.split(',').slice(0, 6));
    const { rows } = await appContext.ledger.db.query<{ by: string; debit: string }>(
      `select approved_by as by, (quote->>'debitMinor')::bigint / 100.0 as debit from payrun.batch where merchant_id in ('north', 'south') and approved_by is not null`,
    );
    const approved = rows.map(({ by, debit }) => [by, 'EUR', '1', Number(debit).toFixed(2), '0', '0.00']);
    expect(approved).toHaveLength(2);
    expect(sums.filter(([who]) => who !== 'carla').sort()).toEqual(approved.sort());
    expect(sums.filter(([who]) => who === 'carla')).toEqual([
      ['carla', 'EUR', '0', '0.00', '1', expect.stringMatching(/^7\.\d\d$/)],
    ]);
    const page = await text('/reports/approvals');
    expect(page).toContain('Rejected runs');
  });

  it('show a visitor nothing of other merchants, whatever they request', async () => {
    const limited = { merchants: ['south'], role: 'admin' };
    for (const name of TABLES)
      for (const query of ['', 'merchant=north']) {
        const lines = await csv(name, query, limited);
        expect(lines.join(), `${name} ${query}`).not.toMatch(/north|carla|10\.50|30\.50|40\.50/);
        expect(lines, `${name} ${query}`).toHaveLength(query === '' ? 2 : 1);
      }
    for (const page of PAGES) {
      expect(await text(`/reports/${page}`, limited)).not.toMatch(/north|carla|10\.50/);
      expect(await text(`/reports/${page}`, { merchants: ['nobody'] })).toContain('class="empty"');
      expect(await text(`/reports/${page}?from=2020-02-31`)).toContain('role="alert"');
      expect(await text(`/reports/${page}?from=2020-02-01&to=2020-02-02&after=99999`)).toContain('class="empty"');
    }
  });
});
