import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import type { SyncOptions } from '../../src/engine/recipients/sync-recipients.ts';
import { releasePayments } from '../../src/engine/review/release.ts';
import { syncRecipientSheet } from '../../src/engine/runs/other-sheets.ts';
import { recipientRowsBetween } from '../../src/ledger/recipients/recipient-row.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { describeDatabases } from '../support/database.ts';
import { germanIban, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';

interface Person {
  readonly id: string;
  readonly email?: string;
  readonly iban?: string;
  readonly city?: string;
}

const COLUMNS = 'referenceId,type,firstName,lastName,email,street1,city,country,iban';
const sheetFor = (people: readonly Person[]) =>
  `${[COLUMNS, ...people.map(({ id, email, iban, city }) => [id, 'individual', 'Ada', 'Byron', email ?? `${id.toLowerCase()}@example.com`, 'Street 1', city ?? 'Berlin', 'DE', iban ?? germanIban(Number(id.slice(2)))].join(','))].join('\n')}\n`;

describeDatabases('a sheet of recipients', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let sheets = 0;
  const sync = (people: readonly Person[], options: Partial<SyncOptions> & { in?: AppContext } = {}) =>
    syncRecipientSheet(options.in ?? appContext, {
      file: payroll.sheet(`recipients-${++sheets}.csv`, sheetFor(people)),
      maker: person('rita'),
      dryRun: false,
      progress: () => {},
      ...options,
    });
  const rowsOf = async (run: string) =>
    (await recipientRowsBetween(appContext.ledger.db, BigInt(run), 0, 1000)).map(({ row, state }) => [row, state]);
  const A = { id: 'V-1' };
  const B = { id: 'V-2' };

  beforeAll(async () => {
    appContext = await payroll.appContext();
  });

  it('creates what is new, pays nobody, and costs no call if nothing changed', async () => {
    const dry = await sync([A, B], { dryRun: true });
    expect(dry).toMatchObject({ state: 'done', recipients: { ready: 2 }, calls: 0, exitCode: 0 });
    expect((await payroll.ledger()).recipients).toBe(0);

    const first = await sync([A, B, { id: 'V-3', iban: 'DE00' }]);
    expect(first).toMatchObject({ state: 'done', rows: 3, recipients: { created: 2, invalid: 1 }, exitCode: 3 });
    expect(await rowsOf(first.run)).toEqual([
      [2, 'created'],
      [3, 'created'],
      [4, 'invalid'],
    ]);
    // Listed once, the balances for the environment of the keys, then two calls for each.
    expect(first.calls).toBe(6);
    const again = await sync([A, B]);
    expect(again).toMatchObject({ recipients: { unchanged: 2 }, calls: 0, exitCode: 0 });
    const moved = await sync([A, { ...B, city: 'Hamburg' }]);
    expect(moved).toMatchObject({ recipients: { unchanged: 1, changed: 1 }, calls: 1 });
    const { payments, batches, recipients } = await payroll.ledger();
    expect([payments, batches, recipients]).toEqual([[], [], 2]);
    expect((await verifyLedger(appContext)).findings).toEqual([]);
  });

  it('refuses all rows of a person that contradict each other', async () => {
    const { run, recipients, calls } = await sync([
      { id: 'V-4' },
      { id: 'V-4', iban: germanIban(44) },
      { id: 'V-5' },
      { id: 'V-6', email: 'v-5@example.com', iban: germanIban(66) },
    ]);
    expect([recipients, calls]).toEqual([{ refused: 4 }, 0]);
    expect((await recipientRowsBetween(appContext.ledger.db, BigInt(run), 0, 9))[0]!.reason).toMatch(/Several rows/);
  });

  it('continues after a crash, reads before it sends again, and creates no one twice', async () => {
    let calls = 0;
    const wire: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      // The answer to the third call is lost with the process.
      if (++calls === 3) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
      if (calls > 3) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
      return answer;
    };
    const crashing = await payroll.appContext({ PAYRUN_CALL_TIMEOUT_MS: '500' }, wire);
    const stop = new AbortController();
    const given = { in: crashing, signal: stop.signal };
    setTimeout(() => stop.abort(new Error('crashed')), 1_500);
    const before = (await payroll.ledger()).recipients;
    await expect(sync([{ id: 'V-7' }, { id: 'V-8' }, { id: 'V-9' }], given)).rejects.toThrow();
    const [outcome] = await payroll.resume();
    expect(outcome).toMatchObject({ state: 'done', recipients: { created: 3 } });
    expect((await payroll.ledger()).recipients).toBe(before + 3);
    expect(await payroll.resume()).toEqual([]);
  });

  it('changes no account that a batch is about to pay', async () => {
    const env = { 'approval.policy': 'manual' };
    const pay = payroll.sheet(
      'w.csv',
      `${COLUMNS},paymentReference,amount,currency\n${sheetFor([{ id: 'V-10' }]).split('\n')[1]},W-1,10.00,EUR\n`,
    );
    expect(await payroll.pay(pay, { env })).toMatchObject({ state: 'waiting_approval' });
    const { run, recipients } = await sync([{ id: 'V-10', iban: germanIban(1010) }]);
    expect(recipients).toEqual({ refused: 1 });
    expect((await recipientRowsBetween(appContext.ledger.db, BigInt(run), 0, 9))[0]!.reason).toMatch(
      /Another run is about to pay/,
    );
  });

  it('pays no one to changed bank details without a user who made neither the payment nor the change', async () => {
    const line = (reference: string, rest: string) =>
      `paymentReference,amount,currency,${COLUMNS}\n${reference},12.00,EUR,${rest}\n`;
    const paid = payroll.sheet('paid.csv', line('BEC-1', sheetFor([{ id: 'V-11' }]).split('\n')[1]!));
    expect(await payroll.pay(paid)).toMatchObject({ counts: { processed: 1 } });
    const iban = germanIban(1111);
    const { recipients, run } = await sync([{ id: 'V-11', iban }]);
    expect(recipients).toEqual({ changed: 1 });
    expect((await recipientRowsBetween(appContext.ledger.db, BigInt(run), 0, 9))[0]!.reason).toMatch(
      /This is not the account last paid/,
    );

    const named = payroll.sheet('named.csv', line('BEC-2', sheetFor([{ id: 'V-11', iban }]).split('\n')[1]!));
    expect(await payroll.pay(named)).toMatchObject({ counts: { held: 1, processed: 0 } });
    const byNumber = payroll.sheet(
      'number.csv',
      'paymentReference,amount,currency,referenceId\nBEC-3,13.00,EUR,V-11\n',
    );
    expect(await payroll.pay(byNumber)).toMatchObject({ counts: { held: 1, processed: 0 } });
    const { rows } = await appContext.ledger.db.query<{ reason_code: string }>(
      `select reason_code from payrun.payment where reference in ('BEC-2', 'BEC-3')`,
    );
    expect(rows.map(({ reason_code }) => reason_code)).toEqual(['account_changed', 'account_changed']);
    // `mia` made the payment, `rita` brought the bank details.
    for (const [name, code] of [
      ['mia', 'maker_is_approver'],
      ['rita', 'details_editor_is_approver'],
      ['Rita', 'details_editor_is_approver'],
    ] as const)
      for (const reference of ['BEC-2', 'BEC-3'])
        await expect(releasePayments(appContext, [reference], person(name))).rejects.toMatchObject({ code });
    expect(
      await releasePayments(appContext, ['BEC-2'], person('anna'), null, 'Called the supplier on a known number.'),
    ).toHaveLength(1);
    const out = (await payroll.ledger()).payments.filter(({ recipientReferenceId }) => recipientReferenceId === 'V-11');
    expect(out.map(({ amount }) => amount)).toEqual(['12.00']);
    expect((await verifyLedger(appContext)).findings).toEqual([]);
  });
});
