import { findUser } from '../../ledger/users/user.ts';
import type { AppContext } from '../context/app-context.ts';
import { sheetPayers } from '../runs/payers.ts';

/** Which folders of the inbox belong to somebody. */
export interface MerchantFolders {
  readonly knows: (merchant: string) => Promise<boolean>;
  /** Is there a user of that name? */
  readonly knowsUser: (name: string) => Promise<boolean>;
}

/** A merchant stays; one that is added is seen so many ms later. */
const ASK_AGAIN_MS = 10_000;

/** Asks the ledger once for all folders, and again after a while where one is not known. `elapsed`: ms that never jump. */
export function merchantFolders(appContext: AppContext, elapsed: () => number): MerchantFolders {
  const known = new Set<string>();
  let payers = sheetPayers(appContext);
  let askedAt = elapsed();
  return {
    knowsUser: async (name) => (await findUser(appContext.ledger.db, name)) !== null,
    async knows(merchant) {
      if (known.has(merchant)) return true;
      if (elapsed() - askedAt >= ASK_AGAIN_MS) {
        payers = sheetPayers(appContext);
        askedAt = elapsed();
      }
      try {
        const knows = await payers.knows(merchant);
        if (knows) known.add(merchant);
        return knows;
      } catch (error) {
        payers = sheetPayers(appContext);
        throw error;
      }
    },
  };
}
