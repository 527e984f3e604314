import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  countBatchesAhead,
  getBatch,
  getBatches,
  moveBatch,
  planBatches,
  recountBatch,
  splitBatch,
  voidBatch,
} from '../../../src/ledger/batches/batch.ts';
import type { BatchRow } from '../../../src/ledger/batches/batch-row.ts';
import { updatePaidTwice } from '../../../src/ledger/batches/update-paid-twice.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { lockMerchant } from '../../../src/ledger/merchants/merchant.ts';
import { matchKnownRecipients } from '../../../src/ledger/payments/payment.ts';
import { ejectPayments } from '../../../src/ledger/payments/payments-in-batches.ts';
import { selectPayment } from '../../../src/ledger/views/payment-view.ts';
import { BATCH_MOVES, type BatchState, lawful } from '../../../src/states.ts';
import type { ActiveRun } from '../../../src/step.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';

const REFUSED = { code: 'invalid_field', reason: 'Refused.', state: 'failed' } as const;

import {
  addBatch,
  addPayments,
  addRecipient,
  BATCH_WAYS,
  moveThrough,
  startTestRun,
  type TestPayment,
} from '../../support/test-run.ts';
import { untilWaiting } from '../../support/until-waiting.ts';

const STARTED: readonly BatchState[] = ['creating', 'open', 'quoted', 'approved', 'starting', 'started'];
const STATES = Object.keys(BATCH_MOVES) as BatchState[];

