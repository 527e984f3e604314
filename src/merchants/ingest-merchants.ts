import { addMerchantRows, type MerchantSheetRow } from '../ledger/merchants/merchant-row.ts';
import { type ActiveRun, audit, fenced, type LocalDeps } from '../step.ts';
import { checkMerchantRow, problem } from './check-row.ts';
import type { MerchantSheet } from './merchant-sheet.ts';

/**
 * Checks the rows of a sheet of sub-merchants and writes them into the ledger as `ready` or `invalid`. Ingesting the
 * same sheet again changes nothing. `creating`: the sub-merchants are to be created.
 */
export async function ingestMerchants(
  run: ActiveRun,
  deps: LocalDeps,
  { rows }: MerchantSheet,
  creating: boolean,
): Promise<void> {
  const firsts = new Map<string, number>();
  const checked = rows.map(({ row, cells, findings }): MerchantSheetRow => {
    const name = cells.merchant;
    const first = name === undefined ? undefined : firsts.get(name.toLowerCase());
    if (name !== undefined && first === undefined) firsts.set(name.toLowerCase(), row);
    // If the values of a row could not be matched to columns, it is not checked further.
    const unread = findings.some(({ column }) => column === null);
    const problems = [
      ...findings,
      ...(unread ? [] : checkMerchantRow(cells, creating)),
      ...(first === undefined
        ? []
        : [
            problem(
              'merchant_twice',
              'merchant',
              `Merchant ${name} is already in row ${first}. Use one row per merchant.`,
              name,
            ),
          ]),
    ].map((found) => ({ ...found, row }));
    return {
      row,
      merchant: name ?? null,
      state: problems.length > 0 ? 'invalid' : 'ready',
      reason: null,
      problems,
      settings: [],
    };
  });
  await fenced(run, deps, async (db) => {
    await addMerchantRows(db, run.id, checked);
    const invalid = checked.filter(({ state }) => state === 'invalid').length;
    await audit(db, run, deps, 'merchants_in', { rows: checked.length, invalid });
  });
}
