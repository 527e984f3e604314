import { beforeAll, expect, it } from 'vitest';
import { readBack } from '../../../src/batches/reconciliations/read-back.ts';
import type { BatchRow } from '../../../src/ledger/batches/batch-row.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { describeDatabases } from '../../support/database.ts';
import { listedPayments, notFound, onePage, scriptedService } from '../../support/scripted-service.ts';
import { addBatch, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';

describeDatabases('reading a batch back from the service', (database) => {
  let ledger: Ledger;
  let batch: BatchRow;
  beforeAll(async () => {
    ledger = await database.open();
    const run = await startTestRun(ledger);
    batch = await moveThrough(ledger, await addBatch(ledger, run, [{}, { minor: 2_500n }]), 'creating', 'open');
  });

  const read = async (change: (listed: object[]) => object[]) => {
    const listed = change(await listedPayments(ledger, batch));
    const { service } = scriptedService({ listBatchPayments: () => onePage('payments', listed) });
    return readBack(testDeps(ledger, { service }), batch);
  };

  it('finds nothing if every payment is as ordered, and sums up the target amounts', async () => {
    expect(await read((listed) => listed)).toMatchObject({
      difference: null,
      gone: false,
      moved: [],
      removals: [],
      prices: { EUR: '3500' },
    });
  });

  it.each<[string, (listed: object[]) => object[], string]>([
    ['a payment that is missing', ([first]) => [first!], '1 of 2 payments are missing'],
    [
      'a payment that no one ordered',
      (listed) => [...listed, { ...listed[0], id: 'P-other', externalId: 'other' }],
      'it contains a payment that was not planned',
    ],
    [
      'another amount',
      ([first, second]) => [first!, { ...second, sourceAmount: '26.00' }],
      'row 3 has a different amount in the service: 26.00 EUR instead of 25.00 EUR',
    ],
    [
      'another recipient',
      ([first, second]) => [first!, { ...second, recipient: { id: 'R-other' } }],
      'row 3 is for another recipient',
    ],
  ])('tells of %s', async (_, change, difference) => {
    expect((await read(change)).difference).toContain(difference);
  });

  it('G2: reports another account, and which one the service has', async () => {
    const found = await read((listed) => listed.map((payment) => ({ ...payment, account: { id: 'A-other' } })));
    expect(found.difference).toBe('row 2 goes to another account');
    expect(found.moved).toMatchObject([{ there: 'A-other' }, { there: 'A-other' }]);
  });

  it('reports that the batch is gone if the service does not know it', async () => {
    const { service } = scriptedService({
      listBatchPayments: () => {
        throw notFound();
      },
    });
    expect(await readBack(testDeps(ledger, { service }), batch)).toMatchObject({
      gone: true,
      difference: 'the service no longer has it',
    });
  });
});
