import type { Ledger } from '../ledger/ledger.ts';
import type { Scope } from '../ledger/merchants/scope.ts';
import { openRow } from '../ledger/payments/sealed-row.ts';
import { everyRowToFix } from '../ledger/views/correctable-rows.ts';
import { PAYMENT_STATUS } from '../outcomes/status-words.ts';
import { COLUMNS } from '../sheets/headers/columns.ts';

/**
 * The invalid, failed and returned rows of a run as lines of a sheet: canonical columns, then the errors. The first
 * line is the header. The corrected sheet can be uploaded again, because every payment keeps its reference. Bank
 * details are not masked.
 */
export async function* rowsToFix(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  scope: Scope,
  run: bigint,
): AsyncGenerator<readonly (readonly string[])[]> {
  const columns = new Set<string>();
  for await (const page of everyRowToFix(db, scope, run))
    for (const row of page) for (const name of Object.keys(openRow(vault, row).cells)) columns.add(name);
  columns.add('paymentReference');
  const names = COLUMNS.map(({ name }) => name).filter((name) => columns.has(name));
  yield [[...names, 'row', 'status', 'recipient in Payrun', 'status code', 'reason']];
  for await (const page of everyRowToFix(db, scope, run)) {
    yield page.map((fixable) => {
      const { row, state, reference, recipientName, reason, problems } = fixable;
      const { cells } = openRow(vault, fixable);
      const known: Readonly<Record<string, string>> = {
        ...(reference ? { paymentReference: reference } : {}),
        ...cells,
      };
      const why = (problems ?? []).filter(({ severity }) => severity === 'error').map(({ message }) => message);
      return [
        ...names.map((name) => known[name] ?? ''),
        String(row),
        PAYMENT_STATUS[state],
        recipientName ?? '',
        state,
        (state === 'invalid' ? why : [reason ?? '']).join(' '),
      ];
    });
  }
}
