import type { Environment } from '../model.ts';
import type { Service } from '../service/service.ts';
import type { LocalDeps } from '../step.ts';

/** The platform whose keys make sub-merchants. */
export interface Platform {
  /** Its name here. */
  readonly id: string;
  readonly environment: Environment;
  readonly service: Service;
}

/** What the work on sub-merchants needs: every one has a service of its own. */
export interface MerchantDeps extends LocalDeps {
  /** Throws `merchant_unknown`, `keys_required`. */
  readonly serviceOf: (merchant: string) => Promise<Service>;
  /** Null where nothing is made: settings only. */
  readonly platform: Platform | null;
}
