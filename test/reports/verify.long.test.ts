import { beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';

const TABLES = ['payment', 'batch', 'event', 'event_head'];

describeDatabases('payrun verify', (database) => {
  const payroll = testPayroll(database);
  let ledger: Ledger;
  /** The batches of both runs, by the run and the currency. */
  const batches = new Map<string, string>();

  beforeAll(async () => {
    // Rows 2 to 7, of which row 7 is invalid: 101.25, 103.25 and 105.25 EUR, 102.25 and 104.25 USD.
    const lines = people(6, (n) => ({ currency: n % 2 ? 'EUR' : 'USD', ...(n === 6 ? { iban: 'DE00' } : {}) }));
    await payroll.pay(payroll.sheet('june.csv', sheetOf(lines)));
    await payroll.pay(
      payroll.sheet('july.csv', sheetOf(people(2, (n) => ({ reference: `JULY-${n}`, amount: `5${n}.00` })))),
    );
    ({ ledger } = await payroll.appContext());
    const { rows } = await ledger.db.query<{ id: string; name: string }>(
      `select id, concat(run_id, '-', currency) as name from payrun.batch`,
    );
    for (const { id, name } of rows) batches.set(name, id);
    await asSuperuser(
      // By now everybody has another account: what was paid and approved before stays what it was.
      `update payrun.recipient set account_fp = sha256('another'), account_remote_id = 'A-another' || id`,
      'create schema kept',
      ...TABLES.map((table) => `create table kept.${table} as select * from payrun.${table}`),
    );
  });

  /** Changes the tables past every trigger and foreign key, as someone with the database's password could. */
  const asSuperuser = (...statements: readonly string[]) =>
    ledger.tx(async (db) => {
      await db.query('set local session_replication_role = replica');
      for (const sql of statements) await db.query(sql);
    });
  const restore = () =>
    asSuperuser(
      ...TABLES.flatMap((table) => [
        `delete from payrun.${table}`,
        `insert into payrun.${table} select * from kept.${table}`,
      ]),
    );
  const found = async () =>
    (await verifyLedger({ ledger })).findings.map(({ guarantee, what }) =>
      [...batches].reduce((text, [name, id]) => text.replaceAll(id, name), `${guarantee} ${what}`),
    );

  it('reports nothing about paid sheets, and that it checked all of them', async () => {
    const { checked, findings } = await verifyLedger({ ledger });
    expect(findings).toEqual([]);
    const counts = Object.fromEntries(checked.map(({ what, count }) => [what, count]));
    expect(counts).toMatchObject({
      'a started batch has its remote id, its quote and its payments, to the cent': 3,
      'rows in = rows by state, for every run': 2,
      'every row is as it was imported with its sheet': 8,
      'what was approved is what is paid': 3,
    });
    // Sheets of several merchants, sheets of recipients, and rows that someone corrected have tests of their own.
    const looked = checked.filter(
      ({ what }) => !/paid twice|several merchants|rows of recipients|did not type|sealed for its own/.test(what),
    );
    expect(looked.every(({ count }) => count > 0)).toBe(true);
  });

  it('checks one run only if it is named, and refuses an unknown one', async () => {
    const { checked } = await verifyLedger({ ledger }, { run: '2' });
    expect(checked.find(({ what }) => what.startsWith('every row is as it was imported'))?.count).toBe(2);
    await expect(verifyLedger({ ledger }, { run: '99' })).rejects.toMatchObject({ code: 'run_unknown' });
  });

  const TAMPERINGS: readonly {
    readonly name: string;
    readonly statements: readonly string[];
    /** A batch is named by its run and currency. */
    readonly finds: readonly string[];
    readonly undo?: readonly string[];
  }[] = [
    {
      name: 'an event that was changed',
      statements: [
        `update payrun.event set data = data || '{"merchant": "other"}' where chain = 'run-1' and kind = 'run_created'`,
      ],
      finds: ['G6 Run 1: event 1 of its audit was changed.'],
    },
    {
      name: 'the end of an audit that was cut off',
      statements: [
        `delete from payrun.event where chain = 'run-2' and seq = (select max(seq) from payrun.event where chain = 'run-2')`,
      ],
      finds: [
        'G6 Batch 2-EUR of run 2: it is recorded as settled, but the audit log has no such event.',
        expect.stringMatching(/^G6 Run 2: event \d+ of its audit was removed\.$/),
      ],
    },
    {
      name: 'an audit that was removed as a whole',
      statements: [
        `delete from payrun.event where chain = 'run-2'`,
        `delete from payrun.event_head where chain = 'run-2'`,
      ],
      finds: [
        'G1 Batch 2-EUR of run 2: it was started before its start was recorded.',
        'G6 Run 2: it has no events in the audit log.',
        'G6 Run 2: its rows were imported, but the audit log has no such event.',
        'G6 Batch 2-EUR of run 2: it is recorded as settled, but the audit log has no such event.',
        'G6 Batch 2-EUR of run 2: it is recorded as started, but the audit log has no such event.',
        'G6 Batch 2-EUR of run 2: the audit log has no event for its planning.',
        'G6 Batch 2-EUR of run 2: it is recorded as approved, but the audit log has no such event.',
      ],
    },
    {
      name: 'a payment that was removed',
      statements: ['delete from payrun.payment where run_id = 1 and row = 4'],
      finds: [
        'G2 Batch 1-EUR of run 1: it was started for 309.75 EUR, but its payments total 206.50 EUR.',
        'G2 Batch 1-EUR of run 1: it was started with 3 payments, but now has 2.',
        'G4 Run 1: 6 rows were imported, but the ledger has 5: 1 invalid, 4 processed.',
        'G4 Run 1: 309.75 EUR in 3 rows were imported, but the ledger has 206.50 EUR in 2 rows.',
        'G4 Row 4 of run 1: it was imported, but its payment is missing.',
        'G7 Batch 1-EUR of run 1: its payments, their accounts or its quote are not what policy:auto approved.',
      ],
    },
    {
      name: 'an invalid row that was removed',
      statements: ['delete from payrun.payment where run_id = 1 and row = 7'],
      finds: [
        'G4 Run 1: 6 rows were imported, but the ledger has 5: 5 processed.',
        'G8 Run 1: its status is partly_paid, but by its payments and batches it should be paid.',
        'G4 Row 7 of run 1: it was imported, but its payment is missing.',
      ],
    },
    {
      name: 'a payment that was added',
      statements: [
        `insert into payrun.payment (id, run_id, merchant_id, row, state, row_sealed)
         select gen_random_uuid(), run_id, merchant_id, 9, 'invalid', row_sealed from payrun.payment where run_id = 1 and row = 7`,
      ],
      finds: [
        'G4 Run 1: 6 rows were imported, but the ledger has 7: 2 invalid, 5 processed.',
        'G6 Row 9 of run 1: its payment was added after the sheet was imported.',
        'G6 Row 9 of run 1: its sealed row cannot be opened: the row or the payment ID was changed.',
      ],
    },
    {
      name: 'an amount that was changed',
      statements: ['update payrun.payment set minor = minor + 1 where run_id = 1 and row = 4'],
      finds: [
        'G2 Batch 1-EUR of run 1: it was started for 309.75 EUR, but its payments total 309.76 EUR.',
        'G4 Run 1: 309.75 EUR in 3 rows were imported, but the ledger has 309.76 EUR in 3 rows.',
        'G6 Row 4 of run 1: its amount was changed to 103.26 EUR after the import.',
        'G7 Batch 1-EUR of run 1: its payments, their accounts or its quote are not what policy:auto approved.',
      ],
    },
    {
      name: 'a reference that was paid twice, without a word about it',
      statements: [`update payrun.payment set reference = 'REF-1', paid_beside = 1 where run_id = 1 and row = 4`],
      finds: [
        'G1 Row 4 of run 1: reference REF-1 was paid in this row and in row 2 of run 1, but was not reported.',
        'G6 Row 4 of run 1: its reference was changed after the import.',
        'G7 Batch 1-EUR of run 1: its payments, their accounts or its quote are not what policy:auto approved.',
      ],
    },
    {
      name: 'a reference that is there twice',
      statements: [
        'drop index payrun.payment_live_reference',
        `update payrun.payment set reference = 'REF-1' where run_id = 1 and row = 4`,
      ],
      finds: [
        'G1 Row 4 of run 1: reference REF-1 is live in this row and in row 2 of run 1, so it could be paid twice.',
        'G6 Row 4 of run 1: its reference was changed after the import.',
        'G7 Batch 1-EUR of run 1: its payments, their accounts or its quote are not what policy:auto approved.',
      ],
      undo: [
        `create unique index payment_live_reference on payrun.payment_row (merchant_id, reference)
           where state in ('ready', 'batched', 'processed', 'unknown')`,
      ],
    },
    {
      name: 'a payment that was taken out of a started batch, to be paid again',
      statements: [`update payrun.payment set state = 'ready', batch_id = null where run_id = 1 and row = 4`],
      finds: [
        'G2 Batch 1-EUR of run 1: it was started for 309.75 EUR, but its payments total 206.50 EUR.',
        'G2 Batch 1-EUR of run 1: it was started with 3 payments, but now has 2.',
        'G4 Row 4 of run 1: it is still to be paid, but its run is done.',
        'G8 Run 1: its status is partly_paid, but by its payments and batches it should be preparing.',
        'G7 Batch 1-EUR of run 1: its payments, their accounts or its quote are not what policy:auto approved.',
      ],
    },
    {
      name: 'a payment that is ready in a started batch',
      statements: [`update payrun.payment set state = 'ready' where run_id = 1 and row = 4`],
      finds: [
        'G1 Row 4 of run 1: it is ready, but its batch was started, so it could be put in another batch.',
        'G4 Row 4 of run 1: it is still to be paid, but its run is done.',
        'G8 Run 1: its status is partly_paid, but by its payments and batches it should be preparing.',
      ],
    },
    {
      name: 'a payment that no one follows any more',
      statements: [`update payrun.payment set state = 'batched' where run_id = 1 and row = 4`],
      finds: ['G4 Row 4 of run 1: its batch is settled, but its own outcome was never reported.'],
    },
    {
      name: "a batch's total that was changed",
      statements: [`update payrun.batch set source_minor = source_minor + 100 where run_id = 1 and currency = 'EUR'`],
      finds: [
        'G2 Batch 1-EUR of run 1: it was started for 310.75 EUR, but its payments total 309.75 EUR.',
        'G2 Batch 1-EUR of run 1: its quote is for 309.75 EUR, but it was started for 310.75 EUR.',
        'G6 Batch 1-EUR of run 1: it was planned with 3 payments for 309.75 EUR, but has 3 for 310.75 EUR.',
      ],
    },
    {
      name: 'a quote that was changed',
      statements: [
        `update payrun.batch set quote = jsonb_set(quote, '{feesMinor}', '"1"') where run_id = 1 and currency = 'USD'`,
      ],
      finds: [
        'G6 Batch 1-USD of run 1: its quote is not the approved one.',
        'G7 Batch 1-USD of run 1: its payments, their accounts or its quote are not what policy:auto approved.',
      ],
    },
    {
      name: 'a started batch that is recorded as only approved, to be started again',
      statements: [
        `update payrun.batch set state = 'approved', started_at = null, start_attempted_at = null where run_id = 1 and currency = 'EUR'`,
      ],
      finds: [
        ...[2, 4, 6].map(
          (row) => `G1 Row ${row} of run 1: it is processed, but its batch is approved and was never started.`,
        ),
        'G8 Run 1: its status is partly_paid, but by its payments and batches it should be approved.',
        'G6 Batch 1-EUR of run 1: the audit log says that it was started, but it is recorded as approved.',
      ],
    },
    {
      name: 'a started batch that is recorded as void',
      statements: [
        'alter table payrun.batch drop constraint attempted_is_never_void',
        `update payrun.batch set state = 'void', started_at = null where run_id = 1 and currency = 'USD'`,
      ],
      finds: [
        ...[3, 5].map((row) => `G1 Row ${row} of run 1: it is processed in a batch that is void.`),
        'G1 Batch 1-USD of run 1: it is void although its start was attempted, so the service may still send it.',
        'G6 Batch 1-USD of run 1: the audit log says that it was started, but it is recorded as void.',
      ],
      undo: [
        `alter table payrun.batch add constraint attempted_is_never_void check (state <> 'void' or start_attempted_at is null)`,
      ],
    },
    {
      name: 'an approver who is the maker',
      statements: [
        'alter table payrun.batch drop constraint maker_is_not_approver',
        `update payrun.batch set approved_by = maker where run_id = 1 and currency = 'EUR'`,
      ],
      finds: [
        'G6 Batch 1-EUR of run 1: the audit log says that policy:auto approved it, but it is recorded as approved by mia.',
        'G7 Batch 1-EUR of run 1: it was submitted and approved by mia.',
      ],
      undo: [
        'alter table payrun.batch add constraint maker_is_not_approver check (payrun.name_key(approved_by) <> payrun.name_key(maker))',
      ],
    },
    {
      name: 'an approver who typed bank details that it pays',
      statements: [
        `insert into payrun.account_author (run_id, payment_id, name)
         select run_id, id, 'Policy:AUTO' from payrun.payment where run_id = 1 and row = 3`,
      ],
      finds: ['G7 Row 3 of run 1: Policy:AUTO entered its bank details and approved it.'],
      undo: ['delete from payrun.account_author'],
    },
    {
      name: 'bank details that were changed on the payment',
      statements: [`update payrun.payment set account_fp = sha256('x') where run_id = 1 and row = 3`],
      finds: [
        'G7 Row 3 of run 1: its batch pays an account other than the one in the row.',
        'G6 Row 3 of run 1: its bank details were changed after the import.',
      ],
    },
    {
      name: 'the account that was paid',
      statements: [`update payrun.payment set paid_account_fp = sha256('x') where run_id = 1 and row = 3`],
      finds: [
        'G7 Row 3 of run 1: its batch pays an account other than the one in the row.',
        'G7 Batch 1-USD of run 1: its payments, their accounts or its quote are not what policy:auto approved.',
      ],
    },
    {
      name: 'a sealed row of another payment',
      statements: [
        `update payrun.payment set reference = 'X', row_sealed = (select row_sealed from payrun.payment where run_id = 1 and row = 2)
         where run_id = 1 and row = 7`,
      ],
      finds: ['G6 Row 7 of run 1: its sealed row cannot be opened: the row or the payment ID was changed.'],
    },
  ];
  it.each(TAMPERINGS)('G4: finds $name, and nothing else', async ({ statements, finds, undo = [] }) => {
    await asSuperuser(...statements);
    try {
      expect(await found()).toEqual(finds);
    } finally {
      await restore();
      if (undo.length > 0) await asSuperuser(...undo);
    }
    expect(await found()).toEqual([]);
  });

  it('with --remote reports nothing if the service equals the ledger', async () => {
    const appContext = await payroll.appContext();
    const { checked, findings } = await verifyLedger(appContext, { remote: true });
    expect(findings).toEqual([]);
    expect(checked.slice(-5).map(({ count }) => count)).toEqual([3, 7, 7, 7, 3]);
  });

  it.each([
    ['its tags don’t name an installation', () => []],
    ['created by another installation', () => ['payrun:ledger:0123456789ABCDEF']],
    [
      'created by this ledger before it was restored, or by a copy',
      (identity: string) => [`payrun:ledger:${identity}`],
    ],
  ])('with --remote finds a batch (%s), and leaves it', async (madeBy, tagsOf) => {
    const appContext = await payroll.appContext();
    const service = await appContext.service(appContext.defaultMerchant);
    const tags = ['payrun-lost', ...tagsOf(appContext.ledger.identity)];
    const { batch } = await service.call('createBatch', { body: { sourceCurrency: 'EUR', tags } });
    try {
      const { findings } = await verifyLedger(appContext, { remote: true });
      expect(findings.map(({ what }) => what)).toEqual([
        `A batch of merchant default in the service (${batch.id}, open) is not in the ledger (tag payrun-lost, ${madeBy}), and it makes no payments unless it is sent.`,
      ]);
      expect((await verifyLedger(appContext, { run: '1', remote: true })).findings).toEqual([]);
      expect((await payroll.ledger()).batches.map(({ id }) => id)).toContain(batch.id);
    } finally {
      await service.call('deleteBatch', { params: { id: batch.id } });
    }
  });

  it('with --remote finds a payment whose recipient or amount is another in the service', async () => {
    const appContext = await payroll.appContext();
    await asSuperuser(
      'update payrun.payment set minor = minor + 1 where run_id = 1 and row = 4',
      `update payrun.payment set paid_recipient_remote_id = 'R-another' where run_id = 1 and row = 3`,
    );
    const { findings } = await verifyLedger(appContext, { remote: true }).finally(restore);
    expect(findings.map(({ what }) => what).filter((what) => what.includes('service'))).toEqual(
      expect.arrayContaining([
        'Row 4 of run 1: its amount is 103.26 EUR in Payrun and 103.25 EUR in the service.',
        expect.stringMatching(
          /^Row 3 of run 1: the payout service pays it to a different recipient \(R-\S+\) from the one ordered \(R-another\)\.$/,
        ),
      ]),
    );
  });

  it('with --remote finds a payment that the service paid to another account, and names its row', async () => {
    const appContext = await payroll.appContext();
    await asSuperuser(`update payrun.payment set paid_account_remote_id = 'A-meant' where run_id = 1 and row = 4`);
    const { findings } = await verifyLedger(appContext, { remote: true }).finally(restore);
    expect(findings.filter(({ what }) => what.includes('service'))).toMatchObject([
      {
        guarantee: 'G2',
        run: '1',
        row: 4,
        what: expect.stringMatching(
          /^Row 4 of run 1: the payout service pays it to a different account \(A-\S+\) from the one ordered \(A-meant\)\.$/,
        ),
      },
    ]);
  });

  const UNTOLD: readonly [where: string, seen: (answer: string) => string, sql: string | null, details: number][] = [
    [
      'the service does not show where it paid',
      (answer) => answer.replaceAll(/"account":\{[^}]*\}/g, '"account":null'),
      `update payrun.payment set paid_account_remote_id = 'A-meant'`,
      0,
    ],
    [
      'only the service knows the account',
      (answer) => answer,
      'update payrun.payment set paid_account_remote_id = null',
      7,
    ],
    [
      'the service shows the account that the recipient has got here since',
      (answer) =>
        answer.replaceAll(
          /("account":\{"id":)"[^"]*","recipientAccountId":"[^"]*"/g,
          '$1"A-since","recipientAccountId":"A-since"',
        ),
      null,
      0,
    ],
  ];
  /** What the service answers, as someone sees it who changes it on the way. */
  const seenAs =
    (seen: (answer: string) => string): typeof fetch =>
    async (input, init) => {
      const answer = await fetch(input, init);
      return new Response(seen(await answer.text()), { status: answer.status, headers: answer.headers });
    };
  it.each(UNTOLD)(
    'with --remote reports nothing about accounts, and counts none, if %s',
    async (_, seen, sql, details) => {
      const appContext = await payroll.appContext({}, seenAs(seen));
      await asSuperuser(sql ?? `update payrun.recipient set account_remote_id = 'A-since'`);
      const { checked, findings } = await verifyLedger(appContext, { remote: true }).finally(() =>
        sql ? restore() : asSuperuser(`update payrun.recipient set account_remote_id = 'A-another' || id`),
      );
      expect(findings.filter(({ what }) => what.includes('service'))).toEqual([]);
      expect(checked.slice(-5).map(({ count }) => count)).toEqual([3, 7, 0, details, 3]);
    },
  );

  it('G3: with --remote finds other bank details under the same account id, and says once they are purged that nothing can be compared', async () => {
    const holder = /"accountHolderName":"First[^"]*"/g;
    const appContext = await payroll.appContext(
      {},
      seenAs((answer) => answer.replaceAll(holder, '"accountHolderName":"Eve Fox"')),
    );
    const { findings, rowsRemoved } = await verifyLedger(appContext, { run: '2', remote: true });
    expect([findings.map(({ what }) => what), rowsRemoved]).toEqual([
      [2, 3].map(
        (row) =>
          `Row ${row} of run 2: the payout service pays it to a different account from the one ordered, which differs from the row in the account holder.`,
      ),
      0,
    ]);
    await asSuperuser(`update payrun.payment set row_sealed = '' where run_id = 2`);
    const after = await verifyLedger(appContext, { run: '2', remote: true }).finally(restore);
    expect(after.findings.filter(({ what }) => what.includes('service'))).toEqual([]);
    expect([after.rowsRemoved, after.checked.at(-2)!.count]).toEqual([2, 0]);
  });

  it.each([
    ['failed', 'G1', 'its state is failed in Payrun and processed in the service: a retry would pay it twice.'],
    ['returned', 'G4', 'its state is returned in Payrun and processed in the service.'],
    ['unknown', 'G4', 'its state is unknown in Payrun and processed in the service.'],
  ])('G4: with --remote finds a payment that is %s in Payrun and paid there', async (state, guarantee, what) => {
    const appContext = await payroll.appContext();
    await asSuperuser(`update payrun.payment set state = '${state}' where run_id = 1 and row = 4`);
    const { findings } = await verifyLedger(appContext, { remote: true }).finally(restore);
    expect(findings).toContainEqual(expect.objectContaining({ guarantee, what: `Row 4 of run 1: ${what}` }));
  });

  it.each(['failed', 'returned'])(
    'G3: with --remote finds a payment that is paid in Payrun and %s there',
    async (status) => {
      const seen = (answer: string) => answer.replaceAll('"status":"processed"', `"status":"${status}"`);
      const { findings } = await verifyLedger(await payroll.appContext({}, seenAs(seen)), { run: '2', remote: true });
      expect(findings.map(({ what }) => what)).toEqual([
        `Row 2 of run 2: its state is processed in Payrun and ${status} in the service.`,
        `Row 3 of run 2: its state is processed in Payrun and ${status} in the service.`,
      ]);
    },
  );

  it('with --remote finds a batch that is settled in Payrun and not begun there', async () => {
    const seen = (answer: string) => answer.replaceAll('"status":"complete"', '"status":"awaiting_approval"');
    const { findings } = await verifyLedger(await payroll.appContext({}, seenAs(seen)), { run: '2', remote: true });
    expect(findings.map(({ what }) => what)).toEqual([
      expect.stringMatching(
        /^Batch \S+ of run 2: Payrun recorded it as started, but the payout service has not started it \(awaiting_approval\)\.$/,
      ),
    ]);
  });

  it('G3: with --remote checks every merchant, even one that has paid nobody, and names those that could not be compared', async () => {
    const appContext = await payroll.appContext();
    await ledger.db.query(
      `insert into payrun.merchant (id, environment, country, access_fp) values ('keyless', 'sandbox', 'US', '\\x02')`,
    );
    const { checked, findings, notCompared } = await verifyLedger(appContext, { remote: true });
    await ledger.db.query(`delete from payrun.merchant where id = 'keyless'`);
    expect(findings).toEqual([]);
    expect(notCompared).toMatchObject([{ merchant: 'keyless', exitCode: 2 }]);
    expect(checked.at(-1)!.count).toBe(3);
  });

  it('with --remote finds batches that the service lost', async () => {
    const appContext = await payroll.appContext();
    await payroll.control('reset', {});
    const { findings } = await verifyLedger(appContext, { remote: true });
    expect(findings.map(({ guarantee, batch }) => [guarantee, batch])).toEqual(
      expect.arrayContaining([
        ['G4', batches.get('1-EUR')],
        ['G4', batches.get('1-USD')],
      ]),
    );
    expect(findings).toHaveLength(3);
    expect(findings[0]!.what).toMatch(/^Batch \S+ of run 1: the payout service no longer has it \(B-\S+\)\.$/);
  });
});
