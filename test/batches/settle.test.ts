import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { settle } from '../../src/batches/settle.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { saveDeliveries } from '../../src/ledger/webhooks/webhook-delivery.ts';
import { touchReceiver } from '../../src/ledger/webhooks/webhook-receiver.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Service } from '../../src/service/service.ts';
import { describeDatabases } from '../support/database.ts';
import { addBatch, moveThrough, startTestRun, testDeps } from '../support/test-run.ts';

describeDatabases('a run with missing webhooks', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
    await touchReceiver(ledger.db, randomUUID());
  });

  it.each([1, 2, 3])('G3: reads once at its end, even if a check takes %i ms of the last interval', async (lookMs) => {
    const run = await startTestRun(ledger);
    await ledger.db.query(
      `insert into payrun.webhook_subscription (merchant_id, remote_id, model, action, target, signing_key_sealed, created_at)
       values ($1, 'W-1', '*', '*', 'http://127.0.0.1/', '', now()) on conflict do nothing`,
      [run.merchant],
    );
    const batch = await addBatch(ledger, run, [{}]);
    await moveThrough(ledger, batch, 'creating', 'open', 'quoted', 'approved', 'starting', 'started');
    let now = 0;
    const clock: Clock = {
      now: () => {
        now += lookMs;
        return now;
      },
      // As a timer, which may come a millisecond early.
      sleep: async (ms) => {
        now += ms > 1 ? ms - 1 : ms;
      },
    };
    const asked: string[] = [];
    const service = {
      call: async (name: string) => {
        asked.push(name);
        return { batch: { status: 'processing' } };
      },
    } as unknown as Service;
    const env = { PAYRUN_SETTLE_WAIT_MS: '100', PAYRUN_SETTLE_POLL_MS: '10' };
    await settle(run, testDeps(ledger, { clock, service, env }));
    expect(asked).toEqual(['getBatch']);
  });

  it('reads as soon as one comes, without the rest of its pause', async () => {
    const run = await startTestRun(ledger);
    const batch = await addBatch(ledger, run, [{}]);
    await moveThrough(ledger, batch, 'creating', 'open', 'quoted', 'approved', 'starting', 'started');
    const asked: string[] = [];
    const stop = new AbortController();
    const service = {
      call: async (name: string) => {
        asked.push(name);
        if (asked.length === 1) await announce(run.merchant, `B-${batch.id}`);
        else stop.abort(new Error('read'));
        return { batch: { status: 'processing' } };
      },
    } as unknown as Service;
    const env = { PAYRUN_SETTLE_WAIT_MS: '600000', PAYRUN_SETTLE_POLL_MS: '600000', PAYRUN_WEBHOOK_SILENCE_MS: '0' };
    await expect(settle(run, testDeps(ledger, { service, env, signal: stop.signal }))).rejects.toThrow('read');
    expect(asked).toEqual(['getBatch', 'getBatch']);
  });

  const announce = (merchant: string, batch: string) =>
    saveDeliveries(ledger.db, [
      {
        ...{ merchant, deliveryId: batch, model: 'batch', action: 'completed', paymentId: null, batchRemoteId: batch },
        ...{ signatureHash: Buffer.from(batch), state: 'new', note: null },
      },
    ]);
});
