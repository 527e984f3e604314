import { isError } from '../../errors.ts';
import type { AppContext } from './app-context.ts';

/**
 * Checks that a merchant can pay before a run is created for it. Throws what `AppContext.service` throws, except for
 * failed API calls: the run meets those again and then reports that it can be resumed, which is true only once the run
 * exists.
 */
export async function requireMerchant(appContext: Pick<AppContext, 'service'>, merchant: string): Promise<void> {
  try {
    await appContext.service(merchant);
  } catch (error) {
    const ofCall = isError(error) && error.code.startsWith('service_') && error.code !== 'service_changed';
    if (!ofCall) throw error;
  }
}
