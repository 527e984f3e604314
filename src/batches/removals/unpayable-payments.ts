import type { Db } from '../../ledger/db/db.ts';
import { failPlanned } from '../../ledger/payments/payments-in-batches.ts';
import type { ReviewedRecipient } from '../../ledger/recipients/compliance.ts';
import { INACTIVE } from '../../ledger/recipients/doubted-recipient.ts';
import { plannedOutside } from '../../ledger/recipients/recipient-account.ts';
import { plannedBelowMinimum, type ServedMinimum } from '../../ledger/recipients/route-minimum.ts';
import { sentence } from '../../messages.ts';
import { readServiceAmount, showMoney } from '../../money.ts';
import { COUNTRIES } from '../../rules/countries/countries.ts';
import { finding } from '../../rules/finding.ts';
import { getAccountId, getRecipientCompliance } from '../../service/remote-fields.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import { type ActiveRun, audit, type StepDeps } from '../../step.ts';
import type { Removal } from './remove-payments.ts';

const NOT_ENABLED = 'country_not_enabled';
const BELOW_MINIMUM = 'amount_below_route_minimum';

/**
 * Fails the payments of planned batches that the service would not pay, one of which would fail its whole batch: those
 * whose bank account is known to be in a country that the merchant may not pay to, and those below the service's known
 * minimum for their recipient. Rows with only a referenceId do not show the country. Runs in the caller's transaction
 * and costs no call.
 */
export async function failUnpayable(
  run: ActiveRun,
  deps: StepDeps,
  db: Db,
  batches: readonly string[],
  enabledCountries: readonly string[],
): Promise<void> {
  if (enabledCountries.length > 0)
    for (const { country, ids, rows } of await plannedOutside(db, batches, enabledCountries)) {
      const words = { country: COUNTRIES[country]?.inWords ?? country, code: country };
      await failPlanned(db, ids, NOT_ENABLED, finding(NOT_ENABLED, null, words).message);
      await audit(db, run, deps, 'country_not_enabled', { rows, country });
    }
  for (const { ids, rows, ...minimum } of await plannedBelowMinimum(db, batches)) {
    await failPlanned(db, ids, BELOW_MINIMUM, sentenceOf(minimum));
    await audit(db, run, deps, 'below_route_minimum', { rows, route: minimum.route, minimum: showMoney(minimum) });
  }
}

/**
 * The removal of a payment that is below the minimum that the service gives with it. Null if the service gives no
 * minimum ("0" is none) or no price yet; then the start fails instead.
 *
 * @param account the account that is paid, if the answer does not show it
 */
export function belowAtService(id: string, listed: RemotePayment, account: string | null): Removal | null {
  const { sourceCurrency: currency, routeMinimum } = listed;
  if (!currency || !routeMinimum || !listed.sourceAmount) return null;
  const minor = readServiceAmount(routeMinimum, currency);
  const amount = readServiceAmount(listed.sourceAmount, currency);
  if (minor === null || minor <= 0n || amount === null || amount <= 0n || amount >= minor) return null;
  const minimum = { route: listed.routeType ?? 'bank transfer', minor, currency };
  const accountRemoteId = getAccountId(listed.account) ?? account;
  const recipientRemoteId = listed.recipient?.id;
  return {
    id,
    remoteId: listed.id,
    code: BELOW_MINIMUM,
    reason: sentenceOf(minimum),
    served: recipientRemoteId && accountRemoteId ? { ...minimum, recipientRemoteId, accountRemoteId } : null,
  };
}

/** For example "The amount is below 20.00 USD, the minimum …" */
function sentenceOf({ route, minor, currency }: Pick<ServedMinimum, 'route' | 'minor' | 'currency'>): string {
  const minimum = showMoney({ minor, currency });
  return finding(BELOW_MINIMUM, null, { minimum, route: route.replace('_no_fx', '').toUpperCase() }).message;
}

/** The recipient of a listed payment and the review of them; nothing if the service shows none. */
export function reviewedRecipient(payment: RemotePayment): readonly ReviewedRecipient[] {
  const compliance = getRecipientCompliance(payment);
  return compliance && payment.recipient ? [{ remoteId: payment.recipient.id, compliance }] : [];
}

/** The removal of an unsent payment whose recipient the service's compliance review blocks: it is put on hold. */
export function blockedAtService(id: string, listed: RemotePayment): Removal | null {
  if (listed.status !== 'pending' || getRecipientCompliance(listed) !== 'blocked') return null;
  const reason = sentence('recipient_inactive.blocked', { status: 'blocked' });
  return { id, remoteId: listed.id, code: INACTIVE, reason, served: null };
}
