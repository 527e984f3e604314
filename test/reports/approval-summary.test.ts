import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { showApproval } from '../../src/cli/terminal/show-approval.ts';
import { appendEvent } from '../../src/ledger/audit/audit-chain.ts';
import { approvalHash } from '../../src/ledger/batches/approval-hash.ts';
import { getBatch, moveBatch } from '../../src/ledger/batches/batch.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { addRules, newestRules } from '../../src/ledger/operations/money-rules.ts';
import { unverifiedPayments } from '../../src/ledger/payments/account-verifications.ts';
import { listForApproval } from '../../src/ledger/views/approval-payments.ts';
import { defaultRules } from '../../src/money-rules.ts';
import { approvalSummary } from '../../src/reports/approval-summary.ts';
import type { ActiveRun } from '../../src/step.ts';
import type { View } from '../../src/web/components/view.ts';
import { approvalChecks } from '../../src/web/pages/approvals/approval-checks.ts';
import { describeDatabases } from '../support/database.ts';
import { pastRules } from '../support/past-rules.ts';
import {
  addBatch,
  addPayments,
  addRecipient,
  addTestMerchant,
  moveThrough,
  startTestRun,
  type TestPayment,
} from '../support/test-run.ts';

const QUOTED = ['creating', 'open', 'quoted'] as const;
const STARTED = [...QUOTED, 'approved', 'starting', 'started'] as const;

