import type { Scope } from '../../ledger/merchants/scope.ts';
import { rowEditsOf } from '../../ledger/payments/row-edit.ts';
import { openRow } from '../../ledger/payments/sealed-row.ts';
import { everyRowToFix, type RowError, type RowToFix } from '../../ledger/views/correctable-rows.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import type { Actor } from '../../permissions/actor.ts';
import { editedCells } from '../../sheets/edited-row.ts';
import { isSensitive } from '../../sheets/headers/columns.ts';
import type { AppContext } from '../context/app-context.ts';
import { saveEdits } from './correct-rows.ts';

/** The rows of a run that a user may see, with an error of a column that is shown in the clear. */
export interface SameError {
  readonly run: bigint;
  readonly scope: Scope;
  readonly error: RowError;
}

/** A value that rows with one error have in its column, as it is shown, and in how many rows. */
export interface WrongValue {
  readonly value: string;
  readonly rows: number;
}

/** Values offered at most. */
const MOST_VALUES = 20;

/**
 * The values that rows with an error have now, the most frequent first; none if its column is masked or it has none.
 */
export async function wrongValues(appContext: AppContext, same: SameError, by: string): Promise<readonly WrongValue[]> {
  const { column } = same.error;
  if (column === null || isSensitive(column)) return [];
  const found = new Map<string, number>();
  for await (const rows of rowsWith(appContext, same)) {
    const values = await valuesOf(appContext, same.run, rows, column, by);
    for (const value of values.values()) found.set(value, (found.get(value) ?? 0) + 1);
  }
  return [...found]
    .map(([value, rows]) => ({ value, rows }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, MOST_VALUES);
}

/** Replaces a value in all rows that have the error. Returns how many. Throws what `saveEdits` throws. */
export async function replaceInRows(
  appContext: AppContext,
  same: SameError,
  { from, to }: { readonly from: string; readonly to: string },
  by: Actor,
): Promise<number> {
  const { column } = same.error;
  if (column === null || isSensitive(column)) return 0;
  let replaced = 0;
  for await (const rows of rowsWith(appContext, same)) {
    const values = await valuesOf(appContext, same.run, rows, column, by.name);
    const mine = rows.filter(({ row }) => values.get(row) === from);
    if (mine.length > 0) await saveEdits(appContext, same.run, mine, () => ({ [column]: to }), by);
    replaced += mine.length;
  }
  return replaced;
}

async function* rowsWith({ ledger }: AppContext, { run, scope, error }: SameError) {
  for await (const rows of everyRowToFix(ledger.db, scope, run))
    yield rows.filter(({ problems }) =>
      problems?.some(
        ({ code, column, severity }) => severity === 'error' && code === error.code && column === error.column,
      ),
    );
}

async function valuesOf(
  { ledger }: AppContext,
  run: bigint,
  rows: readonly RowToFix[],
  column: string,
  by: string,
): Promise<ReadonlyMap<number, string>> {
  const edits = await rowEditsOf(
    ledger.db,
    ledger.vault,
    { run, by },
    rows.map(({ row }) => row),
  );
  return new Map(
    rows.map((of) => {
      const before = {
        ...(of.reference ? { paymentReference: of.reference } : {}),
        ...openRow(ledger.vault, of).cells,
      };
      const cells = editedCells(before, edits.get(of.row) ?? {}, of.state !== 'invalid');
      return [of.row, maskBankDetails(cells[column] ?? '')];
    }),
  );
}
