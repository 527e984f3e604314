import { readFileSync } from 'node:fs';
import exceljs from 'exceljs';
import { beforeAll, expect, it } from 'vitest';
import type { AcceptedDiscrepancy, ServiceDiscrepancy } from '../../../src/discrepancies/service-discrepancy.ts';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import type { JobReport } from '../../../src/engine/job.ts';
import { reconcile } from '../../../src/engine/jobs/reconcile.ts';
import { acceptFound } from '../../../src/engine/review/accept-found.ts';
import { cliActor, scheduledActor } from '../../../src/permissions/actor.ts';
import { writeReconciliation } from '../../../src/reports/reconcile-file.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { signedFetch } from '../../support/signed-fetch.ts';

interface Document {
  readonly differences: number;
  readonly calls: number;
  readonly callsExpected: number;
  readonly results: string | null;
  readonly errors: readonly { readonly merchant: string; readonly code: string }[];
  readonly merchants: readonly {
    readonly merchant: string;
    readonly from: string;
    readonly batches: number;
    readonly payments: number;
    readonly differences: readonly ServiceDiscrepancy[];
    readonly accepted: readonly AcceptedDiscrepancy[];
    readonly balances: readonly unknown[];
  }[];
}

describeDatabases('the reconciliation', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  const asked: string[] = [];
  const reported: string[] = [];
  const watched: typeof fetch = (input, init) => {
    asked.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname.replace(/[BP]-\w+/, ':id')}`);
    return fetch(input, init);
  };
  const compare = async (input: Parameters<typeof reconcile>[1] = { days: 30 }) => {
    asked.length = 0;
    reported.length = 0;
    const context = { maker: person('mia'), progress: () => {}, report: (line: string) => void reported.push(line) };
    return (await reconcile(appContext, { folder: payroll.folder, ...input }, context)) as JobReport & {
      document: Document;
    };
  };
  const differences = async () => (await compare()).document.merchants.flatMap((one) => one.differences);
  const sql = (text: string) => appContext.ledger.db.query(text);
  /** A change of the tables that nobody's code makes, seen, and taken back. */
  const damaged = async (set: string, where: string, back: string) => {
    await sql('alter table payrun.payment_row disable trigger user');
    await sql(`update payrun.payment set ${set} where ${where}`);
    const found = await differences();
    await sql(`update payrun.payment set ${back} where ${where}`);
    await sql('alter table payrun.payment_row enable trigger user');
    return found;
  };
  let byHand: { batch: string; payment: string; code: string };

  beforeAll(async () => {
    appContext = await payroll.appContext({}, watched);
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'person3@example.com' }, outcome: 'failed', reason: 'Account closed' },
    ]);
    const outcome = await payroll.pay(payroll.sheet('salaries.csv', sheetOf(people(4))));
    expect(outcome).toMatchObject({ state: 'done', counts: { processed: 3, failed: 1 } });
    // By now everybody has another account: what was paid before stays what it was.
    await sql(`update payrun.recipient set account_remote_id = 'A-another' || id`);
  });

  it('is equal if only Payrun has paid; the calls are announced first, and only read', async () => {
    const { document, exitCode, lines } = await compare();
    expect(document).toMatchObject({ differences: 0, calls: 3, callsExpected: 3, results: null, errors: [] });
    expect(document.merchants).toMatchObject([{ batches: 1, payments: 4, balances: expect.any(Array) }]);
    expect(document.merchants[0]!.balances.length).toBeGreaterThan(0);
    expect(reported).toEqual([
      '1 merchant: about 3 calls, less than a minute; more if payments were made outside of Payrun.',
    ]);
    expect(asked.toSorted()).toEqual(['GET /v1/balances', 'GET /v1/batches', 'GET /v1/batches/:id/payments']);
    expect(lines[0]).toBe('No discrepancies: 1 merchant, 1 batch, 4 payments compared in 3 calls.');
    expect(lines[1]).toMatch(/^ {2}\S+: since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    expect(lines[2]).toBe('  To look further back, set `days` in the input.');
    expect(exitCode).toBe(0);
  });

  it('finds payments that someone made by hand, and payments that wait to be sent', async () => {
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    const { payments } = await payroll.ledger();
    const recipient = { id: payments[0]!.recipientId };
    const batchOf = async (amount: string) => {
      const body = { sourceCurrency: 'EUR', payments: [{ recipient, amount, currency: 'EUR', memo: '=1+1' }] };
      return ((await call('POST', '/v1/batches', body)).body as { batch: { id: string } }).batch.id;
    };
    const sent = await batchOf('77.10');
    await call('POST', `/v1/batches/${sent}/generate-quote`, {});
    await call('POST', `/v1/batches/${sent}/start-processing`, {});
    await payroll.control('settle', {});
    const waiting = await batchOf('12.00');

    const { document, exitCode, lines } = await compare({});
    const found = document.merchants.flatMap((one) => one.differences);
    expect(found).toMatchObject([
      { kind: 'not here', of: 'batch', serviceBatch: waiting, here: 'none', there: '1 payments, open' },
      { kind: 'not here', of: 'payment', serviceBatch: sent, here: 'none' },
    ]);
    expect(found[1]!.there).toMatch(new RegExp(`^77\\.10 EUR to recipient ${recipient.id}, account A-`));
    byHand = { batch: sent, payment: found[1]!.servicePayment!, code: found[1]!.code };
    expect(exitCode).toBe(4);
    expect(lines.join('\n')).toContain(`Payment ${byHand.payment} of 77.10 EUR to recipient ${recipient.id}`);
    expect(asked.every((one) => one.startsWith('GET '))).toBe(true);

    const csv = readFileSync(document.results!.replace(/xlsx$/, 'csv'), 'utf8');
    expect(csv.split('\r\n')).toHaveLength(4);
    expect(csv).toContain(`default,not here,payment,,,none,"77.10 EUR to recipient ${recipient.id}, `);
    await call('DELETE', `/v1/batches/${waiting}`);
  });

  it.each([
    ['amount', 'minor = minor + 1', 'minor = minor - 1', { here: '101.26 EUR', there: '101.25 EUR' }],
    ['account', `paid_account_remote_id = 'A-other'`, 'paid_account_remote_id = null', { here: 'A-other' }],
    ['state', `state = 'failed'`, `state = 'processed'`, { here: 'failed', there: 'processed' }],
  ])('finds another %s', async (kind, set, back, sides) => {
    const before = await sql(`select paid_recipient_remote_id as id from payrun.payment where reference = 'REF-1'`);
    const found = (await damaged(set, `reference = 'REF-1'`, back)).filter(
      (one) => one.servicePayment !== byHand.payment,
    );
    await sql(
      `update payrun.payment set paid_recipient_remote_id = '${(before.rows[0] as { id: string }).id}' where reference = 'REF-1'`,
    ).catch(() => {});
    expect(found).toMatchObject([{ kind, of: 'payment', run: '1', row: 2, ...sides }]);
    const { what, here, there } = found[0]!;
    expect([
      what.startsWith('Row 2 of run 1: '),
      what.includes(kind),
      what.includes(here),
      what.includes(there),
    ]).toEqual([true, true, true, true]);
  });

  it('G3: finds other bank details than those of the row, and says so once they can no longer be compared', async () => {
    const seen: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      const text = (await answer.text()).replaceAll(
        /"accountHolderName":"First[^"]*"/g,
        '"accountHolderName":"Eve Fox"',
      );
      return new Response(text, { status: answer.status, headers: answer.headers });
    };
    const context = { maker: person('mia'), progress: () => {} };
    const look = async () =>
      (await reconcile(await payroll.appContext({}, seen), { days: 30, folder: payroll.folder }, context)) as JobReport;
    const { lines } = await look();
    const differing = lines.filter((line) =>
      /Row \d of run 1: the payout service pays it to a different account .*from the one ordered.*in the account holder\. \([0-9A-Z]{16}\)$/.test(
        line,
      ),
    );
    expect(differing).toHaveLength(4);
    await sql(`create table payrun.kept_rows as select id, row_sealed from payrun.payment`);
    await sql(`update payrun.payment set row_sealed = ''`);
    const after = await look();
    await sql(`update payrun.payment p set row_sealed = k.row_sealed from payrun.kept_rows k where k.id = p.id`);
    await sql('drop table payrun.kept_rows');
    expect(after.lines.join('\n')).toContain('The bank details of 4 payments can no longer be compared');
    expect(after.lines.join('\n')).not.toContain('account holder');
  });

  it('G8: omits accepted discrepancies here and in verify, counts them, and reports them again if their facts change', async () => {
    const anna = cliActor('anna');
    const because = 'agreed with the recipient';
    const code = async (set: string) => {
      const [one] = (await damaged(set, `reference = 'REF-1'`, back)).filter(({ kind }) => kind === 'account');
      return one?.code ?? null;
    };
    const back = 'paid_account_remote_id = null';
    const other = `paid_account_remote_id = 'A-other'`;
    const found = (await code(other))!;
    expect(await acceptFound(appContext, { code: 'REF-1', because }, anna)).toBeNull();
    await expect(acceptFound(appContext, { code: found, because: ' ' }, anna)).rejects.toMatchObject({
      code: 'because_missing',
    });
    await expect(acceptFound(appContext, { code: found, because }, scheduledActor())).rejects.toMatchObject({
      code: 'may_not_decide',
    });
    expect(await code(other)).toBe(found);

    expect(await acceptFound(appContext, { code: found.toLowerCase(), because }, anna)).toMatchObject({ run: null });
    await expect(acceptFound(appContext, { code: found, because }, anna)).rejects.toMatchObject({
      code: 'already_accepted',
    });
    await expect(
      acceptFound(appContext, { code: byHand.code, because: 'paid by the treasurer' }, anna),
    ).resolves.toMatchObject({ run: null });
    await sql('alter table payrun.payment_row disable trigger user');
    await sql(`update payrun.payment set ${other} where reference = 'REF-1'`);
    const { document, lines, exitCode } = await compare();
    const all = await compare({ days: 30, all: true });
    const verified = await verifyLedger(appContext, { remote: true });
    await sql(`update payrun.payment set ${back} where reference = 'REF-1'`);
    expect([exitCode, document.differences, document.results]).toEqual([0, 0, null]);
    expect(lines[0]).toMatch(/^No discrepancies, 2 accepted: /);
    expect(document.merchants[0]!.accepted.map((one) => [one.code, one.accepted.by]).toSorted()).toEqual(
      [
        [found, 'anna'],
        [byHand.code, 'anna'],
      ].toSorted(),
    );
    expect(all.lines.join('\n')).toMatch(/Accepted by anna on \d{4}-\d\d-\d\d: agreed with the recipient \(/);
    expect(readFileSync((all.document as Document).results!.replace(/xlsx$/, 'csv'), 'utf8')).toContain(
      `${byHand.code},anna: paid by the treasurer`,
    );
    expect(verified.findings.filter((one) => one.code !== undefined)).toEqual([]);
    expect(verified.accepted).toMatchObject([{ code: found, accepted: { by: 'anna', because } }]);

    const another = await code(`paid_account_remote_id = 'A-elsewhere'`);
    expect(another).toMatch(/^[0-9A-Z]{16}$/);
    expect(another).not.toBe(found);
    const { rows } = await sql(
      `select chain, actor, data->>'code' as code, data->>'because' as because from payrun.event where kind = 'discrepancy_accepted' order by chain`,
    );
    expect(rows).toEqual([
      { chain: 'run-1', actor: 'anna', code: found, because },
      { chain: 'system', actor: 'anna', code: byHand.code, because: 'paid by the treasurer' },
    ]);
  });

  it('reports why one merchant cannot be compared, and compares the others', async () => {
    await sql(
      `insert into payrun.merchant (id, environment, country, access_fp) values ('a-keyless', 'sandbox', 'US', '\\x02')`,
    );
    const { document, lines } = await compare();
    expect(document.errors).toMatchObject([{ merchant: 'a-keyless', code: 'keys_required' }]);
    expect(document.merchants.map(({ merchant }) => merchant)).toEqual(['default']);
    expect(lines.join('\n')).toContain('a-keyless was not compared: Merchant a-keyless has no API keys');
    await expect(compare({ merchants: ['nobody'] })).rejects.toMatchObject({ code: 'merchant_unknown' });
  });

  it('writes a workbook that a spreadsheet opens, without a formula in it', async () => {
    const { document } = await compare({ days: 30, all: true });
    expect(document.results).toMatch(/reconcile-\d{8}-\d{6}\.xlsx$/);
    const [one] = document.merchants as never as Parameters<typeof writeReconciliation>[0];
    const hostile = {
      ...(one!.differences[0] ?? one!.accepted[0])!,
      there: '=HYPERLINK("http://evil.example")',
      what: '+1+1',
    };
    const path = await writeReconciliation([{ ...one!, differences: [hostile] }], {
      folder: payroll.folder,
      at: Date.UTC(2026, 0, 2, 3, 4, 5),
    });
    expect(path).toMatch(/reconcile-20260102-030405\.xlsx$/);
    const book = new exceljs.Workbook();
    await book.xlsx.readFile(path);
    expect(book.worksheets.map(({ name }) => name)).toEqual(['Differences', 'Compared', 'Balances']);
    const row = book.worksheets[0]!.getRow(2);
    expect([row.getCell(7).value, row.getCell(8).value]).toEqual(['\'=HYPERLINK("http://evil.example")', "'+1+1"]);
    expect(readFileSync(path.replace(/xlsx$/, 'csv'), 'utf8')).toContain(`"'=HYPERLINK(""http`);
  });
});
