import { beforeAll, expect, it } from 'vitest';
import { settle } from '../../src/batches/settle.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { saveDeliveries } from '../../src/ledger/webhooks/webhook-delivery.ts';
import type { Service } from '../../src/service/service.ts';
import { describeDatabases } from '../support/database.ts';
import { addBatch, moveThrough, startTestRun, testDeps } from '../support/test-run.ts';

describeDatabases('one look at the started batches of a run', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  /** Deliveries that came: about the end of the batch, or that it is still processing, which needs no read. */
  const LOOKS = [
    ['without a webhook', [], 'auto', true, 1],
    ['without a webhook, if only webhooks are read', [], 'only', false, 0],
    ['after a webhook about its end', ['completed'], 'auto', true, 1],
    ['after a webhook that it is processing, before the next look', ['processing'], 'auto', true, 0],
    ['after a webhook that it is processing, in the last look', ['processing'], 'auto', false, 1],
  ] as const;

  it.each(LOOKS)('G3: %s', async (_, actions, webhooks, looksAgain, reads) => {
    const run = await startTestRun(ledger);
    const batch = await addBatch(ledger, run, [{}]);
    await moveThrough(ledger, batch, 'creating', 'open', 'quoted', 'approved', 'starting', 'started');
    const remoteId = `B-${batch.id}`;
    for (const action of actions)
      await saveDeliveries(ledger.db, [
        {
          ...{ merchant: run.merchant, deliveryId: remoteId, model: 'batch', action, paymentId: null },
          ...{ batchRemoteId: remoteId, signatureHash: Buffer.from(remoteId), state: 'new', note: null },
        },
      ]);
    const asked: string[] = [];
    const service = {
      call: async (name: string) => {
        asked.push(name);
        return { batch: { status: 'processing' } };
      },
    } as unknown as Service;
    const progress: unknown[] = [];
    await settle(run, {
      ...testDeps(ledger, { service, env: { PAYRUN_WEBHOOKS: webhooks }, looksAgain }),
      progress: (one) => progress.push(one),
    });
    expect(asked).toEqual(Array(reads).fill('getBatch'));
    expect(progress.at(-1)).toEqual({ stage: 'settle', done: 0, total: 1 });
  });
});
