import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { enqueue } from '../../../src/engine/queue/enqueue.ts';
import { createSheetRun } from '../../../src/engine/runs/create-sheet-run.ts';
import { getRun } from '../../../src/ledger/runs/run.ts';
import { type Child, startChild } from '../../support/child-process.ts';
import { type Payroll, people, sheetOf } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

/** Short times, so that a task whose worker is gone is someone else's after 12 s; the queue's library takes no less. */
const TIMES = { heartbeatSeconds: 10, lookSeconds: 1, leaseMs: 6_000, pollMs: 200, concurrency: 3 };

/** What the tests of several worker processes do again and again. */
export interface Rig {
  /** Starts so many workers, each a process of its own; resolves when they look for tasks. They are killed after the tests. */
  workers(count: number): Promise<readonly WorkerProcess[]>;
  /** A sheet of so many payments to as many new people, left to the workers. Returns the run. */
  leave(merchant: string, count: number): Promise<string>;
  hasEnded(run: string): Promise<boolean>;
  /** The process that has the run now; undefined while none has it. */
  holderOf(run: string): Promise<number | undefined>;
  /** How many times each payment of the run was paid, in the service. */
  timesPaid(merchant: string): Promise<readonly number[]>;
  recipientsOf(merchant: string): Promise<number>;
  until(test: () => Promise<unknown>, is?: unknown): Promise<void>;
}

export interface WorkerProcess extends Child {
  readonly pid: number;
}

export function workersRig(payroll: Payroll, placeOf: () => AppContext): Rig {
  const started: WorkerProcess[] = [];
  afterAll(async () => {
    for (const { pid } of started) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    await Promise.all(started.map((child) => child.end()));
  });
  const script = join(import.meta.dirname, 'workers-child.ts');
  return {
    workers: (count) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const child = startChild(script, [JSON.stringify(TIMES), payroll.folder], {
            ...payroll.env(),
            PAYRUN_LOG_LEVEL: 'silent',
          });
          const { ready } = (await child.until((line) => 'ready' in (line as object))) as { ready: number };
          const worker = { ...child, pid: ready };
          started.push(worker);
          return worker;
        }),
      ),
    async leave(merchant, count) {
      const name = `${merchant}-${count}`;
      const lines = people(count, (n) => ({ reference: `${name}-${n}`, email: `${name}-${n}@example.com` }));
      const file = payroll.sheet(`${name}.csv`, sheetOf(lines));
      const place = placeOf();
      const run = await createSheetRun(place, { file, merchant, maker: person('mia'), dryRun: false, confirmed: true });
      await enqueue(place, { kind: 'run', run: String(run) });
      return String(run);
    },
    hasEnded: async (run) => (await getRun(placeOf().ledger.db, run)).finished_at !== null,
    async holderOf(run) {
      const { lease_owner } = await getRun(placeOf().ledger.db, run);
      return lease_owner === null ? undefined : Number(lease_owner.split(':')[1]);
    },
    timesPaid: async (merchant) =>
      (await payroll.ledger()).payments
        .filter(({ recipientEmail }) => recipientEmail.startsWith(`${merchant}-`))
        .map((payment) => payment.timesPaid),
    async recipientsOf(merchant) {
      const { rows } = await placeOf().ledger.db.query<{ n: number }>(
        'select count(*)::int as n from payrun.recipient where merchant_id = $1 and remote_id is not null',
        [merchant],
      );
      return rows[0]!.n;
    },
    until: (test, is = true) => expect.poll(test, { interval: 100 }).toEqual(is),
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
