import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';
import { listMerchants, merchantKeys } from '../merchants/merchant.ts';
import { SEALED_COLUMNS } from '../rotations/sealed-columns.ts';
import type { Vault } from '../vault/vault.ts';
import type { BrokenGuarantee } from './verify.ts';

/** Read separately, and of any size: rows by `verifyRows`, parts of sheets when the sheet is read. */
const LARGE: ReadonlySet<string> = new Set(['payment_row', 'sheet_part']);

/**
 * Opens keys, webhooks, sessions and authenticator secrets in their place. One that was moved from another merchant or
 * row, and keys with another access key than the merchant was added with, are found. Returns the number of values.
 */
export async function verifySealed(
  db: Db,
  vault: Vault,
): Promise<{ values: number; findings: readonly BrokenGuarantee[] }> {
  const findings: BrokenGuarantee[] = [];
  let values = 0;
  const found = (what: string) =>
    findings.push({ guarantee: 'G6', run: null, row: null, payment: null, batch: null, what });
  for (const { table, column, key, extraColumns = [], placeOf } of SEALED_COLUMNS) {
    if (LARGE.has(table)) continue;
    const names = Object.keys(key);
    const { rows } = await db.query<Record<string, unknown> & { sealed: Buffer }>(
      `select ${[...names, ...extraColumns].join(', ')}, ${column} as sealed from payrun.${table} where ${column} <> '' order by ${names.join(', ')}`,
    );
    for (const row of rows) {
      values += 1;
      if (!opens(() => vault.open(row.sealed, placeOf(row))))
        found(`${table}.${column} of ${names.map((name) => row[name]).join(' ')} was changed or is of another row.`);
    }
  }
  for (const merchant of await listMerchants(db)) {
    if (merchant.keys_sealed && !opens(() => merchantKeys(vault, merchant)))
      found(`the keys of merchant ${merchant.id} are not those that it was added with.`);
  }
  return { values, findings };
}

function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch (error) {
    if (!(error instanceof PayrunError)) throw error;
    return false;
  }
}