describeDatabases('a batch', (database) => {
  let ledger: Ledger;
  let run: ActiveRun;
  beforeAll(async () => {
    ledger = await database.open();
    run = await startTestRun(ledger);
  });
  const newBatch = (payments: readonly TestPayment[] = [{}]) => addBatch(ledger, run, payments);

  describe('is moved', () => {
    it('never by a move that the table does not have, and then nothing is written', async () => {
      const batch = await newBatch();
      for (const from of STATES) {
        for (const to of STATES.filter((state) => state !== from && !lawful(BATCH_MOVES, from, state))) {
          await expect(
            moveBatch(ledger.db, { ...batch, state: from }, to, { note: 'x' }),
            `${from} to ${to}`,
          ).rejects.toMatchObject({ code: 'illegal_move', details: { kind: 'batch', from, to } });
        }
      }
      expect(await getBatch(ledger.db, batch.id)).toEqual(batch);
    });
    it('only from the expected state: otherwise nothing is written', async () => {
      const seen = await newBatch();
      await moveBatch(ledger.db, seen, 'creating');
      await expect(moveBatch(ledger.db, seen, 'creating', { note: 'late' })).rejects.toMatchObject({
        code: 'fenced',
        details: { run: String(run.id) },
      });
      expect(await getBatch(ledger.db, seen.id)).toMatchObject({ state: 'creating', note: null });
    });
    it('and keeps what is not changed', async () => {
      const opened = await moveThrough(ledger, await newBatch(), 'creating', 'open');
      const noted = await moveBatch(ledger.db, opened, 'open', {
        note: 'a note',
        remoteStatus: 'pending',
        priced: { EUR: '5' },
      });
      const quoted = await moveThrough(ledger, noted, 'quoted');
      expect(quoted).toMatchObject({
        remote_id: opened.remote_id,
        remote_status: 'pending',
        note: 'a note',
        priced: { EUR: '5' },
        quote_expires_at: new Date('2099-01-01T00:00:00Z'),
      });
      const approved = await moveThrough(ledger, quoted, 'approved');
      expect(approved).toMatchObject({ approved_by: 'cleo', quote: quoted.quote });
      expect(
        await moveBatch(ledger.db, approved, 'quoted', { approval: null, quote: null, priced: null, note: null }),
      ).toMatchObject({
        approved_by: null,
        approved_hash: null,
        quote: null,
        quote_expires_at: null,
        priced: null,
        note: null,
      });
    });
    it('and every attempt to start it is counted, and the first one is kept forever', async () => {
      const first = await moveThrough(ledger, await newBatch(), 'creating', 'open', 'quoted', 'approved', 'starting');
      expect(first).toMatchObject({ start_attempts: 1, start_attempted_at: expect.any(Date), started_at: null });
      const second = await moveThrough(ledger, first, 'waiting_funds', 'starting');
      expect(second).toMatchObject({ start_attempts: 2, start_attempted_at: first.start_attempted_at });
      // Staying where it is, to write a note, is no attempt.
      expect(await moveBatch(ledger.db, second, 'starting', { note: 'x' })).toMatchObject({ start_attempts: 2 });
    });
  });

  describe('is refused by the database itself', () => {
    const REFUSED: readonly [name: string, way: readonly BatchState[], change: string, constraint: string][] = [
      [
        'when its maker approves it',
        ['creating', 'open', 'quoted'],
        `approved_by = maker, approved_hash = 'x'`,
        'maker_is_not_approver',
      ],
      ['when an approval has no hash', ['creating', 'open', 'quoted'], `approved_by = 'cleo'`, 'approval_is_whole'],
      ['when it ends after a start was attempted', STARTED.slice(0, 5), `state = 'void'`, 'attempted_is_never_void'],
      ['when it is created again after that', STARTED.slice(0, 5), `state = 'creating'`, 'attempted_is_never_created'],
      ['when it is started again after it was', STARTED, `state = 'starting'`, 'started_is_never_started_again'],
      [
        'when it is started without an approval',
        ['creating', 'open', 'quoted'],
        `state = 'started', start_attempted_at = now()`,
        'started_was_approved',
      ],
      [
        'when it is started without a quote',
        STARTED.slice(0, 4),
        `state = 'started', quote = null, start_attempted_at = now()`,
        'started_was_approved',
      ],
      ['when it is started without an attempt', STARTED.slice(0, 4), `state = 'started'`, 'started_was_approved'],
      ['in a state that there is not', [], `state = 'paid'`, 'batch_state_check'],
    ];
    it.each(REFUSED)('G7: %s', async (_, way, change, constraint) => {
      const batch = await moveThrough(ledger, await newBatch(), ...way);
      await expect(
        ledger.db.query(`update payrun.batch set ${change} where id = $1`, [batch.id]),
      ).rejects.toMatchObject({
        constraint,
      });
    });
    it.each([
      `minor = minor + 1`,
      `currency = 'USD'`,
      `recipient_id = null`,
      `account_fp = null`,
      `reference = 'x'`,
      `paid_account_country = 'FR'`,
    ])('G7: if a payment in it gets another %s', async (change) => {
      const batch = await newBatch();
      await expect(
        ledger.db.query(`update payrun.payment set ${change} where batch_id = $1`, [batch.id]),
      ).rejects.toThrow('is in a batch and cannot change');
    });
  });

  describe('that is split', () => {
    const partsOf = async (ids: readonly string[]) =>
      (
        await ledger.db.query<{ batch_id: string; row: number }>(
          'select batch_id, row from payrun.payment where batch_id = any($1) order by row',
          [ids],
        )
      ).rows;
    it.each([2, 3, 7, 10])(
      'of %i payments: none is lost, none is in both, and counts and sums are right',
      async (n) => {
        const payments = Array.from(
          { length: n },
          (_, i): TestPayment =>
            i % 3 === 2
              ? { fixed: 'target', currency: 'JPY', minor: BigInt(7 * i + 1) }
              : { minor: BigInt(100 * i + 1) },
        );
        const batch = await newBatch(payments);
        const before = await partsOf([batch.id]);
        const id = randomUUID();
        const left = await ledger.tx((db) => splitBatch(db, batch, id));
        const right = await getBatch(ledger.db, id);

        expect([left.payments, right.payments]).toEqual([Math.floor(n / 2), Math.ceil(n / 2)]);
        const after = await partsOf([batch.id, id]);
        expect(after.map(({ row }) => row)).toEqual(before.map(({ row }) => row));
        // The later half, in the order of rows.
        expect(after.map((one) => one.batch_id)).toEqual([
          ...Array(left.payments).fill(batch.id),
          ...Array(right.payments).fill(id),
        ]);
        expect(left.source_minor + right.source_minor).toBe(batch.source_minor);
        const yen = (row: BatchRow) => BigInt(row.target_minor.JPY ?? 0);
        expect(yen(left) + yen(right)).toBe(yen(batch));
        expect(right).toMatchObject({
          state: 'planned',
          currency: 'EUR',
          tag: `payrun-${id}`,
          maker: 'mia',
          remote_id: null,
        });
      },
    );
  });

  it('that is recounted has the sums of the remaining payments, and a started one keeps its own', async () => {
    const batch = await newBatch([{ minor: 100n }, { minor: 20n }, { fixed: 'target', currency: 'JPY', minor: 3n }]);
    expect(batch).toMatchObject({ payments: 3, source_minor: 120n, target_minor: { JPY: '3' } });
    const { rows } = await ledger.db.query<{ id: string }>(
      'select id from payrun.payment where batch_id = $1 order by row',
      [batch.id],
    );
    await ejectPayments(ledger.db, batch.id, [rows[0]!.id, rows[2]!.id], REFUSED);
    expect(await recountBatch(ledger.db, batch.id)).toMatchObject({ payments: 1, source_minor: 20n, target_minor: {} });
    const failed = await ledger.db.query(
      'select state, batch_id, reason_code, reason from payrun.payment where id = $1',
      [rows[0]!.id],
    );
    expect(failed.rows).toEqual([
      { state: 'failed', batch_id: null, reason_code: 'invalid_field', reason: 'Refused.' },
    ]);

    const started = await moveThrough(ledger, await newBatch(), ...STARTED);
    expect(await recountBatch(ledger.db, started.id)).toBeUndefined();
  });

  it('that was started releases no payment', async () => {
    const started = await moveThrough(ledger, await newBatch([{}, {}]), ...STARTED);
    const states = async () =>
      (await ledger.db.query(`select id, state from payrun.payment where batch_id = $1`, [started.id])).rows;
    const before = await states();
    await ejectPayments(
      ledger.db,
      started.id,
      before.map(({ id }) => String(id)),
      REFUSED,
    );
    expect(await states()).toEqual(before);
    await expect(ledger.tx((db) => voidBatch(db, started, 'x'))).rejects.toMatchObject({ code: 'illegal_move' });
    expect(await states()).toEqual(before);
  });

  it('that ends makes its payments ready for another one', async () => {
    const batch = await newBatch([{}, {}]);
    await ledger.tx((db) => voidBatch(db, batch, 'Rejected.'));
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'void', note: 'Rejected.' });
    const { rows } = await ledger.db.query(
      `select count(*)::int as n from payrun.payment where batch_id is null and state = 'ready' and run_id = $1`,
      [run.id],
    );
    expect(rows).toEqual([{ n: 2 }]);
  });
});

