import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { acceptedLine, applyAcceptances, HOW_TO_ACCEPT } from '../../discrepancies/service-discrepancy.ts';
import { combineExitCodes, DATABASE_ERRORS, EXIT, isError, PayrunError } from '../../errors.ts';
import { recordComparison } from '../../ledger/operations/service-comparison.ts';
import {
  type MerchantToReconcile,
  merchantsToReconcile,
  recordReconciliation,
} from '../../ledger/verifications/reconciliation.ts';
import { showDecimal } from '../../money.ts';
import { aboutMinutes, estimateMinutes } from '../../platform/call-minutes.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { showInZone } from '../../platform/time-zone.ts';
import { reconcileCalls, reconcileMerchant, rowsRemovedLine } from '../../reports/reconcile.ts';
import { type ReconciledMerchant, writeReconciliation } from '../../reports/reconcile-file.ts';
import type { AppContext } from '../context/app-context.ts';
import type { JobContext, JobReport } from '../job.ts';
import { recheckRuns } from '../runs/recheck-runs.ts';

export interface ReconcileInput {
  /** Merchant names. By default, all merchants that pay. */
  readonly merchants?: readonly string[] | undefined;
  /** The number of days. By default since the last reconciliation, or 30 days if there was none. */
  readonly days?: number | undefined;
  /** Also lists accepted discrepancies. */
  readonly all?: boolean | undefined;
  /** The folder for the list of discrepancies. By default `results` in PAYRUN_HOME. */
  readonly folder?: string | undefined;
}

interface ReconcileError {
  readonly merchant: string;
  readonly code: string;
  readonly message: string;
  readonly next: string;
}

const DAY = 86_400_000;
const FIRST_DAYS = 30;
/** The largest number of lines shown; the files have all. */
const MOST_SHOWN = 50;

/**
 * Compares the ledger with the service, merchant by merchant, and writes the discrepancies as a list. Reports the
 * expected number of calls first. Changes nothing in the payout service. In the ledger it records the reconciliation; a
 * payment that a user confirmed as not paid becomes paid if the service has paid it. An error of one merchant is
 * reported and does not stop the others. Throws `merchant_unknown`, `file_unwritable`, and errors if the database
 * cannot be reached.
 */
export async function reconcile(
  appContext: AppContext,
  input: ReconcileInput,
  context: JobContext,
): Promise<JobReport> {
  const { ledger, clock, config, perWindow } = appContext;
  const { db } = ledger;
  const { signal, report } = context;
  const until = clock.now();
  const merchants = await merchantsOf(appContext, input.merchants);
  const unknown = input.merchants?.find((name) => !merchants.some(({ merchant }) => merchant === name));
  if (unknown !== undefined) throw new PayrunError('merchant_unknown', { merchant: unknown });

  const plans: { merchant: string; from: Date; calls: number }[] = [];
  for (const merchant of merchants) {
    const from = new Date(sinceOf(merchant, input.days, until));
    plans.push({ merchant: merchant.merchant, from, calls: await reconcileCalls(db, merchant.merchant, from) });
  }
  const expected = plans.reduce((sum, { calls }) => sum + calls, 0);
  const minutes = plans.reduce((sum, { calls }) => sum + estimateMinutes(calls, perWindow, config.quotaWindowMs), 0);
  report?.(
    `${pluralize(plans.length, 'merchant')}: about ${pluralize(expected, 'call')}, ${aboutMinutes(minutes)}; more if payments were made outside of Payrun.`,
  );

  const compared: ReconciledMerchant[] = [];
  const errors: ReconcileError[] = [];
  const exits: number[] = [];
  const paidAfterAll: string[] = [];
  let calls = 0;
  for (const [index, { merchant, from }] of plans.entries()) {
    signal?.throwIfAborted();
    const progress = (done: number) =>
      context.progress({ stage: 'reconcile', done, total: plans.length, calls, callsExpected: expected, msLeft: null });
    progress(index);
    try {
      const onCall = () => {
        calls++;
        progress(index);
      };
      const service = await appContext.service(merchant, { onCall });
      const { found, ...reconciled } = await reconcileMerchant(ledger, service, merchant, from, signal);
      const at = new Date(clock.now());
      const comparison = { merchant, kind: 'reconcile', run: null, since: from, at, failure: null } as const;
      const span = { merchant, from, until: new Date(until) };
      const { open: differences, accepted } = await ledger.tx(async (inside) => {
        const decided = await applyAcceptances(inside, found, [comparison], at);
        await recordReconciliation(inside, { ...span, differences: decided.open.length });
        return decided;
      });
      progress(index + 1);
      const runs = found.flatMap(({ run }) => run ?? []);
      paidAfterAll.push(...(await recheckRuns(appContext, runs, signal)));
      compared.push({
        merchant,
        from: from.toISOString(),
        until: span.until.toISOString(),
        ...reconciled,
        differences,
        accepted,
      });
    } catch (error) {
      if (!isError(error) || DATABASE_ERRORS.some((code) => code === error.code) || signal?.aborted) throw error;
      errors.push({ merchant, code: error.code, message: error.message, next: error.next });
      const failure = {
        kind: 'reconcile',
        run: null,
        since: from,
        at: new Date(clock.now()),
        failure: error.message,
      } as const;
      await recordComparison(db, { merchant, ...failure });
      exits.push(error.exitCode);
    }
  }
  const differing = compared.reduce((sum, { differences }) => sum + differences.length, 0);
  const acceptedCount = compared.reduce((sum, { accepted }) => sum + accepted.length, 0);
  const folder = input.folder ?? join(config.home, 'results');
  const results =
    differing + (input.all ? acceptedCount : 0) > 0 ? await writeReconciliation(compared, { folder, at: until }) : null;
  if (differing > 0) exits.push(EXIT.waits);
  return {
    document: {
      merchants: compared,
      differences: differing,
      accepted: acceptedCount,
      calls,
      callsExpected: expected,
      errors,
      paidAfterAll,
      results,
    },
    lines: linesOf(compared, { errors, paidAfterAll, calls, results, all: input.all ?? false }),
    exitCode: combineExitCodes(exits),
  };
}

