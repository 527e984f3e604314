import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import { countRerunnable, refusePurgedRows } from '../../ledger/runs/rerun.ts';
import { confirmRun, createRun, getRun, type RunOptions, type RunRow } from '../../ledger/runs/run.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { usageError } from '../../references/usage-error.ts';
import type { RunOutcome } from '../../reports/payment-run-outcome.ts';
import type { PaymentState } from '../../states.ts';
import type { AppContext } from '../context/app-context.ts';
import { type ExecuteOptions, executeRun } from './execute-run.ts';
import type { PayOptions } from './pay.ts';

/** The states from which a payment may be retried: it is not in processing, and no one was paid. */
const RERUNNABLE: readonly PaymentState[] = ['failed', 'returned', 'invalid', 'canceled'];

export interface RerunOptions extends Omit<ExecuteOptions, 'confirm'> {
  readonly run: string;
  readonly maker: Actor;
  readonly states: readonly string[];
  /** Only these references; empty for all rows in the states. */
  readonly references: readonly string[];
  readonly dryRun: boolean;
  readonly confirm: PayOptions['confirm'];
}

/**
 * Pays rows of an earlier run again as a new run linked to it. The rows come from the ledger, are checked and go
 * through the hold rules again, and each is a new generation of its payment. Throws `run_unknown`, `rerun_unfinished`,
 * `rerun_nothing`, `purged_rows`, `usage`, and what `authorize` and `executeRun` throw.
 */
export async function rerunFailed(appContext: AppContext, options: RerunOptions): Promise<RunOutcome> {
  const run = await createRerun(appContext, { ...options, confirmed: options.confirm === 'yes' });
  return executeRun(appContext, run, {
    ...options,
    confirm: options.confirm === 'yes' ? async () => true : options.confirm,
  });
}

/**
 * Creates the run of a rerun without executing it; `confirmed` confirms it at once, unless it is a dry run. Throws
 * `run_unknown`, `rerun_unfinished`, `rerun_nothing`, `purged_rows`, `usage`, and what `authorize` throws.
 */
export async function createRerun(
  appContext: AppContext,
  options: Pick<RerunOptions, 'run' | 'maker' | 'states' | 'references' | 'dryRun'> & { readonly confirmed: boolean },
): Promise<bigint> {
  const { ledger, clock } = appContext;
  const { maker } = options;
  const wrong = options.states.find((state) => !(RERUNNABLE as readonly string[]).includes(state));
  if (wrong) throw usageError('state_cannot_rerun', { state: wrong, states: RERUNNABLE.join(', ') });
  const parent = await getRun(ledger.db, options.run);
  await authorize(ledger.db, maker, 'rerun', {
    merchants: [parent.merchant_id],
    wrongState: parent.finished_at === null && new PayrunError('rerun_unfinished', { run: options.run }),
  });
  const selection = { states: options.states as readonly PaymentState[], references: options.references };
  await refuseNothing(appContext, parent, selection);
  await refusePurgedRows(ledger.db, parent.id);

  return ledger.tx(async (db) => {
    const id = await createRowsRun(db, parent, {
      ...{ job: 'rerun-failed', maker, at: new Date(clock.now()), event: { ...selection } },
      options: { ...parent.options, dryRun: options.dryRun, rerun: selection },
    });
    if (options.confirmed && !options.dryRun) await confirmRun(db, id);
    return id;
  });
}

/**
 * Creates a run of rows of an earlier run, with its sheet and its pay date. Call it in a transaction. Throws
 * `purged_rows`.
 */
export async function createRowsRun(
  db: Db,
  parent: RunRow,
  {
    job,
    maker,
    at,
    options,
    event,
  }: {
    readonly job: string;
    readonly maker: Actor;
    readonly at: Date;
    readonly options: RunOptions;
    /** The data of the event about its rows. */
    readonly event?: Record<string, unknown>;
  },
): Promise<bigint> {
  const id = await createRun(db, {
    job,
    sheetId: parent.sheet_id,
    merchant: parent.merchant_id,
    maker: maker.name,
    parent: parent.id,
    options: { ...options, ...(parent.pay_on === null ? {} : { payOn: parent.pay_on }), onInvalid: 'skip' },
  });
  // The new run protects its parent from purging. Checked again, because a purge may have come first.
  await refusePurgedRows(db, parent.id);
  const data = { job, of: parent.id, ...event, ...trace(maker) };
  await appendEvent(db, { chain: `run-${id}`, at, actor: maker.name, kind: 'run_created', data });
  return id;
}

type Selection = NonNullable<RunRow['options']['rerun']>;

async function refuseNothing({ ledger }: AppContext, parent: RunRow, { states, references }: Selection): Promise<void> {
  const found = await countRerunnable(ledger.db, parent.id, states, references);
  if (found.rows > 0) return;
  const detail =
    found.outdated > 0
      ? 'its rows were corrected, or uploaded again with different data; retry those instead'
      : references.length === 0
        ? `no row is ${states.join(' or ')}`
        : `${references.join(', ')} ${found.others.length > 0 ? `is ${found.others.join(', ')}` : 'is not in it'}`;
  throw new PayrunError('rerun_nothing', { run: String(parent.id), detail });
}
