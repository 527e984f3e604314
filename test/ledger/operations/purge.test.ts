import { beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { TARGETS } from '../../../src/ledger/operations/purge.ts';
import { BATCH_MOVES, type BatchState } from '../../../src/states.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { addBatch, BATCH_WAYS, moveThrough, startTestRun } from '../../support/test-run.ts';

describeDatabases('the contents of a run that ended long ago', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const ENDS = (Object.keys(BATCH_MOVES) as BatchState[]).filter((state) => BATCH_MOVES[state].length === 0);

  it.each(ENDS)('are removed if its batch is %s', async (state) => {
    const run = await startTestRun(ledger);
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [{}]), ...BATCH_WAYS[state]);
    const age = { days: 30, returnDays: 30 };
    const { items: before } = await TARGETS.payloads.due(ledger.db, age);
    const long = `now() - interval '40 days'`;
    await pastRules(ledger, `update payrun.batch set created_at = ${long}, settled_at = ${long} where id = $1`, [
      batch.id,
    ]);
    await pastRules(
      ledger,
      `update payrun.payment set state = 'failed', created_at = ${long}, final_at = ${long} where run_id = $1`,
      [run.id],
    );
    await pastRules(
      ledger,
      `update payrun.run set status = 'nothing_paid', finished_at = ${long}, lease_until = null where id = $1`,
      [run.id],
    );
    expect((await TARGETS.payloads.due(ledger.db, age)).items).toBe(before + 1);
  });
});
