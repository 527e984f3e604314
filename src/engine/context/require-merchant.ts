import { isError } from '../../errors.ts';
import type { AppContext } from './app-context.ts';

/**
 * Makes sure that a merchant can pay here before a run is written for it. Throws what `Workplace.service` throws, but for a call that
 * failed: the run meets that again, and says that it can be carried on, which is true only once there is a run.
 */
export async function requireMerchant(appContext: Pick<AppContext, 'service'>, merchant: string): Promise<void> {
  try {
    await appContext.service(merchant);
  } catch (error) {
    const ofCall = isError(error) && error.code.startsWith('service_') && error.code !== 'service_changed';
    if (!ofCall) throw error;
  }
}