describeDatabases('the summary before an approval', (database) => {
  let ledger: Ledger;
  let merchants = 0;
  beforeAll(async () => {
    ledger = await database.open();
  });
  const newMerchant = () => `shown-${++merchants}`;
  const runOf = (merchant: string) => startTestRun(ledger, { merchant });

  /** Payments to recipients that exist, to an account that the test names. */
  interface Paid extends TestPayment {
    readonly to?: string;
    readonly hint?: string;
  }
  const batchOf = async (
    run: ActiveRun,
    payments: readonly Paid[],
    states: typeof QUOTED | typeof STARTED,
    currency?: string,
  ) => {
    const batch = await addBatch(ledger, run, payments, currency);
    for (const [i, { to, hint }] of payments.entries())
      await ledger.tx(async (db) => {
        await db.query('set local session_replication_role = replica');
        await db.query(
          `update payrun.payment set paid_account_fp = $3, account_hint = $4 where id = (
             select id from payrun.payment where batch_id = $1 order by row offset $2 limit 1)`,
          [batch.id, i, to ? ledger.vault.fingerprint('test', to) : null, hint ?? null],
        );
      });
    return moveThrough(ledger, batch, ...states);
  };
  const [ann, ben, cay] = [{}, {}, {}] as { id: string }[];
  const known = async (merchant: string) => {
    await addTestMerchant(ledger, merchant);
    for (const person of [ann!, ben!, cay!]) person.id = await addRecipient(ledger, merchant);
  };
  const released = (run: ActiveRun, payment: string, was: string) =>
    ledger.tx(async (db) => {
      await db.query(`update payrun.payment set released_by = 'anna' where id = $1`, [payment]);
      const at = new Date('2026-11-20T09:30:00Z');
      await appendEvent(db, { chain: `run-${run.id}`, at, actor: 'anna', kind: 'released', data: { payment, was } });
    });
  const idOf = async (reference: string) =>
    (await ledger.db.query<{ id: string }>('select id from payrun.payment where reference = $1', [reference])).rows[0]!
      .id;

  it('has changed bank details first, with who released them; then new recipients, totals, largest payments and holds', async () => {
    const merchant = newMerchant();
    await known(merchant);
    const may = await runOf(merchant);
    await batchOf(
      may,
      [
        { recipient: ann!.id, to: 'old', hint: '****1111', minor: 10_000n },
        { recipient: ben!.id, to: 'bens', minor: 20_000n },
      ],
      STARTED,
    );
    // Fees on top of what was sent.
    await ledger.db.query(`update payrun.batch set quote = quote || '{"debitMinor": "30200"}' where run_id = $1`, [
      may.id,
    ]);
    const june = await runOf(merchant);
    const batch = await batchOf(
      june,
      [
        { recipient: ann!.id, to: 'new', hint: '****2222', minor: 11_000n, reference: `${merchant}-changed` },
        { recipient: ben!.id, to: 'bens', minor: 20_000n, reference: `${merchant}-double` },
        { recipient: cay!.id, to: 'cays', minor: 70_000n, reference: `${merchant}-new` },
        { recipient: cay!.id, to: 'cays', minor: 1n, reference: `${merchant}-new2` },
      ],
      QUOTED,
    );
    await addPayments(ledger, june, [{ state: 'held', reference: `${merchant}-held`, minor: 300n }]);
    await ledger.db.query(
      `update payrun.payment set reason_code = 'account_changed', reason = 'Someone else must release it.' where reference = $1`,
      [`${merchant}-held`],
    );
    await released(june, await idOf(`${merchant}-changed`), 'account_changed');
    await released(june, await idOf(`${merchant}-double`), 'possible_duplicate');
    const doubts = (code: string, severity: string) => [
      { row: 2, column: null, code, severity, message: `About ${code}.` },
    ];
    await ledger.db.query('update payrun.payment set problems = $2 where reference = $1', [
      `${merchant}-new`,
      JSON.stringify([
        ...doubts('shared_account', 'warning').map((one) => ({ ...one, comparedWith: { row: 9 } })),
        ...doubts('amount_unusual', 'warning').map((one) => ({
          ...one,
          comparedWith: { run: String(may.id), row: 2 },
        })),
        ...doubts('bic_advised', 'warning'),
      ]),
    ]);
    await ledger.db.query('update payrun.payment set problems = $2 where reference = $1', [
      `${merchant}-new2`,
      JSON.stringify(doubts('bic_advised', 'warning')),
    ]);
    await moveBatch(ledger.db, await getBatch(ledger.db, batch.id), 'quoted', {
      note: 'Two approvals are required.',
      priced: { USD: '109586' },
    });

    const summary = await approvalSummary(ledger, String(june.id));
    const release = { by: 'anna', at: '2026-11-20T09:30:00.000Z' };
    expect(summary).toMatchObject({
      ...{
        run: String(june.id),
        payments: 4,
        recipients: 3,
        maker: 'mia',
        merchant,
        why: ['Two approvals are required.'],
      },
      hash: (await approvalHash(ledger.db, await getBatch(ledger.db, batch.id))).toString('hex'),
      accountsMoved: true,
      changedAccounts: {
        count: 1,
        shown: [
          {
            ...{ reference: `${merchant}-changed`, amount: '110.00', currency: 'EUR', account: '****2222' },
            released: { ...release, was: 'account_changed' },
            last: { account: '****1111', run: String(may.id), row: 2 },
          },
        ],
      },
      released: {
        count: 1,
        shown: [{ reference: `${merchant}-double`, released: { ...release, was: 'possible_duplicate' } }],
      },
      warned: {
        count: 1,
        shown: [
          {
            reference: `${merchant}-new`,
            warnings: ['About amount_unusual.', 'About shared_account.'],
            comparedWith: { run: String(may.id), row: 2 },
          },
        ],
      },
      newRecipients: { count: 1, payments: 2, largest: [{ amount: '700.00' }, { amount: '0.01' }] },
      batches: [
        {
          ...{
            currency: 'EUR',
            payments: 4,
            sending: '1010.01',
            fees: '0.00',
            recipientFees: '0.00',
            debit: '1010.01',
          },
          ...{ arrives: { USD: '1095.86' }, rate: '1.084999', quoteHoldsUntil: '2099-01-01T00:00:00.000Z' },
        },
      ],
      comparison: {
        run: String(may.id),
        totals: {
          EUR: {
            ...{ payments: 4, lastPayments: 2, amount: '1010.01', lastAmount: '302.00' },
            ...{ difference: '708.01', percent: '234.4' },
          },
        },
      },
      held: {
        count: 1,
        debits: [{ state: 'held', currency: 'EUR', payments: 1, totalDebit: null, beforeFees: '3.00', notQuoted: 0 }],
        reasons: [{ code: 'account_changed', payments: 1 }],
        shown: [{ reference: `${merchant}-held`, amount: '3.00', reason: 'Someone else must release it.' }],
      },
      sameSheet: null,
    });
    expect(summary.largest.map(({ amount }) => amount)).toEqual(['700.00', '200.00', '110.00', '0.01']);
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);

    const lines = showApproval(summary, Date.UTC(2026, 10, 21));
    const at = (text: string) => lines.findIndex((line) => line.includes(text));
    const order = [
      'CHANGED BANK DETAILS: 1 PAYMENT',
      '1 payment released from hold:',
      '1 new recipient:',
      'total debit',
      'Compared with run',
      'The largest payments',
      'Excluded: on hold, 3.00 EUR before fees: 1 changed bank details',
      'Hash of what you approve',
    ];
    expect(order.map(at)).toEqual(order.map(at).toSorted((a, b) => a - b));
    expect(at('CHANGED')).toBeGreaterThan(0);
    // Each check says who gets how much first, and leads there.
    const checks = String(approvalChecks({ locale: 'en-US', now: new Date() } as unknown as View, summary));
    const plain = checks.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    for (const said of [
      /1 payment released from hold \S+, row 3 : 200\.00 EUR ?\. On hold for possible duplicate\. Released by anna, /,
      /1 payment with a warning \S+, row 4 : 700\.00 EUR ?\. About amount_unusual\./,
      /Excluded: 1 payment on hold 3\.00 EUR before fees ?\. Changed bank details\./,
    ])
      expect(plain).toMatch(said);
    expect(lines[at('•••• 2222')]).toMatch(
      /•••• 1111, .* in run \d+, row 2\. Released by anna, .*2026-11-20 09:30 UTC \(.*?\)\.$/,
    );
  });

  it('recognizes a person under another key by their e-mail, and ignores failed and returned payments', async () => {
    const merchant = newMerchant();
    await known(merchant);
    await ledger.db.query(`update payrun.recipient set email_fp = $2 where id = any($1)`, [
      [ann!.id, ben!.id],
      ledger.vault.fingerprint('test', merchant),
    ]);
    const before = await batchOf(
      await runOf(merchant),
      [
        { recipient: ann!.id, to: 'old' },
        { recipient: cay!.id, to: 'old' },
      ],
      STARTED,
    );
    await pastRules(ledger, `update payrun.payment set state = 'returned' where batch_id = $1 and recipient_id = $2`, [
      before.id,
      cay!.id,
    ]);
    const run = await runOf(merchant);
    await batchOf(
      run,
      [
        { recipient: ben!.id, to: 'new' },
        { recipient: cay!.id, to: 'new' },
      ],
      QUOTED,
    );
    const summary = await approvalSummary(ledger, String(run.id));
    expect(summary.changedAccounts).toMatchObject({
      count: 2,
      shown: [
        { row: 2, released: null },
        { row: 3, released: null, last: { state: 'returned' } },
      ],
    });
    expect(summary.newRecipients, 'paid before, and returned').toMatchObject({ count: 0 });
    expect(summary.cameBack).toMatchObject({
      count: 1,
      changed: 1,
      shown: [{ row: 3, cameBack: { state: 'returned' } }],
    });
  });

  it('says of a recipient whose last payment failed or was returned when that was, and both accounts', async () => {
    const merchant = newMerchant();
    await known(merchant);
    const before = await batchOf(
      await runOf(merchant),
      [
        { recipient: ann!.id, to: 'anns', hint: 'IBAN ***1111', minor: 10_000n },
        { recipient: ben!.id, to: 'bens', hint: 'IBAN ***2222', minor: 20_000n },
        { recipient: cay!.id, to: 'cays', hint: 'IBAN ***3333', minor: 30_000n },
      ],
      STARTED,
    );
    for (const [person, state] of [
      [ann, 'returned'],
      [ben, 'failed'],
      [cay, 'returned'],
    ] as const)
      await pastRules(
        ledger,
        `update payrun.payment set state = $3, final_at = '2026-11-20T09:30:00Z' where batch_id = $1 and recipient_id = $2`,
        [before.id, person!.id, state],
      );
    await pastRules(ledger, `update payrun.payment set reason = 'Account closed.' where recipient_id = $1`, [ann!.id]);
    // Paid again since, so that nothing of it is left to say.
    await batchOf(await runOf(merchant), [{ recipient: cay!.id, to: 'cays', hint: 'IBAN ***3333' }], STARTED);
    const run = await runOf(merchant);
    const batch = await batchOf(
      run,
      [
        { recipient: ann!.id, to: 'other', hint: 'IBAN ***4444', minor: 10_000n },
        { recipient: ben!.id, to: 'bens', hint: 'IBAN ***2222', minor: 20_000n },
        { recipient: cay!.id, to: 'cays', hint: 'IBAN ***3333', minor: 30_000n },
      ],
      QUOTED,
    );
    const summary = await approvalSummary(ledger, String(run.id));
    expect(summary.newRecipients).toMatchObject({ count: 0 });
    const at = '2026-11-20T09:30:00.000Z';
    expect(summary.cameBack).toMatchObject({
      count: 2,
      changed: 1,
      shown: [
        {
          row: 2,
          isSameAccount: false,
          account: 'IBAN ***4444',
          cameBack: { state: 'returned', account: 'IBAN ***1111', at },
        },
        { row: 3, isSameAccount: true, cameBack: { state: 'failed', amount: '200.00', at } },
      ],
    });
    const printed = showApproval(summary, Date.UTC(2026, 10, 21)).join('\n');
    expect(printed).toContain('Last payment failed or returned: 2 payments, 1 of them to another account:');
    expect(printed).toMatch(
      /IBAN •••• 4444 .*Returned .*2026-11-20 09:30 UTC \(.*?\) in run \d+, row 2: Account closed\. Before: IBAN •••• 1111\./,
    );
    expect(printed).toMatch(/Failed .*2026-11-20 09:30 UTC \(.*?\) in run \d+, row 3\. Same account as before\./);
    expect(printed).not.toContain('new recipient');
    expect(summary.changedAccounts).toMatchObject({
      count: 1,
      uncertain: 0,
      shown: [
        {
          ...{ row: 2, account: 'IBAN ***4444', isCertain: true, released: null },
          last: { state: 'returned', account: 'IBAN ***1111', reason: 'Account closed.' },
        },
      ],
    });
    expect(summary.unverified, 'a new account after a return is asked for like every other').toBe(1);
    for (const beforePolicy of [false, true])
      expect(
        (await unverifiedPayments(ledger.db, run.id, [batch.id], { beforePolicy })).map(({ is_certain }) => is_certain),
      ).toEqual([true]);
    const listed = await listForApproval(ledger.db, {
      ...{ run: run.id, batches: [batch.id], text: null, after: -1, limit: 10 },
    });
    expect(listed.map(({ checks }) => checks)).toEqual([['changed', 'came_back'], ['came_back'], []]);
    expect(printed).toContain('CHANGED BANK DETAILS: 1 PAYMENT');
    expect(printed).toMatch(
      /Before: IBAN •••• 1111, sent and returned .*2026-11-20 09:30 UTC \(.*?\) in run \d+, row 2\./,
    );
    const checks = String(approvalChecks({ locale: 'en-US', now: new Date() } as unknown as View, summary));
    expect(checks.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toMatch(
      /Sent and returned .* •••• 1111 .* •••• 4444 .* run \d+, row 2 \. It came back: Account closed\. New account entered by mia\./,
    );
    const [shown] = summary.changedAccounts.shown;
    const failed = { ...shown!, last: { ...shown!.last!, state: 'failed' as const, reason: 'Account closed' } };
    const whatFailed = String(
      approvalChecks({ locale: 'en-US', now: new Date() } as unknown as View, {
        ...summary,
        changedAccounts: { ...summary.changedAccounts, shown: [failed] },
      }),
    );
    expect(whatFailed.replace(/<[^>]+>/g, ' ')).toContain('It failed: Account closed. New account entered by mia.');
    const view = { locale: 'en-US', now: new Date() } as unknown as View;
    const anns = (
      await ledger.db.query<{ id: string }>('select id from payrun.payment where batch_id = $1 and row = 2', [batch.id])
    ).rows[0]!.id;
    const note = (unknown: boolean) =>
      ledger.db.query(
        `insert into payrun.account_author (run_id, payment_id, name, unknown) values ($1, $2, 'zoe', $3)
         on conflict (run_id, payment_id, name) do update set unknown = $3`,
        [run.id, anns, unknown],
      );
    await note(false);
    const retyped = await approvalSummary(ledger, String(run.id));
    expect(String(approvalChecks(view, retyped)), 'the maker only repeats it').toContain('New account entered by zoe.');
    await note(true);
    const unknown = await approvalSummary(ledger, String(run.id));
    expect(String(approvalChecks(view, unknown))).toContain('Payrun does not know who entered the new account.');
    expect(String(approvalChecks(view, summary))).toContain(
      'Last payment failed or returned: 2 payments, 1 of them to another account',
    );
  });

  it('names payments of the amount that the recipient got within the days in which it may be a duplicate', async () => {
    const merchant = newMerchant();
    await known(merchant);
    await ledger.db.query(`update payrun.recipient set email_fp = $2 where id = any($1)`, [
      [ann!.id, ben!.id],
      ledger.vault.fingerprint('test', merchant),
    ]);
    const before = await runOf(merchant);
    await batchOf(
      before,
      [
        { recipient: ann!.id, to: 'anns', minor: 392_650n, reference: `${merchant}-JUN` },
        { recipient: cay!.id, to: 'cays', minor: 100n },
        { recipient: cay!.id, to: 'cays', minor: 200n, daysAgo: 400 },
      ],
      STARTED,
    );
    const run = await runOf(merchant);
    await batchOf(
      run,
      [
        { recipient: ann!.id, to: 'new', minor: 392_650n, reference: `${merchant}-JUL` },
        { recipient: ben!.id, to: 'anns', minor: 392_650n },
        { recipient: ann!.id, to: 'anns', minor: 392_651n },
        { recipient: cay!.id, to: 'cays', minor: 200n },
      ],
      QUOTED,
    );
    const rules = { ...defaultRules('production'), duplicateDays: 30 };
    await addRules(ledger.db, {
      ...{ version: 1 + ((await newestRules(ledger.db))?.version ?? 0), rules, by: 'anna' },
      at: new Date(),
    });
    const summary = await approvalSummary(ledger, String(run.id));
    const twice = summary.unusual.filter(({ kind }) => kind === 'same_amount');
    const other = { run: String(before.id), row: 2 };
    expect(twice).toMatchObject([
      { row: 2, other, title: expect.stringMatching(/: 3,926\.50 EUR twice$/) },
      { row: 3, other },
    ]);
    expect(twice[0]!.reason).toBe(
      `Row 2 of run ${before.id} has the same amount for them (not confirmed as paid, reference ${merchant}-JUN). This one has the reference ${merchant}-JUL.`,
    );
    expect(showApproval(summary, 0).join('\n')).toContain(twice[0]!.reason);
    expect(String(approvalChecks({ locale: 'en-US', now: new Date() } as unknown as View, summary))).toMatch(
      new RegExp(`<a href="[^"]*after=1[^"]*">Compare with run ${before.id}, row 2</a>`),
    );
  });

  it('says that a run is a retry, and compares it with no other run', async () => {
    const merchant = newMerchant();
    await known(merchant);
    const before = await runOf(merchant);
    await batchOf(before, [{ recipient: ann!.id, to: 'anns', minor: 5n }], STARTED);
    const retry = await startTestRun(ledger, {
      ...{ merchant, parent: before.id, options: { rerun: { states: ['failed'], references: [] } } as never },
    });
    await batchOf(retry, [{ recipient: ben!.id, to: 'bens', minor: 7n }], QUOTED);
    const summary = await approvalSummary(ledger, String(retry.id));
    expect(summary).toMatchObject({ retryOf: String(before.id), comparison: null });
    const printed = showApproval(summary, 0).join('\n');
    expect(printed).toContain(`It retries payments of run ${before.id}.`);
    expect(printed).not.toContain('no similar earlier run');
  });

  it('compares no part of a run with another run, and says that the others were sent before', async () => {
    const merchant = newMerchant();
    await known(merchant);
    await batchOf(await runOf(merchant), [{ recipient: ann!.id, to: 'anns', minor: 5n }], STARTED);
    const run = await runOf(merchant);
    await batchOf(run, [{ recipient: ann!.id, to: 'anns', minor: 500n }], STARTED);
    await batchOf(run, [{ recipient: ben!.id, to: 'bens', minor: 7n }], QUOTED);
    const summary = await approvalSummary(ledger, String(run.id));
    expect(summary).toMatchObject({ payments: 1, isRest: true, comparison: null });
    const printed = showApproval(summary, 0).join('\n');
    expect(printed).toContain('Other payments of this run were already sent.');
    expect(printed).not.toContain('no similar earlier run');
  });

  it('does not say that an account changed if only its end is known, and the ends agree', async () => {
    const merchant = newMerchant();
    await known(merchant);
    const before = await batchOf(
      await runOf(merchant),
      [
        { recipient: ann!.id, to: 'old', hint: 'IBAN ***2222' },
        { recipient: ben!.id, to: 'old', hint: 'IBAN ***3333' },
      ],
      STARTED,
    );
    // As after an adoption: only the payout service knows the accounts.
    await pastRules(
      ledger,
      `update payrun.payment set paid_account_fp = null, paid_account_remote_id = 'A-' || row where batch_id = $1`,
      [before.id],
    );
    const run = await runOf(merchant);
    const batch = await batchOf(run, [{ recipient: ann!.id, to: 'new', hint: 'IBAN ***2222' }], QUOTED);
    const summary = await approvalSummary(ledger, String(run.id));
    expect(summary.changedAccounts).toMatchObject({ count: 1, uncertain: 1, shown: [{ isCertain: false }] });
    expect(showApproval(summary, 0).join('\n')).toContain('POSSIBLY CHANGED BANK DETAILS: 1 PAYMENT');
    expect(String(approvalChecks({ locale: 'en-US', now: new Date() } as unknown as View, summary))).toContain(
      'Possibly changed bank details: ',
    );
    await ledger.db.query(`update payrun.batch set state = 'void' where id = $1`, [batch.id]);
    const both = await runOf(merchant);
    const others = [ann!, ben!].map(({ id }) => ({ recipient: id, to: 'new', hint: 'IBAN ***2222' }));
    await batchOf(both, others, QUOTED);
    const mixed = await approvalSummary(ledger, String(both.id));
    expect(mixed.changedAccounts).toMatchObject({ count: 2, uncertain: 1 });
    expect(showApproval(mixed, 0).join('\n')).toContain('CHANGED BANK DETAILS: 2 PAYMENTS, 1 OF THEM UNCERTAIN');
  });

  it('names ten new recipients and ten largest payments and counts the rest, the largest of every currency first', async () => {
    const merchant = newMerchant();
    const run = await runOf(merchant);
    const batch = await batchOf(
      run,
      Array.from({ length: 14 }, (_, i) => ({
        minor: BigInt(i + 1),
        ...(i < 2 ? { fixed: 'target' as const, currency: 'JPY' } : {}),
      })),
      QUOTED,
    );
    const other = await batchOf(run, [{ minor: 5n }], QUOTED, 'USD');
    const summary = await approvalSummary(ledger, String(run.id));
    expect(summary.largest.map(({ amount, currency }) => `${amount} ${currency}`).slice(0, 4)).toEqual([
      '0.14 EUR',
      '2 JPY',
      '0.05 USD',
      '0.13 EUR',
    ]);
    expect(summary.largest).toHaveLength(10);
    expect(summary).toMatchObject({ payments: 15, comparison: null, newRecipients: { payments: 15 } });
    expect(showApproval(summary, 0)).toContain('  and 5 more');
    expect(new Set(summary.batches.map(({ hash }) => hash)).size).toBe(2);
    expect(summary.batches.map(({ batch: id }) => id).sort()).toEqual([batch.id, other.id].sort());
  });

  it('names each payment to changed bank details, and each one that was released', async () => {
    const merchant = newMerchant();
    await addTestMerchant(ledger, merchant);
    const people: string[] = [];
    for (let i = 0; i < 24; i++) people.push(await addRecipient(ledger, merchant));
    const paid = (to: string) => people.map((recipient) => ({ recipient, to }));
    await batchOf(await runOf(merchant), paid('old'), STARTED);
    const run = await runOf(merchant);
    await batchOf(run, [...paid('new').slice(12), ...paid('old').slice(0, 12)], QUOTED);
    await ledger.tx(async (db) => {
      await db.query('set local session_replication_role = replica');
      await db.query(`update payrun.payment set released_by = 'anna' where run_id = $1`, [run.id]);
    });
    const { changedAccounts, released } = await approvalSummary(ledger, String(run.id));
    expect([changedAccounts.count, changedAccounts.shown.length]).toEqual([12, 12]);
    expect([released.count, released.shown.length]).toEqual([12, 12]);
  });

  it('compares with the last run in the same currencies, otherwise in one of them; never with a rerun', async () => {
    const merchant = newMerchant();
    const both = await runOf(merchant);
    await batchOf(both, [{ minor: 100n }], STARTED, 'EUR');
    await batchOf(both, [{ minor: 100n }], STARTED, 'USD');
    const euros = await runOf(merchant);
    await batchOf(euros, [{ minor: 200n }], STARTED);
    await batchOf(await startTestRun(ledger, { merchant, parent: euros.id }), [{ minor: 300n }], STARTED);
    await batchOf(await runOf(merchant), [{ minor: 300n }], QUOTED);
    const comparedWith = async (...currencies: string[]) => {
      const run = await runOf(merchant);
      for (const currency of currencies) await batchOf(run, [{ minor: 50n }], QUOTED, currency);
      return (await approvalSummary(ledger, String(run.id))).comparison;
    };
    expect(await comparedWith('EUR')).toMatchObject({
      run: String(euros.id),
      totals: { EUR: { difference: '-1.50', percent: '-75.0' } },
    });
    expect((await comparedWith('EUR', 'USD'))?.run).toBe(String(both.id));
    expect(await comparedWith('EUR', 'GBP')).toMatchObject({
      run: String(euros.id),
      totals: { GBP: { lastPayments: 0, percent: null } },
    });
    expect(await comparedWith('JPY')).toBeNull();
  });

  it('is refused for a run that does not wait, or that has no price', async () => {
    const run = await runOf(newMerchant());
    await expect(approvalSummary(ledger, String(run.id))).rejects.toMatchObject({ code: 'not_waiting' });
    await expect(approvalSummary(ledger, randomUUID())).rejects.toMatchObject({ code: 'run_unknown' });
    const batch = await batchOf(run, [{}], QUOTED);
    await moveBatch(ledger.db, batch, 'quoted', { quote: null });
    await expect(approvalSummary(ledger, String(run.id))).rejects.toMatchObject({ code: 'not_waiting' });
  });
});
