import { beforeAll, describe, expect, it } from 'vitest';
import { getBatch } from '../../../src/ledger/batches/batch.ts';
import { resolvePayment } from '../../../src/ledger/batches/resolve-payment.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import {
  type DecidedPayment,
  lockUnlessLeased,
  paymentsInState,
} from '../../../src/ledger/payments/payment-decisions.ts';
import { releasePayment } from '../../../src/ledger/runs/release-payments.ts';
import { claimRun, confirmRun, getRun } from '../../../src/ledger/runs/run.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { setRunStatus } from '../../support/set-run-status.ts';
import { addBatch, addPayments, moveThrough, startTestRun, type TestPayment } from '../../support/test-run.ts';

const STARTED = ['creating', 'open', 'quoted', 'approved', 'starting', 'started'] as const;

describeDatabases('a decision about a payment', (database) => {
  let ledger: Ledger;
  let merchants = 0;
  beforeAll(async () => {
    ledger = await database.open();
  });
  const newMerchant = () => `decided-${++merchants}`;
  const rowsOf = async (run: bigint) =>
    (
      await ledger.db.query<{
        state: string;
        reference: string;
        reason_code: string | null;
        reason: string | null;
        released_by: string | null;
      }>(
        'select state, reference, reason_code, reason, released_by from payrun.payment where run_id = $1 order by row',
        [run],
      )
    ).rows;

  describe('that it is released', () => {
    /** A run with a held payment. */
    const held = async (merchant: string, payment: TestPayment, why = 'possible_duplicate') => {
      const run = await startTestRun(ledger, { merchant });
      await addPayments(ledger, run, [{ ...payment, state: 'held' }]);
      await ledger.db.query(`update payrun.payment set reason_code = $2, reason = 'Held.' where run_id = $1`, [
        run.id,
        why,
      ]);
      await setRunStatus(ledger.db, run.id, 'ended', null);
      return run;
    };
    const find = async (reference: string, run: bigint): Promise<DecidedPayment> =>
      (await paymentsInState(ledger.db, reference, 'held')).find((one) => one.run_id === run)!;
    const release = async (reference: string, run: bigint) => {
      const payment = await find(reference, run);
      return ledger.tx((db) => releasePayment(db, payment, 'anna'));
    };

    it('makes it payable, and its run continues', async () => {
      const run = await held(newMerchant(), { reference: 'R-1' });
      expect(await release('R-1', run.id)).toBe('R-1');
      expect(await rowsOf(run.id)).toEqual([
        { state: 'ready', reference: 'R-1', reason_code: null, reason: null, released_by: 'anna' },
      ]);
      expect(await getRun(ledger.db, run.id)).toMatchObject({
        status: 'preparing',
        finished_at: null,
        confirmed_at: expect.any(Date),
      });
    });

    it.each(['ready', 'processed'] as const)('is refused if its reference is already %s', async (state) => {
      const merchant = newMerchant();
      const other = await startTestRun(ledger, { merchant });
      const batch = state === 'processed' ? await addBatch(ledger, other, []) : null;
      await addPayments(ledger, other, [{ reference: 'R-2', state, ...(batch ? { batch: batch.id } : {}) }]);
      const run = await held(merchant, { reference: 'R-2' });
      expect(await release('R-2', run.id)).toBeNull();
      expect(await rowsOf(run.id)).toMatchObject([{ state: 'held', reference: 'R-2', released_by: null }]);
    });

    it('gives a derived reference that is taken the next free number', async () => {
      const merchant = newMerchant();
      const other = await startTestRun(ledger, { merchant });
      await addPayments(ledger, other, [
        { reference: 'auto-A', derived: 'A', state: 'ready' },
        { reference: 'auto-A-2', derived: 'A', state: 'ready' },
      ]);
      const run = await held(merchant, { reference: 'auto-A', derived: 'A' });
      expect(await release('auto-A', run.id)).toBe('auto-A-3');
    });

    it('G1: is refused for a payment that is no longer on hold', async () => {
      const run = await held(newMerchant(), { reference: 'R-3' });
      const payment = await find('R-3', run.id);
      await pastRules(ledger, `update payrun.payment set state = 'canceled' where run_id = $1`, [run.id]);
      expect(await ledger.tx((db) => releasePayment(db, payment, 'anna'))).toBeNull();
      expect(await rowsOf(run.id)).toMatchObject([{ state: 'canceled', released_by: null }]);
      expect(await getRun(ledger.db, run.id), 'and its run does not go on').toMatchObject({
        finished_at: expect.any(Date),
      });
    });

    it('cancels other copies on hold, so that the next release cannot pay it again', async () => {
      const merchant = newMerchant();
      const copies = [await held(merchant, { reference: 'R-4' }), await held(merchant, { reference: 'R-4' })];
      await release('R-4', copies[1]!.id);
      expect(await rowsOf(copies[0]!.id)).toMatchObject([{ state: 'canceled', reason_code: 'superseded' }]);
      expect(await paymentsInState(ledger.db, 'R-4', 'held')).toEqual([]);
    });

    it.each([false, true])('pays only this payment, unless the run was confirmed: %s', async (confirmed) => {
      const run = await held(newMerchant(), { reference: `R-5-${confirmed}` });
      await addPayments(ledger, run, [{ state: 'ready' }]);
      if (confirmed) await confirmRun(ledger.db, run.id);
      await release(`R-5-${confirmed}`, run.id);
      expect((await rowsOf(run.id)).map(({ state }) => state)).toEqual(['ready', confirmed ? 'ready' : 'canceled']);
    });

    it('G1: keeps other processes from continuing its run before it is payable: the run would end without it', async () => {
      const run = await held(newMerchant(), { reference: 'R-8' });
      await ledger.db.query('update payrun.run set lease_until = null where id = $1', [run.id]);
      const payment = await find('R-8', run.id);
      const order: string[] = [];
      const looked = Promise.withResolvers<void>();
      const claimed = looked.promise
        .then(() => claimRun(ledger.db, run.id, 'worker', 1_000, null))
        .then(() => order.push('claimed'));
      await ledger.tx(async (db) => {
        expect(await lockUnlessLeased(db, run.id)).toBe(true);
        looked.resolve();
        await new Promise((done) => setTimeout(done, 300));
        await releasePayment(db, payment, 'anna');
        order.push('released');
      });
      await claimed;
      expect(order).toEqual(['released', 'claimed']);
    });

    it('of two users at once pays it once', async () => {
      const merchant = newMerchant();
      const runs = [await held(merchant, { reference: 'R-6' }), await held(merchant, { reference: 'R-6' })];
      await Promise.allSettled(runs.map(({ id }) => release('R-6', id)));
      const states = (await Promise.all(runs.map(({ id }) => rowsOf(id)))).flat().map(({ state }) => state);
      expect(states.filter((state) => state === 'ready')).toHaveLength(1);
    });
  });

  describe('that no one can say of whether it was paid', () => {
    const unknown = async (references: readonly string[]) => {
      const run = await startTestRun(ledger, { merchant: newMerchant() });
      const batch = await addBatch(
        ledger,
        run,
        references.map((reference) => ({ reference })),
      );
      return { run, batch: await moveThrough(ledger, batch, ...STARTED, 'unknown') };
    };
    const end = (state: 'processed' | 'failed', reason: string) => ({ state, code: 'resolved', reason });
    const resolve = async (reference: string, to: 'processed' | 'failed') => {
      const [payment] = await paymentsInState(ledger.db, reference, 'unknown');
      await ledger.tx((db) => resolvePayment(db, payment!, end(to, 'Seen on the statement.'), 'anna'));
    };

    it('is found by its reference as users see it: its whole batch is unconfirmed', async () => {
      const { run, batch } = await unknown(['U-1']);
      expect(await paymentsInState(ledger.db, 'U-1', 'unknown')).toMatchObject([
        { run_id: run.id, row: 2, state: 'unknown', maker: 'mia', batch_id: batch.id },
      ]);
      expect(await paymentsInState(ledger.db, 'U-1', 'held')).toEqual([]);
    });

    it('ends by a user’s confirmation, and its batch with the last of them', async () => {
      const { run, batch } = await unknown(['U-2', 'U-3']);
      await resolve('U-2', 'processed');
      expect((await getBatch(ledger.db, batch.id)).state).toBe('unknown');
      await resolve('U-3', 'failed');
      expect(await rowsOf(run.id)).toMatchObject([
        { state: 'processed', reason_code: 'resolved', reason: 'Seen on the statement.' },
        { state: 'failed', reason_code: 'resolved' },
      ]);
      const { rows } = await ledger.db.query('select state, resolved_by from payrun.batch where id = $1', [batch.id]);
      expect(rows).toEqual([{ state: 'settled', resolved_by: 'anna' }]);
    });

    it('is refused for a payment whose outcome the service has reported since', async () => {
      const { run } = await unknown(['U-4']);
      const [payment] = await paymentsInState(ledger.db, 'U-4', 'unknown');
      await pastRules(ledger, `update payrun.payment set state = 'failed' where run_id = $1`, [run.id]);
      expect(await ledger.tx((db) => resolvePayment(db, payment!, end('processed', 'x'), 'anna'))).toBe(false);
      expect(await rowsOf(run.id)).toMatchObject([{ state: 'failed', reason_code: null }]);
    });

    it('G1: counts for the first of two users who confirm at once', async () => {
      const { run } = await unknown(['U-5']);
      const [payment] = await paymentsInState(ledger.db, 'U-5', 'unknown');
      const words = (['processed', 'failed'] as const).map((to) =>
        ledger.tx((db) => resolvePayment(db, payment!, end(to, to), 'anna')),
      );
      const counted = await Promise.all(words);
      expect(counted.filter((output) => output)).toHaveLength(1);
      expect(await rowsOf(run.id)).toMatchObject([{ state: counted[0] ? 'processed' : 'failed' }]);
    });

    it('G1: and is the last but one while someone confirms the last: the batch ends anyway', async () => {
      const { batch } = await unknown(['U-6', 'U-7']);
      const [last] = await paymentsInState(ledger.db, 'U-6', 'unknown');
      const output = Promise.withResolvers<void>();
      const first = ledger.tx(async (db) => {
        await resolvePayment(db, last!, end('processed', 'Seen on the statement.'), 'anna');
        output.resolve();
        await new Promise((done) => setTimeout(done, 300));
      });
      await output.promise;
      await Promise.all([first, resolve('U-7', 'failed')]);
      expect((await getBatch(ledger.db, batch.id)).state).toBe('settled');
    });
  });
});
