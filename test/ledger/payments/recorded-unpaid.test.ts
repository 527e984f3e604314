import { beforeAll, expect, it } from 'vitest';
import { appendEvent } from '../../../src/ledger/audit/audit-chain.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { runsRecordedUnpaid } from '../../../src/ledger/payments/recorded-unpaid.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { addBatch, BATCH_WAYS, moveThrough, startTestRun } from '../../support/test-run.ts';

const DAY_MS = 86_400_000;

describeDatabases('payments that ended unpaid in the payout service', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  it.each<[what: string, state: string, endedDaysAgo: number, returnedDaysAgo: number | null, isRead: boolean]>([
    ['failed yesterday', 'failed', 1, null, true],
    ['failed long ago', 'failed', 40, null, false],
    ['was paid long ago and returned yesterday', 'returned', 40, 1, true],
    ['was paid and returned long ago', 'returned', 80, 40, false],
  ])(
    'G8: are read again for 30 days after they failed or were returned: one that %s',
    async (_, state, endedDaysAgo, returnedDaysAgo, isRead) => {
      const run = await startTestRun(ledger);
      const { id: batch } = await moveThrough(ledger, await addBatch(ledger, run, [{}]), ...BATCH_WAYS.settled);
      const { rows } = await pastRules<{ id: string }>(
        ledger,
        `update payrun.payment set state = $2, reason_code = $2, reason = 'account closed', final_at = now() - $3 * interval '1 day'
       where batch_id = $1 returning id`,
        [batch, state, endedDaysAgo],
      );
      if (returnedDaysAgo !== null)
        await ledger.tx((db) =>
          appendEvent(db, {
            ...{ chain: `run-${run.id}`, at: new Date(Date.now() - returnedDaysAgo * DAY_MS), actor: 'payrun' },
            ...{ kind: 'payments_returned', data: { batch, payments: rows.map((row) => row.id) } },
          }),
        );
      expect((await runsRecordedUnpaid(ledger.db, 30, 30)).includes(run.id)).toBe(isRead);
    },
  );
});
