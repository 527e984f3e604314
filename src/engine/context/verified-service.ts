import { refuseOtherService } from '../../batches/services/refuse-other-service.ts';
import { isError } from '../../errors.ts';
import { payingMerchants } from '../../ledger/merchants/service-identity.ts';
import type { CallRecord } from '../../service/call-record.ts';
import type { Service } from '../../service/service.ts';
import type { AppContext } from './app-context.ts';

interface VerifiedServiceOptions {
  readonly run?: bigint;
  readonly onCall?: (record: CallRecord) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens the service for a merchant, and checks that it is the one that the ledger pays with, even at the same address:
 * before any change, and before an account that it shows is trusted. One call. Throws `service_changed` and what
 * `AppContext.service` throws.
 */
export async function verifiedService(
  appContext: AppContext,
  merchant: string,
  options: VerifiedServiceOptions = {},
): Promise<Service> {
  const { ledger, clock } = appContext;
  const { signal = new AbortController().signal } = options;
  const service = await appContext.service(merchant, options);
  await refuseOtherService({ merchant }, { service, ledger, clock, signal });
  return service;
}

/**
 * The same for a platform, which pays no one itself: the service has to know a batch of another merchant that this
 * ledger pays for. A merchant without stored keys cannot be asked; one whose keys the service refuses proves nothing,
 * so another one is asked. Throws the refusal if all that could be asked were refused.
 */
export async function verifiedPlatformService(
  appContext: AppContext,
  platform: string,
  options: VerifiedServiceOptions = {},
): Promise<Service> {
  let refused: unknown = null;
  for (const merchant of await payingMerchants(appContext.ledger.db, platform))
    try {
      await verifiedService(appContext, merchant, options);
      refused = null;
      break;
    } catch (error) {
      if (isError(error, 'service_keys_refused', 'service_not_authorized')) refused ??= error;
      else if (!isError(error, 'keys_required', 'merchant_unknown')) throw error;
    }
  if (refused !== null) throw refused;
  return appContext.service(platform, options);
}
