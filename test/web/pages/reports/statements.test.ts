import { beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config.ts';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { exportJournal } from '../../../../src/engine/journal/export-journal.ts';
import { appendEvent } from '../../../../src/ledger/audit/audit-chain.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { selectStatement } from '../../../../src/ledger/reports/statement.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { describeDatabases } from '../../../support/database.ts';
import { notePending } from '../../../support/note-pending.ts';
import { pastRules } from '../../../support/past-rules.ts';
import { person } from '../../../support/person.ts';
import { addBatch, startTestRun } from '../../../support/test-run.ts';
import { openPages, type VisitedPages } from '../../../support/visited-pages.ts';

const SCRIPT = '<script>alert(1)</script>';
const FORMULA = '=HYPERLINK("http://evil.example","x")';

describeDatabases('a statement of a merchant and a month', (database) => {
  let ledger: Ledger;
  let pages: VisitedPages;
  let appContext: AppContext;

  interface Ended {
    readonly currency?: string;
    readonly minor: bigint;
    readonly state?: string;
    readonly at: string;
    readonly back?: string;
    readonly recipientName?: string;
    readonly priced?: boolean;
    readonly merchant?: string;
  }
  const ended = async (payments: readonly Ended[]) => {
    for (const {
      currency = 'EUR',
      minor,
      state = 'processed',
      at,
      back,
      recipientName = 'Ada',
      priced = true,
      merchant = 'acme',
    } of payments) {
      const run = await startTestRun(ledger, { merchant });
      const { id } = await addBatch(ledger, run, [{ minor }], currency);
      const { rows } = await pastRules(
        ledger,
        `update payrun.payment set state = $2, final_at = $3, paid_source_minor = $4, paid_fees_minor = $5, paid_recipient_fees_minor = $6, recipient_name = $7,
           paid_target_currency = $8, paid_target_minor = $4 where batch_id = $1 returning id`,
        [
          id,
          state,
          at,
          priced && state !== 'failed' ? minor : null,
          priced ? 5n : null,
          priced ? 2n : null,
          recipientName,
          currency,
        ],
      );
      if (back)
        await ledger.tx((db) =>
          appendEvent(db, {
            ...{ chain: `run-${run.id}`, at: new Date(back), actor: 'payrun', kind: 'payments_returned' },
            data: { batch: id, payments: rows.map((row) => String(row.id)) },
          }),
        );
    }
  };
  const text = async (path: string, visitor = {}) => {
    const answer = await pages.get(path, { role: 'viewer', ...visitor }, { 'Accept-Language': 'en' });
    expect(answer.status, path).toBe(200);
    return answer.text;
  };
  const csv = async (month: string) =>
    (await text(`/reports/statement.csv?merchant=acme&from=${month}-01&to=${month}-${month === '2026-06' ? 30 : 31}`))
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n');
  beforeAll(async () => {
    ledger = await database.open();
    const config = loadConfig({ PAYRUN_TIME_ZONE: 'Europe/Berlin' }, database.home);
    const clock = { now: () => Date.parse('2026-07-20T12:00:00Z'), sleep: async () => {} };
    appContext = {
      ledger,
      clock,
      config,
      log: createLog('silent'),
      perWindow: 6,
    } as unknown as AppContext;
    pages = openPages(appContext);
    await ended([
      // In Berlin it is June already.
      { minor: 100_00n, at: '2026-05-31T22:30:00Z', recipientName: SCRIPT },
      { minor: 7_00n, at: '2026-06-10T08:00:00Z', recipientName: FORMULA },
      { minor: 500n, currency: 'JPY', at: '2026-06-11T08:00:00Z' },
      { minor: 9_00n, at: '2026-06-12T08:00:00Z', state: 'failed' },
      // Paid and returned in June; paid in May and returned in June; paid in June and returned in July.
      { minor: 11_00n, at: '2026-06-13T08:00:00Z', state: 'returned' },
      { minor: 13_00n, at: '2026-05-13T08:00:00Z', state: 'returned', back: '2026-06-14T08:00:00Z' },
      { minor: 17_00n, at: '2026-06-15T08:00:00Z', state: 'returned', back: '2026-07-02T08:00:00Z' },
      // No one has told its amounts.
      { minor: 19_00n, at: '2026-06-16T08:00:00Z', priced: false },
      { minor: 23_00n, at: '2026-06-30T22:00:00Z' },
      { minor: 29_00n, at: '2026-06-10T08:00:00Z', merchant: 'secret-merchant' },
    ]);
  });

  it('has every payment, return and failure of the month, and totals by currency to the cent', async () => {
    const lines = await csv('2026-06');
    expect(lines[0]).toBe(
      'time (Europe/Berlin),status,reference,recipient,run,currency,sent,fees on top,total debit,recipient gets,received currency,reason,amount ordered,currency ordered',
    );
    const found = lines.slice(1).map((line) => {
      const [time, status, , , , currency, sent, fees, debit] = line.replace(/"[^"]*(""[^"]*)*"/, 'quoted').split(',');
      return [time!.slice(0, 10), status, currency, sent, fees, debit].join(' ');
    });
    expect(found).toEqual([
      '2026-06-01 Paid EUR 100.00 0.03 100.03',
      '2026-06-10 Paid EUR 7.00 0.03 7.03',
      '2026-06-11 Paid JPY 500 3 503',
      '2026-06-12 Failed EUR   ',
      '2026-06-13 Paid EUR 11.00 0.03 11.03',
      '2026-06-13 Returned EUR -11.00 0.00 -11.00',
      '2026-06-14 Returned EUR -13.00 0.00 -13.00',
      '2026-06-15 Paid EUR 17.00 0.03 17.03',
      '2026-06-16 Paid EUR   ',
    ]);
    const range = { from: '2026-06-01', to: '2026-06-30', timeZone: 'Europe/Berlin', merchant: 'acme' };
    const { sums } = await selectStatement(ledger.db, null, range);
    expect(sums).toEqual([
      {
        ...{ currency: 'EUR', paid: 5, returned: 2, failed: 1, withoutAmounts: 1 },
        ...{
          sent: 135_00n,
          fees: 20n,
          recipientFees: 8n,
          totalDebit: 135_12n,
          returnedMinor: 24_00n,
          netDebit: 111_12n,
        },
      },
      {
        ...{ currency: 'JPY', paid: 1, returned: 0, failed: 0, withoutAmounts: 0 },
        ...{ sent: 500n, fees: 5n, recipientFees: 2n, totalDebit: 503n, returnedMinor: 0n, netDebit: 503n },
      },
    ]);
    const page = await text('/reports/statements?merchant=acme&month=2026-06');
    expect(page).toContain('Statement: acme, June 2026');
    const months = [...page.matchAll(/<option value="(\d{4}-\d\d)"/g)].map(([, month]) => month);
    expect(months).toEqual([...new Set(months)].sort().reverse());
    expect(page).toContain('111.12 <abbr>EUR</abbr>');
    expect(page).toContain('1 entry has no amounts');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain(SCRIPT);
    expect(page).not.toContain('29.00');
    const section = (id: string) => page.match(new RegExp(`aria-labelledby="${id}"[\\s\\S]*?</section>`))![0];
    const rows = (id: string) => section(id).match(/<tbody[\s\S]*<\/tbody>/)![0];
    expect(rows('exceptions').match(/<tr/g), 'what came back and failed is apart').toHaveLength(3);
    expect(rows('exceptions')).not.toMatch(/badge good/);
    expect(rows('exceptions')).toMatch(
      /data-title="Ordered"[^>]*>(<[^>]*>)*9\.00[\s\S]*data-title="Amount returned"[^>]*>(<[^>]*>)*11\.00/,
    );
    expect(rows('payments').match(/badge good/g)).toHaveLength(6);
    expect(rows('payments')).not.toMatch(/badge bad/);
    expect(section('totals'), 'the payments that failed').toMatch(/data-title="Failed"[^>]*>1</);
    expect(await csv('2026-07')).toHaveLength(3);
  });

  it('agrees with the journal of the same months', async () => {
    await notePending(ledger);
    const entries = await exportJournal(appContext, person('mia'), {});
    for (const month of ['05', '06', '07']) {
      const to = month === '06' ? '30' : '31';
      const range = { from: `2026-${month}-01`, to: `2026-${month}-${to}`, timeZone: 'Europe/Berlin', merchant: null };
      const { sums } = await selectStatement(ledger.db, null, range);
      const booked = entries.filter(({ day }) => day.startsWith(`2026-${month}`));
      expect(booked.length).toBeGreaterThan(0);
      for (const { currency, netDebit, fees, recipientFees } of sums) {
        const own = booked.filter((one) => one.currency === currency);
        expect(
          own.reduce((sum, { balance }) => sum + balance, 0n),
          `${month} ${currency}`,
        ).toBe(netDebit);
        expect(own.reduce((sum, one) => sum + one.fees, 0n)).toBe(fees - recipientFees);
      }
    }
  });

  it('has the payments in progress at its beginning and at its end', async () => {
    const run = await startTestRun(ledger, { merchant: 'moving' });
    const sent = async (startedAt: string, finalAt: string | null) => {
      const { id } = await addBatch(ledger, run, [{ minor: 1n }]);
      await pastRules(
        ledger,
        `update payrun.batch set state = 'settled', approved_hash = '\\x00', approved_by = 'anna', resolved_by = 'anna', started_at = $2, settled_at = $3 where id = $1`,
        [id, startedAt, finalAt],
      );
      if (finalAt)
        await pastRules(
          ledger,
          `update payrun.payment set state = 'processed', final_at = $2, paid_source_minor = 1 where batch_id = $1`,
          [id, finalAt],
        );
    };
    await sent('2026-05-20T08:00:00Z', '2026-05-30T08:00:00Z');
    await sent('2026-05-20T08:00:00Z', '2026-06-30T08:00:00Z');
    await sent('2026-05-20T08:00:00Z', null);
    await sent('2026-06-29T08:00:00Z', '2026-07-01T08:00:00Z');
    await sent('2026-07-02T08:00:00Z', null);
    const range = { from: '2026-06-01', to: '2026-06-30', timeZone: 'Europe/Berlin', merchant: 'moving' };
    expect((await selectStatement(ledger.db, null, range)).inProgress).toEqual([
      { currency: 'EUR', opening: 2, closing: 2 },
    ]);
    expect((await selectStatement(ledger.db, ['acme'], range)).inProgress).toEqual([]);
  });

  it('G8: has payments that were paid and await a decision in progress, as long as they are in no entry', async () => {
    const run = await startTestRun(ledger, { merchant: 'undecided' });
    for (const state of ['discrepancy', 'unknown']) {
      const { id } = await addBatch(ledger, run, [{ minor: 1n }]);
      await pastRules(
        ledger,
        `update payrun.batch set state = 'settled', approved_hash = '\\x00', approved_by = 'anna', resolved_by = 'anna',
           started_at = '2026-05-20T08:00:00Z', settled_at = '2026-05-21T08:00:00Z' where id = $1`,
        [id],
      );
      await pastRules(
        ledger,
        `update payrun.payment set state = $2, final_at = '2026-05-21T08:00:00Z', paid_source_minor = 2 where batch_id = $1`,
        [id, state],
      );
    }
    for (const month of ['05', '06']) {
      const range = {
        from: `2026-${month}-01`,
        to: `2026-${month}-30`,
        timeZone: 'Europe/Berlin',
        merchant: 'undecided',
      };
      const { sums, inProgress } = await selectStatement(ledger.db, null, range);
      expect(sums).toEqual([]);
      expect(inProgress, month).toEqual([{ currency: 'EUR', opening: month === '05' ? 0 : 2, closing: 2 }]);
    }
  });

  it('opens on the latest month in which something was paid, failed or came back', async () => {
    await ended([
      { merchant: 'quiet', minor: 100n, at: '2026-02-10T10:00:00Z' },
      { merchant: 'quiet', minor: 100n, state: 'failed', at: '2026-03-31T22:30:00Z' },
    ]);
    expect(await text('/reports/statements?merchant=quiet')).toContain('Statement: quiet, April 2026');
  });

  it('does not exist for a visitor who may not see the merchant, or without one', async () => {
    const limited = { merchants: ['acme'], role: 'admin' as const };
    for (const merchant of ['secret-merchant', 'nobody', encodeURIComponent(SCRIPT)]) {
      expect((await pages.get(`/reports/statements?merchant=${merchant}&month=2026-06`, limited)).status).toBe(404);
      const lines = await text(`/reports/statement.csv?merchant=${merchant}&from=2026-06-01&to=2026-06-30`, limited);
      expect(lines.trim().split('\r\n')).toHaveLength(1);
    }
    // Who sees one merchant need not choose it.
    expect(await text('/reports/statements?month=2026-06', limited)).toContain('Statement: acme, June 2026');
    expect(await text('/reports/statements?month=2026-13', limited)).toMatch(/Statement: acme, \w+ 20\d\d/);
    expect(await text('/reports/statements?month=2020-01', limited)).toContain(
      'No paid, returned or failed payments in this month.',
    );
    expect(await text('/reports/statements')).toContain('Statement: acme, July 2026');
  });
});
