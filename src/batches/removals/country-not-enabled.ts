import type { Db } from '../../ledger/db/db.ts';
import { failPlanned } from '../../ledger/payments/payments-in-batches.ts';
import { plannedOutside } from '../../ledger/recipients/recipient-account.ts';
import { COUNTRIES } from '../../rules/countries/countries.ts';
import { finding } from '../../rules/finding.ts';
import { type ActiveRun, audit, type StepDeps } from '../../step.ts';

const CODE = 'country_not_enabled';

/**
 * Fails the payments of planned batches whose bank account is known to be in a country that the merchant may not pay
 * to. Rows with only a referenceId do not show the country. Runs in the caller's transaction and costs no call.
 */
export async function failCountriesNotEnabled(
  run: ActiveRun,
  deps: StepDeps,
  db: Db,
  batches: readonly string[],
  enabledCountries: readonly string[],
): Promise<void> {
  if (enabledCountries.length === 0) return;
  for (const { country, ids, rows } of await plannedOutside(db, batches, enabledCountries)) {
    const { message } = finding(CODE, null, { country: COUNTRIES[country]?.inWords ?? country, code: country });
    await failPlanned(db, ids, CODE, message);
    await audit(db, run, deps, 'country_not_enabled', { rows, country });
  }
}
