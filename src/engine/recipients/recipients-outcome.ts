import { EXIT } from '../../errors.ts';
import type { Db } from '../../ledger/db/db.ts';
import {
  countRecipientRows,
  type RecipientRowResult,
  type RecipientRowState,
  recipientRowsWithErrors,
  recipientsIn,
} from '../../ledger/recipients/recipient-row.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { type RunOutcome, runOutcome } from '../../reports/payment-run-outcome.ts';
import { runNames } from '../../reports/run-names.ts';

/** The outcome of a run of recipients. It has no payments, so `invalid` and `failed` count rows. */
export interface RecipientsOutcome extends RunOutcome {
  readonly recipients: Readonly<Partial<Record<RecipientRowState, number>>>;
  /** The lines for the terminal. */
  readonly summaryLines: readonly string[];
}

const MOST_LINES = 50;
const STATE_TEXT: Readonly<Record<RecipientRowState, string>> = {
  created: 'created',
  changed: 'changed',
  unchanged: 'as they were',
  refused: 'refused',
  invalid: 'to correct',
  ready: 'not brought yet',
};

/** Reads the outcome from the ledger alone. */
export async function recipientsOutcome(db: Db, id: bigint, results: string | null = null): Promise<RecipientsOutcome> {
  const run = await getRun(db, id);
  const base = await runOutcome(db, id, results);
  const recipients = await countRecipientRows(db, id);
  const rows = (await recipientsIn(db, id)) ?? Object.values(recipients).reduce((sum, n) => sum + n, 0);
  const withErrors = await recipientRowsWithErrors(db, id, 10_000);
  const { invalid = 0, refused = 0, ready = 0 } = recipients;
  const inWords = (Object.keys(STATE_TEXT) as RecipientRowState[])
    .filter((state) => recipients[state])
    .map((state) => `${recipients[state]} ${STATE_TEXT[state]}`);
  const more = withErrors.length - MOST_LINES;
  return {
    ...base,
    rows,
    counts: { ...base.counts, invalid, failed: refused },
    problems: withErrors.flatMap(({ problems }) => problems),
    exitCode: invalid + refused + (run.options.dryRun ? 0 : ready) > 0 ? EXIT.rowsFailed : EXIT.done,
    recipients,
    summaryLines: [
      `${runNames([id])}: ${rows} ${rows === 1 ? 'recipient' : 'recipients'}: ${inWords.join(', ')}. ${base.calls} ${base.calls === 1 ? 'call' : 'calls'}. No one was paid.`,
      ...(run.note === null ? [] : [run.note]),
      ...withErrors.slice(0, MOST_LINES).flatMap(linesOf),
      ...(more > 0 ? [`  and ${more} more: see the results.`] : []),
      ...(results === null ? [] : ['', `Results: ${results}`]),
    ],
  };
}

function linesOf({ row, state, reason, problems }: RecipientRowResult): readonly string[] {
  return [
    `  row ${row}: ${STATE_TEXT[state]}`,
    ...(reason === null ? [] : [`     ${reason}`]),
    ...problems.map(({ message }) => `     ${message}`),
  ];
}
