import { EXIT } from '../../errors.ts';
import { countCalls } from '../../ledger/audit/api-calls.ts';
import type { Db } from '../../ledger/db/db.ts';
import { type MerchantRowState, type MerchantSheetRow, merchantRows } from '../../ledger/merchants/merchant-row.ts';
import { getRun } from '../../ledger/runs/run.ts';
import type { StateCounts } from '../../outcomes/run-result.ts';
import { type RunOutcome, runOutcome } from '../../reports/payment-run-outcome.ts';
import { runNames } from '../../reports/run-names.ts';

export interface MerchantRunOutcome extends RunOutcome {
  readonly merchants: readonly Omit<MerchantSheetRow, 'problems'>[];
  /** The lines for the terminal, since such a run has no payments to show. */
  readonly summaryLines: readonly string[];
}

/** Reads the outcome from the ledger alone. */
export async function merchantOutcome(db: Db, id: bigint, results: string | null = null): Promise<MerchantRunOutcome> {
  const run = await getRun(db, id);
  const rows = await merchantRows(db, id);
  const calls = await countCalls(db, id);
  const base = await runOutcome(db, id, results);
  const count = (state: MerchantRowState) => rows.filter((row) => row.state === state).length;
  const counts: StateCounts = {
    ...base.counts,
    invalid: count('invalid'),
    failed: count('failed'),
    unknown: count('unknown'),
  };
  const found = Map.groupBy(rows, ({ state }) => state);
  const inWords = [...found].map(([state, of]) => `${of.length} ${STATE_TEXT[state]}`).join(', ');
  return {
    ...base,
    rows: rows.length,
    counts,
    calls,
    problems: rows.flatMap(({ problems }) => problems),
    exitCode: exitCodeOf(count),
    merchants: rows.map(({ problems: _, ...line }) => line),
    summaryLines: [
      `${runNames([id])}: ${rows.length} ${rows.length === 1 ? 'sub-merchant' : 'sub-merchants'}: ${inWords}. ${calls} ${calls === 1 ? 'call' : 'calls'}.`,
      ...(run.note === null ? [] : [run.note]),
      ...rows.flatMap(linesOf),
      ...(results === null ? [] : ['', `Results: ${results}`]),
    ],
  };
}

const STATE_TEXT: Readonly<Record<MerchantRowState, string>> = {
  invalid: 'to correct',
  ready: 'not finished',
  failed: 'refused in part or in whole',
  unknown: 'need action',
  waits: 'await approval',
  would_change: 'would change',
  done: 'as the sheet says',
};

function linesOf({ row, merchant, state, reason, problems, settings }: MerchantSheetRow): readonly string[] {
  const head = `  row ${row}  ${merchant ?? 'no name'}: ${STATE_TEXT[state].replace('need a', 'needs a').replace('await', 'awaits')}`;
  return [
    head,
    ...(reason === null ? [] : [`     ${reason}`]),
    ...problems.map(({ message }) => `     ${message}`),
    ...settings
      .filter((one) => one.state !== 'same')
      .map(
        ({ setting, state: is, what, before, after, reason: why }) =>
          `     ${setting}, ${what}: ${is}${after === null ? '' : ` (${before === null ? '' : `${before} `}-> ${after})`}${why === null ? '' : `. ${why}`}`,
      ),
  ];
}

function exitCodeOf(count: (state: MerchantRowState) => number): number {
  if (count('unknown') + count('waits') > 0) return EXIT.waits;
  return count('invalid') + count('failed') + count('ready') > 0 ? EXIT.rowsFailed : EXIT.done;
}
