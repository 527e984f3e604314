import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { acceptDiscrepancy } from '../../../src/engine/review/accept-discrepancy.ts';
import { resolveUnknown } from '../../../src/engine/review/release.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { person } from '../../support/person.ts';
import { listedPayments, onePage, scriptedService } from '../../support/scripted-service.ts';
import { addBatch, BATCH_WAYS, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';

describeDatabases('a payment that a user confirms as paid', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  /** Confirms an unconfirmed payment of 10.00 EUR, which the payout service shows with these amounts. */
  const confirm = async (reference: string, listed: object) => {
    const run = await startTestRun(ledger);
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [{ reference }]), ...BATCH_WAYS.started);
    const payments = await listedPayments(ledger, batch, { status: 'processed', fees: '0.25', ...listed });
    await pastRules(
      ledger,
      `update payrun.payment set state = 'unknown', reason_code = 'status_unknown' where batch_id = $1`,
      [batch.id],
    );
    const { service } = scriptedService({
      getBatch: () => ({ batch: { id: batch.remote_id, status: 'complete' } }),
      listBatchPayments: () => onePage('payments', payments),
      listPayments: () => onePage('payments', payments),
    });
    const appContext = { ...testDeps(ledger), service: async () => service } as unknown as AppContext;
    await resolveUnknown(appContext, { reference, paid: true, because: 'seen on the statement' }, person('anna'));
    const read = async () =>
      (
        await ledger.db.query(
          `select state, paid_source_minor as source, paid_fees_minor as fees, paid_withheld_minor as withheld, remote_id is not null as known
           from payrun.payment where batch_id = $1`,
          [batch.id],
        )
      ).rows;
    return { appContext, read };
  };

  it('G8: has the amounts that the payout service shows', async () => {
    const { read } = await confirm('CONFIRMED', { withholdingAmount: '1.00' });
    expect(await read()).toEqual([{ state: 'processed', source: 1_000n, fees: 25n, withheld: 100n, known: true }]);
  });

  it('G8: has them too if they differ from the order and are accepted', async () => {
    const { appContext, read } = await confirm('DIFFERING', { sourceAmount: '12.00' });
    const found = { source: 1_200n, fees: 25n, withheld: null, known: true };
    expect(await read()).toEqual([{ state: 'discrepancy', ...found }]);
    await acceptDiscrepancy(appContext, { reference: 'DIFFERING', because: 'agreed' }, person('anna'));
    expect(await read()).toEqual([{ state: 'processed', ...found }]);
  });
});