describeDatabases('the plan', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });
  const ready = async (payments: readonly TestPayment[]) => {
    const run = await startTestRun(ledger);
    const recipient = await addRecipient(ledger, run.merchant);
    await addPayments(
      ledger,
      run,
      payments.map((one) => ({ state: 'ready' as const, recipient, ...one })),
    );
    return run;
  };
  const plan = (run: ActiveRun, limit: number) => ledger.tx((db) => planBatches(db, run.id, limit, randomUUID));

  it('has a batch for each debit currency, split if one would be too large', async () => {
    const run = await ready([
      { minor: 1n },
      { currency: 'USD', minor: 20n },
      { minor: 2n },
      { minor: 4n },
      // What arrives is in yen, but the balance in EUR pays.
      { fixed: 'target', currency: 'JPY', minor: 500n },
      { minor: 8n },
    ]);
    const batches = await plan(run, 2);
    expect(
      batches.map(({ currency, payments, source_minor, target_minor }) => [
        currency,
        payments,
        source_minor,
        target_minor,
      ]),
    ).toEqual([
      ['EUR', 2, 3n, {}],
      ['EUR', 2, 4n, { JPY: '500' }],
      ['EUR', 1, 8n, {}],
      ['USD', 1, 20n, {}],
    ]);
    expect(batches.every(({ tag, id, maker }) => tag === `payrun-${id}` && maker === 'mia')).toBe(true);
    expect(await getBatches(ledger.db, run.id, 'planned')).toHaveLength(4);
    // Running it again does nothing to what is planned.
    expect(await plan(run, 2)).toEqual([]);
  });
  it('G2: assigns recipients whom the service has as their rows name them, and no other', async () => {
    const run = await startTestRun(ledger);
    for (const key of ['same', 'moved', 'email', 'released']) await addRecipient(ledger, run.merchant, key);
    const change = (who: string, change: string) =>
      ledger.db.query(`update payrun.recipient set ${change} where merchant_id = $1 and key_fp = $2`, [
        run.merchant,
        ledger.vault.fingerprint('test', who),
      ]);
    await change('email', `email_fp = key_fp, key_fp = '\\x01'`);
    const known = { state: 'ready' as const, profile: '' };
    const ids = await addPayments(ledger, run, [
      { ...known, recipientKey: 'same' },
      { ...known, recipientKey: 'moved' },
      { ...known, recipientKey: 'email' },
      { ...known, recipientKey: 'released' },
      { ...known, recipientKey: 'nobody' },
    ]);
    await ledger.db.query(`update payrun.payment set profile_fp = null where run_id = $1`, [run.id]);
    await ledger.db.query(`update payrun.payment set released_by = 'carla', account_fp = '\\x02' where id = $1`, [
      ids[3],
    ]);
    expect(await matchKnownRecipients(ledger.db, run.id)).toBe(2);
    await ledger.db.query('update payrun.payment set recipient_id = null where run_id = $1', [run.id]);
    // Another run changes the account after the recipients were found known.
    await change('moved', `account_fp = '\\x03'`);
    const [batch, ...more] = await plan(run, 10);
    expect([batch!.payments, more]).toEqual([2, []]);
    expect(await getBatches(ledger.db, run.id)).toHaveLength(1);
    const { rows } = await ledger.db.query(
      `select p.state, p.batch_id is not null as planned, p.reason_code as code, r.remote_id = p.paid_recipient_remote_id as "isTheirs"
       from payrun.payment p left join payrun.recipient r on r.id = p.recipient_id where p.run_id = $1 order by p.row`,
      [run.id],
    );
    const left = { state: 'ready', planned: false, code: null, isTheirs: null };
    expect(rows).toEqual([
      { state: 'batched', planned: true, code: null, isTheirs: true },
      { state: 'held', planned: false, code: 'account_conflict', isTheirs: null },
      { state: 'batched', planned: true, code: null, isTheirs: true },
      left,
      left,
    ]);
  });
  it('omits payments that cannot be paid', async () => {
    const run = await ready([{ state: 'held' }, { state: 'canceled' }, { state: 'failed' }]);
    await addPayments(ledger, run, [{ state: 'ready' }]);
    expect(await plan(run, 10)).toEqual([]);
  });
  it.each([
    ['where it is known', 'DE', 'of theirs', 'DE'],
    ['not that of an account which they had before', 'DE', 'of another', null],
    ['none where no one knows', null, null, null],
    ['no word that is no country', 'x'.repeat(3_000), 'of theirs', null],
  ])('G6: stores with a payment the country of its account, %s', async (_, country, of, kept) => {
    const run = await startTestRun(ledger);
    const recipient = await addRecipient(ledger, run.merchant);
    const accountIn = (text: string | null) =>
      ledger.db.query(
        `update payrun.recipient set account_country = $2, account_country_of = case $3 when 'of theirs' then account_remote_id else $3 end
         where id = $1`,
        [recipient, text, of],
      );
    await accountIn(country);
    await addPayments(ledger, run, [{ state: 'ready', recipient }]);
    const [batch] = await plan(run, 10);
    const keptOf = async () =>
      (
        await ledger.db.query('select paid_account_country as country from payrun.payment where batch_id = $1', [
          batch!.id,
        ])
      ).rows;
    expect(await keptOf()).toEqual([{ country: kept }]);
    // Where they are paid next says nothing of what was paid.
    await accountIn('MX');
    expect(await keptOf()).toEqual([{ country: kept }]);
  });
  it('is estimated in advance, batch by batch', async () => {
    const run = await ready([{}, {}, {}, {}, {}, { currency: 'USD' }]);
    const ahead = async (limit: number) => [...(await countBatchesAhead(ledger.db, run.id, limit))].sort();
    expect([await ahead(2), await ahead(10)]).toEqual([
      [1, 1, 2, 2],
      [1, 5],
    ]);
    await plan(run, 2);
    expect(await ahead(2)).toEqual([1, 1, 2, 2]);
  });
});

