import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BatchRow } from '../../../src/ledger/batches/batch-row.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import {
  countOpenPayments,
  markUnlisted,
  type PaymentOutcome,
  recordOutcomes,
} from '../../../src/ledger/payments/payment-outcome.ts';
import type { ActiveRun } from '../../../src/step.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { addBatch, moveThrough, startTestRun } from '../../support/test-run.ts';

type Said = PaymentOutcome['state'];
type State = Said | 'unknown' | 'canceled';

describeDatabases('the reported outcome of a payment', (database) => {
  let ledger: Ledger;
  let run: ActiveRun;
  beforeAll(async () => {
    ledger = await database.open();
    run = await startTestRun(ledger);
  });
  /** A started batch of so many payments, and their ids in the order of rows. */
  const started = async (count: number): Promise<{ batch: BatchRow; ids: string[] }> => {
    const payments = Array.from({ length: count }, () => ({}));
    const batch = await moveThrough(
      ledger,
      await addBatch(ledger, run, payments),
      'creating',
      'open',
      'quoted',
      'approved',
      'starting',
      'started',
    );
    const { rows } = await ledger.db.query<{ id: string }>(
      'select id from payrun.payment where batch_id = $1 order by row',
      [batch.id],
    );
    return { batch, ids: rows.map(({ id }) => id) };
  };
  const outcome = (id: string, state: Said, more: Partial<PaymentOutcome> = {}): PaymentOutcome => ({
    id,
    state,
    remoteId: `P-${id}`,
    sourceMinor: 1_000n,
    feesMinor: 25n,
    recipientFeesMinor: 0n,
    rate: '1.1',
    targetCurrency: 'USD',
    targetMinor: 1_100n,
    reasonCode: state === 'failed' || state === 'returned' ? state : null,
    reason: state === 'failed' || state === 'returned' ? `It ${state}.` : null,
    ...more,
  });
  interface Row {
    readonly state: string;
    readonly reason: string | null;
    readonly final_at: Date | null;
  }
  const rowOf = async (id: string) =>
    (await ledger.db.query<Row>('select state, reason, final_at from payrun.payment where id = $1', [id])).rows[0]!;

  it('is recorded with the paid amounts, each on its own side', async () => {
    const { batch, ids } = await started(1);
    expect(await recordOutcomes(ledger.db, batch.id, [outcome(ids[0]!, 'processed')])).toBe(1);
    const { rows } = await ledger.db.query(
      `select state, remote_id, paid_source_minor, paid_fees_minor, paid_recipient_fees_minor, paid_rate, paid_target_currency,
         paid_target_minor, reason_code, final_at is not null as final from payrun.payment where id = $1`,
      [ids[0]],
    );
    expect(rows).toEqual([
      {
        state: 'processed',
        remote_id: `P-${ids[0]}`,
        paid_source_minor: 1_000n,
        paid_fees_minor: 25n,
        paid_recipient_fees_minor: 0n,
        paid_rate: '1.1',
        paid_target_currency: 'USD',
        paid_target_minor: 1_100n,
        reason_code: null,
        final: true,
      },
    ]);
  });

  describe('never goes back:', () => {
    /** [where it is, what is said, where it is then] */
    const CASES: readonly [from: State, said: Said, to: State][] = [
      ['batched', 'batched', 'batched'],
      ['batched', 'processed', 'processed'],
      ['batched', 'failed', 'failed'],
      ['batched', 'returned', 'returned'],
      ['unknown', 'processed', 'processed'],
      ['unknown', 'failed', 'failed'],
      ['unknown', 'batched', 'batched'],
      ['processed', 'returned', 'returned'],
      ['processed', 'batched', 'processed'],
      ['processed', 'failed', 'processed'],
      ['processed', 'processed', 'processed'],
      ['failed', 'processed', 'failed'],
      ['failed', 'batched', 'failed'],
      ['failed', 'returned', 'failed'],
      ['returned', 'processed', 'returned'],
      ['returned', 'failed', 'returned'],
      ['returned', 'batched', 'returned'],
      ['canceled', 'processed', 'canceled'],
    ];
    it.each(CASES)('one that is %s and reported as %s is %s', async (from, output, to) => {
      const { batch, ids } = await started(1);
      await pastRules(ledger, 'update payrun.payment set state = $2 where id = $1', [ids[0], from]);
      const moved = await recordOutcomes(ledger.db, batch.id, [outcome(ids[0]!, output, { sourceMinor: 7n })]);
      const row = await rowOf(ids[0]!);
      expect(row.state).toBe(to);
      expect(moved).toBe(from === to ? 0 : to === 'batched' ? 0 : 1);
      const { rows } = await ledger.db.query<{ paid: bigint | null }>(
        'select paid_source_minor as paid from payrun.payment where id = $1',
        [ids[0]],
      );
      // What is not believed writes nothing.
      if (output !== to) expect(rows[0]!.paid).toBeNull();
    });
  });

  it('reported twice changes nothing, and a payment keeps the time at which it became final', async () => {
    const { batch, ids } = await started(1);
    const output = [outcome(ids[0]!, 'processed')];
    await recordOutcomes(ledger.db, batch.id, output);
    const first = await rowOf(ids[0]!);
    expect(await recordOutcomes(ledger.db, batch.id, output)).toBe(0);
    expect(await rowOf(ids[0]!)).toEqual(first);
    await recordOutcomes(ledger.db, batch.id, [outcome(ids[0]!, 'returned')]);
    expect(await rowOf(ids[0]!)).toEqual({ state: 'returned', reason: 'It returned.', final_at: first.final_at });
  });

  it('counts only for the batch that it is reported for', async () => {
    const [one, other] = [await started(1), await started(1)];
    expect(await recordOutcomes(ledger.db, one.batch.id, [outcome(other.ids[0]!, 'processed')])).toBe(0);
    expect((await rowOf(other.ids[0]!)).state).toBe('batched');
    expect(await recordOutcomes(ledger.db, one.batch.id, [outcome(randomUUID(), 'processed')])).toBe(0);
  });

  it('is recorded for many at once, and returns the number still open', async () => {
    const { batch, ids } = await started(5);
    const output = [...ids.slice(0, 2).map((id) => outcome(id, 'processed')), outcome(ids[2]!, 'failed')];
    expect(await recordOutcomes(ledger.db, batch.id, output)).toBe(3);
    expect(await recordOutcomes(ledger.db, batch.id, [])).toBe(0);
    expect(await countOpenPayments(ledger.db, batch.id)).toBe(2);
  });

  it('makes those unconfirmed that an ended batch does not list, and none that is final', async () => {
    const { batch, ids } = await started(3);
    await recordOutcomes(ledger.db, batch.id, [outcome(ids[0]!, 'processed')]);
    expect(await markUnlisted(ledger.db, batch.id, [ids[1]!], 'Not in the list.')).toBe(1);
    expect(await Promise.all(ids.map(async (id) => (await rowOf(id)).state))).toEqual([
      'processed',
      'batched',
      'unknown',
    ]);
    expect(await rowOf(ids[2]!)).toMatchObject({ reason: 'Not in the list.', final_at: null });
    expect(await countOpenPayments(ledger.db, batch.id)).toBe(2);
    expect(await markUnlisted(ledger.db, batch.id, [ids[1]!], 'Again.')).toBe(0);
  });
});
