import type { Environment } from '../model.ts';
import type { Service } from '../service/service.ts';
import type { LocalDeps } from '../step.ts';

/** The platform whose keys create sub-merchants. */
export interface Platform {
  /** Its name in Payrun. */
  readonly id: string;
  readonly environment: Environment;
  readonly service: Service;
}

/** Dependencies of the work on sub-merchants; each sub-merchant has a service of its own. */
export interface MerchantDeps extends LocalDeps {
  /** Throws `merchant_unknown`, `keys_required`. */
  readonly serviceOf: (merchant: string) => Promise<Service>;
  /** Null if nothing is created: settings only. */
  readonly platform: Platform | null;
}
