import { findUser } from '../../ledger/users/user.ts';
import type { AppContext } from '../context/app-context.ts';
import { knownPayingMerchants } from '../runs/sheet-merchants.ts';

/** Decides which folders of the inbox belong to a merchant or a user. */
export interface MerchantFolders {
  readonly knows: (merchant: string) => Promise<boolean>;
  /** Whether a user has that name. */
  readonly knowsUser: (name: string) => Promise<boolean>;
}

/** The time (ms) until an added merchant is noticed. A known merchant stays known. */
const ASK_AGAIN_MS = 10_000;

/**
 * Reads the merchants once for all folders, and again after a while if one is not known. `elapsed` is monotonic time in
 * ms.
 */
export function merchantFolders(appContext: AppContext, elapsed: () => number): MerchantFolders {
  const known = new Set<string>();
  let payers = knownPayingMerchants(appContext);
  let askedAt = elapsed();
  return {
    knowsUser: async (name) => (await findUser(appContext.ledger.db, name))?.is_program === false,
    async knows(merchant) {
      if (known.has(merchant)) return true;
      if (elapsed() - askedAt >= ASK_AGAIN_MS) {
        payers = knownPayingMerchants(appContext);
        askedAt = elapsed();
      }
      const knows = await payers.knows(merchant);
      if (knows) known.add(merchant);
      return knows;
    },
  };
}
