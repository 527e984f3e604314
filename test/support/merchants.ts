import { addMerchant } from '../../src/ledger/merchants/merchant.ts';
import type { MerchantKeys } from '../../src/model.ts';
import type { TestDatabase } from './database.ts';
import type { Payroll } from './payroll.ts';
import { signedFetch } from './signed-fetch.ts';

/** Sub-merchants at the payroll's sandbox, approved, with their keys kept under these names. Returns the keys by name. */
export async function addSubMerchants(
  payroll: Pick<Payroll, 'sandbox' | 'control'>,
  database: Pick<TestDatabase, 'open'>,
  names: readonly string[],
): Promise<Readonly<Record<string, MerchantKeys>>> {
  const { url, parent } = payroll.sandbox;
  const ledger = await database.open();
  const added: Record<string, MerchantKeys> = {};
  for (const name of names) {
    const { body } = await signedFetch({ url, keys: parent })('POST', '/v1/profile/sandbox', {
      apikey: true,
      merchant: { name, currency: 'EUR' },
    });
    await payroll.control('approve', { merchant: body.merchant.id });
    const { accessKey, secretKey } = body.merchant;
    const keys = { accessKey, secretKey };
    await ledger.tx((db) =>
      addMerchant(db, ledger.vault, { id: name, environment: 'sandbox', country: 'US', keys, storesKeys: true }),
    );
    added[name] = keys;
  }
  return added;
}

/** A CSV with a column `merchant` in front: the lines of a sheet, and who pays each. */
export function withMerchants(sheet: string, merchants: readonly string[]): string {
  const [header, ...lines] = sheet.trimEnd().split('\n');
  return `${[`merchant,${header}`, ...lines.map((line, i) => `${merchants[i] ?? ''},${line}`)].join('\n')}\n`;
}
