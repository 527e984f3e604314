import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { beforeAll } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import type { JobOutcome } from '../../src/engine/job.ts';
import { findJob } from '../../src/engine/jobs/find-jobs.ts';
import type { MerchantRunOutcome } from '../../src/engine/merchants/merchant-outcome.ts';
import { addMerchant } from '../../src/ledger/merchants/merchant.ts';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import type { TestDatabase } from '../support/database.ts';
import { type Payroll, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';

export const SAMPLE = fileURLToPath(new URL('../../samples/merchants.csv', import.meta.url));

/** A row of the sample, by column. */
export type Cells = Readonly<Record<string, string>>;
export const SAMPLE_ROWS: readonly Cells[] = (
  parse(readFileSync(SAMPLE), { columns: true }) as Record<string, string>[]
).map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));

/** A CSV of these rows. */
export function sheetOfMerchants(rows: readonly Cells[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly string[]) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
  return `${[line(columns), ...rows.map((row) => line(columns.map((name) => row[name] ?? '')))].join('\n')}\n`;
}

export interface PartnerWorld {
  readonly payroll: Payroll;
  run(
    job: string,
    input: unknown,
    options?: { wire?: typeof fetch; signal?: AbortSignal },
  ): Promise<MerchantRunOutcome>;
  tell(job: string, input: unknown): Promise<Extract<JobOutcome, { lines: unknown }>>;
  /** Calls that change something, of all keys, since they were last asked for. */
  changes(): Promise<readonly string[]>;
}

/** A platform `hub` with its keys, and a service of its own. */
export function partnerWorld(database: TestDatabase, options: SandboxOptions = {}): PartnerWorld {
  const payroll = testPayroll(database, options);
  let seen = 0n;
  let ordinary: Promise<AppContext> | null = null;

  beforeAll(async () => {
    const ledger = await database.open();
    const { parent } = payroll.sandbox;
    await ledger.tx((db) =>
      addMerchant(db, ledger.vault, {
        id: 'hub',
        environment: 'sandbox',
        country: 'US',
        keys: parent,
        kind: 'parent',
        storesKeys: true,
      }),
    );
  });

  const start = async (
    name: string,
    input: unknown,
    { wire, signal }: { wire?: typeof fetch; signal?: AbortSignal } = {},
  ) => {
    ordinary ??= payroll.appContext();
    const appContext = await (wire ? payroll.appContext({}, wire) : ordinary);
    try {
      const job = await findJob(name);
      return await job.run(appContext, job.input.parse(input) as never, {
        maker: person('mia'),
        progress: () => {},
        ...(signal ? { signal } : {}),
      });
    } finally {
      await appContext.calls.flush();
    }
  };
  return {
    payroll,
    run: async (job, input, how) => (await start(job, input, how))[0] as MerchantRunOutcome,
    tell: async (job, input) => (await start(job, input))[0] as Extract<JobOutcome, { lines: unknown }>,
    async changes() {
      ordinary ??= payroll.appContext();
      const { db } = (await ordinary).ledger;
      const { rows } = await db.query<{ id: bigint; call: string }>(
        `select id, method || ' ' || path as call from payrun.call
         where id > $1 and method <> 'GET' and path not like '%/search' order by id`,
        [seen],
      );
      seen = rows.at(-1)?.id ?? seen;
      return rows.map(({ call }) => call);
    },
  };
}
