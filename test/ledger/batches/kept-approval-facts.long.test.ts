import { beforeAll, describe, expect, it } from 'vitest';
import { keptApprovalFacts } from '../../../src/ledger/batches/kept-approval-facts.ts';
import type { Db } from '../../../src/ledger/db/db.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { listApprovals } from '../../../src/reports/approval-line.ts';
import { approvalSummary } from '../../../src/reports/approval-summary.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { randomApprovals } from '../../support/random-approvals.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const SEEDS = Number(process.env.PAYRUN_TEST_SEEDS ?? 1);
const CHANGES = 30;
const TABLES = ['payment', 'payment', 'batch', 'recipient', 'account_hint'] as const;

describeDatabases('cached facts of an approval', (database) => {
  let ledger: Ledger;
  let columns: ReadonlyMap<string, readonly string[]>;
  /** Counts how often all payments are read. */
  let read = 0;
  const counting = (): Pick<Ledger, 'tx' | 'vault'> => ({
    vault: ledger.vault,
    tx: (work) =>
      ledger.tx((db) =>
        work({
          ...db,
          query: ((sql: string, params?: readonly unknown[]) => {
            if (sql.includes('"accountsMoved"')) read += 1;
            return db.query(sql, params);
          }) as Db['query'],
        }),
      ),
  });
  beforeAll(async () => {
    ledger = await database.open();
    const { rows } = await ledger.db.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns where table_schema = 'payrun'`,
    );
    columns = new Map(
      [...Map.groupBy(rows, ({ table }) => table)].map(([table, all]) => [table, all.map(({ column }) => column)]),
    );
  });

  const kept = (run: string) => approvalSummary(counting(), run, keptApprovalFacts(ledger));
  const outcome = (summary: Promise<unknown>) =>
    summary.catch((error: { code?: string; message: string }) => error.code ?? error.message);

  it('are read once, and again after a change of their sources', async () => {
    const [run] = await randomApprovals(ledger, seededRandom(1), 'once');
    read = 0;
    const first = await kept(run!);
    expect(await kept(run!)).toEqual(first);
    expect(await listApprovals(counting(), [BigInt(run!)], keptApprovalFacts(ledger))).toHaveLength(1);
    expect(read).toBe(1);
    await ledger.db.query(`update payrun.recipient set intent = 'create_account' where merchant_id = 'once'`);
    expect((await kept(run!)).accountsMoved).toBe(true);
    expect(read).toBe(2);
    await ledger.db.query(`update payrun.recipient set synced_at = now() where merchant_id = 'once'`);
    await ledger.db.query(`update payrun.recipient set intent = 'create' where merchant_id <> 'once'`);
    await kept(run!);
    expect(read).toBe(2);
  });

  it('are read again if a change that began before they were read was committed since', async () => {
    const [run] = await randomApprovals(ledger, seededRandom(2), 'open');
    const changed = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    read = 0;
    await kept(run!);
    const work = ledger.tx(async (db) => {
      await db.query(`update payrun.recipient set email_fp = 'another' where merchant_id = 'open'`);
      changed.resolve();
      // Nobody else reads from the embedded database meanwhile.
      if (database.kind === 'postgres') await mayCommit.promise;
    });
    await changed.promise;
    if (database.kind === 'postgres') {
      await kept(run!);
      expect(read).toBe(1);
      const [other] = await randomApprovals(ledger, seededRandom(3), 'other');
      await kept(other!);
      await ledger.db.query(`update payrun.batch set quote = quote || '{"feesMinor": "1"}' where run_id = $1`, [run]);
      await kept(run!);
      expect(read).toBe(3);
    }
    mayCommit.resolve();
    await work;
    const before = read;
    expect(await kept(run!)).toEqual(await approvalSummary(ledger, run!));
    expect(read).toBe(before + 1);
  });

  describe.each(Array.from({ length: SEEDS }, (_, i) => i + 1))('seed %i', (seed) => {
    it('equal a new reading after any change of a payment, batch, recipient or account', async () => {
      const random = seededRandom(seed);
      const merchant = `kept-${seed}`;
      const runs = await randomApprovals(ledger, random, merchant);
      const lines = runs.map(BigInt);
      for (let i = 0; i < CHANGES; i++) {
        const table = random.oneOf(TABLES);
        const column = random.oneOf(columns.get(table)!);
        const [row, other] = [random.upTo(1_000), random.upTo(1_000)];
        const nth = (n: number) =>
          `(select ctid from payrun.${table} where merchant_id = '${merchant}' order by ctid offset ${n} % greatest((
             select count(*) from payrun.${table} where merchant_id = '${merchant}'), 1) limit 1)`;
        const change = random.chance(0.1)
          ? `delete from payrun.${table} where ctid = ${nth(row)}`
          : random.chance(0.2)
            ? `update payrun.${table} set "${column}" = null where ctid = ${nth(row)}`
            : `update payrun.${table} set "${column}" = (select "${column}" from payrun.${table} where ctid = ${nth(other)}) where ctid = ${nth(row)}`;
        // A constraint may refuse it.
        await pastRules(ledger, change).catch(() => {});
        const run = random.oneOf(runs);
        expect(await outcome(kept(run)), change).toEqual(await outcome(approvalSummary(ledger, run)));
      }
      const summaries = new Map<string, unknown>();
      for (const run of runs) summaries.set(run, await outcome(approvalSummary(ledger, run)));
      for (const line of await listApprovals(ledger, lines, keptApprovalFacts(ledger)))
        expect(summaries.get(line.run)).toMatchObject(line);
    });
  });
});