describeDatabases('payments that were found to be paid in addition to another one', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  /** Two paid payments of a reference in two runs: the earlier one was found later. */
  async function twoPaid(reference: string, code = 'paid_after_all') {
    const paid = `update payrun.payment set state = 'processed', reason_code = $2, reason = 'So.', paid_beside = $3 where run_id = $1`;
    const runs: ActiveRun[] = [];
    for (const beside of [1, 0]) {
      const run = await startTestRun(ledger);
      await addBatch(ledger, run, [{ reference }]);
      await pastRules(ledger, paid, [run.id, code, beside]);
      runs.push(run);
    }
    return runs as [ActiveRun, ActiveRun];
  }
  const stateOf = async ({ id }: ActiveRun) =>
    (await ledger.db.query('select state, reason_code from payrun.payment where run_id = $1', [id])).rows;
  const twice = [{ state: 'discrepancy', reason_code: 'paid_twice' }];

  it('are said to be paid twice if a user confirmed one as paid, and otherwise stay as confirmed', async () => {
    const [earlier, later] = await twoPaid('CONFIRMED', 'resolved');
    expect(await updatePaidTwice(ledger, earlier.merchant, new Date())).toEqual([earlier.id]);
    expect([await stateOf(earlier), await stateOf(later)]).toEqual([
      twice,
      [{ state: 'processed', reason_code: 'resolved' }],
    ]);
    const [alone, failed] = await twoPaid('CONFIRMED-ALONE', 'resolved');
    await pastRules(ledger, `update payrun.payment set state = 'failed' where run_id = $1`, [failed.id]);
    expect(await updatePaidTwice(ledger, alone.merchant, new Date())).toEqual([]);
    expect(await stateOf(alone)).toEqual([{ state: 'processed', reason_code: 'resolved' }]);
  });

  const ALONE = [{ state: 'processed', reason_code: 'paid_after_all' }];
  it.each<[what: string, way: BatchState, state: string, isTwice: string | null]>([
    ['is paid', 'settled', 'processed', 'paid_twice'],
    ['is being paid', 'started', 'batched', 'being_paid_twice'],
    ['was not sent', 'approved', 'batched', null],
    ['awaits funds', 'waiting_funds', 'batched', null],
    ['awaits an approval in the payout service', 'awaiting_service_approval', 'batched', null],
    ['is unconfirmed', 'unknown', 'batched', null],
    ['failed', 'settled', 'failed', null],
    ['came back', 'settled', 'returned', null],
  ])('G1, G8: are said to be paid twice only if they are: the other one %s', async (what, way, state, isTwice) => {
    const [earlier, later] = await twoPaid(what.toUpperCase());
    await pastRules(ledger, `update payrun.payment set state = 'batched' where run_id = $1`, [later.id]);
    const [batch] = await getBatches(ledger.db, later.id);
    await moveThrough(ledger, batch!, ...BATCH_WAYS[way]);
    await pastRules(ledger, 'update payrun.payment set state = $2 where run_id = $1', [later.id, state]);
    await updatePaidTwice(ledger, earlier.merchant, new Date());
    const becomes = isTwice === null ? ALONE : [{ state: 'discrepancy', reason_code: isTwice }];
    expect(await stateOf(earlier)).toEqual(becomes);
    // What becomes of the other one is followed.
    await pastRules(ledger, `update payrun.payment set state = 'returned' where run_id = $1`, [later.id]);
    await updatePaidTwice(ledger, earlier.merchant, new Date());
    expect(await stateOf(earlier)).toEqual(ALONE);
  });

  it.skipIf(database.kind === 'embedded')('is followed while a process has its run: no one waits forever', async () => {
    const [earlier] = await twoPaid('BESIDE');
    const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // As a process does that has its run.
    const process = ledger.tx(async (db) => {
      await db.query('select 1 from payrun.run where id = $1 for no key update', [earlier.id]);
      held.resolve();
      await goOn.promise;
      await lockMerchant(db, earlier.merchant);
    });
    await held.promise;
    const both = Promise.all([updatePaidTwice(ledger, earlier.merchant, new Date()), process]);
    await untilWaiting(ledger.db);
    goOn.resolve();
    const [followed] = await both;
    expect(followed).toEqual([earlier.id]);
    expect(await stateOf(earlier)).toEqual(twice);
  });
});

describeDatabases('a payment in an unconfirmed batch', (database) => {
  it.each<[string, BatchState[], string, string]>([
    ['that differs from the plan', ['creating', 'unknown'], 'open', 'Correct the batch in the payout service'],
    ['whose start was attempted', [...STARTED, 'unknown'], 'open', 'Do not pay it another way until its outcome'],
    ['that is gone', [...STARTED, 'unknown'], 'gone', 'Do not pay it another way until its outcome'],
    ['of which nothing is known', ['creating', 'unknown'], 'unreadable', 'Do not pay it another way until its outcome'],
  ])('%s says what to do', async (_, way, status, says) => {
    const ledger = await database.open();
    const batch = await addBatch(ledger, await startTestRun(ledger), [{}]);
    await moveThrough(ledger, batch, ...way);
    const set = 'update payrun.batch set note = $2, remote_status = $3 where id = $1';
    await ledger.db.query(set, [batch.id, 'It is odd.', status]);
    const { rows } = await ledger.db.query<{ id: string }>('select id from payrun.payment where batch_id = $1', [
      batch.id,
    ]);
    expect((await selectPayment(ledger.db, null, rows[0]!.id))!.reason).toContain(`It is odd. ${says}`);
  });
});