/** Includes the default merchant if its keys are in the environment, even before it has paid anybody. */
async function merchantsOf(
  { ledger, config, defaultMerchant }: AppContext,
  names: readonly string[] | undefined,
): Promise<readonly MerchantToReconcile[]> {
  const known = await merchantsToReconcile(ledger.db, names ?? null);
  const wanted = names?.includes(defaultMerchant) ?? hasOwnKeys(config);
  if (!wanted || known.some(({ merchant }) => merchant === defaultMerchant)) return known;
  return [{ merchant: defaultMerchant, until: null }, ...known];
}

/** Whether this process has keys of the default merchant, which can then be compared before its first payment. */
export const hasOwnKeys = (config: Pick<Config, 'embeddedService' | 'accessKey'>): boolean =>
  config.embeddedService || config.accessKey !== undefined;

function sinceOf({ until: last }: MerchantToReconcile, days: number | undefined, now: number): number {
  if (days !== undefined) return now - days * DAY;
  return last?.getTime() ?? now - FIRST_DAYS * DAY;
}

const FURTHER_BACK = 'To look further back, set `days` in the input.';

function linesOf(
  compared: readonly ReconciledMerchant[],
  report: {
    errors: readonly ReconcileError[];
    paidAfterAll: readonly string[];
    calls: number;
    results: string | null;
    all: boolean;
  },
): string[] {
  const { errors, paidAfterAll, calls, results, all } = report;
  const sum = (of: 'batches' | 'payments' | 'rowsRemoved') =>
    compared.reduce((total, merchant) => total + merchant[of], 0);
  const removed = sum('rowsRemoved');
  const shown = compared.flatMap(({ merchant, differences }) =>
    differences.map(({ what, code }) => `  ${merchant}: ${what} (${code})`),
  );
  const accepted = compared.flatMap((one) => one.accepted);
  return [
    `${shown.length === 0 ? 'No discrepancies' : pluralize(shown.length, 'discrepancy', 'discrepancies')}${accepted.length === 0 ? '' : `, ${accepted.length} accepted`}: ${pluralize(compared.length, 'merchant')}, ${pluralize(sum('batches'), 'batch', 'batches')}, ${pluralize(sum('payments'), 'payment')} compared in ${pluralize(calls, 'call')}.`,
    ...compared.map(({ merchant, from }) => `  ${merchant}: since ${showInZone(Date.parse(from), 'UTC')} UTC.`),
    ...(compared.length > 0 ? [`  ${FURTHER_BACK}`] : []),
    ...shown.slice(0, MOST_SHOWN),
    ...(shown.length > MOST_SHOWN
      ? [`  and ${pluralize(shown.length - MOST_SHOWN, 'more', 'more')} in the list.`]
      : []),
    ...(shown.length > 0 ? [`  ${HOW_TO_ACCEPT}`] : []),
    ...(all ? accepted.map((one) => `  ${one.merchant}: ${acceptedLine(one)}`) : []),
    ...paidAfterAll.map(
      (run) =>
        `  Run ${run}: the payout service paid a payment that a user had confirmed as not paid. Payrun now treats it as paid.`,
    ),
    ...(removed === 0 ? [] : [`  ${rowsRemovedLine(removed)}`]),
    ...errors.map(({ merchant, message, next }) => `  ${merchant} was not compared: ${message} ${next}`),
    ...compared.flatMap(({ merchant, balances }) =>
      balances.map(
        ({ currency, amount, pending }) =>
          `  ${merchant}: balance ${showDecimal(amount, currency)}${pending === null || Number(pending) === 0 ? '' : `, of which ${showDecimal(pending, currency)} is being sent`}.`,
      ),
    ),
    ...(results === null ? [] : [`Discrepancies: ${results}`]),
  ];
}
