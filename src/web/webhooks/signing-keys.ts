import type { Ledger } from '../../ledger/ledger.ts';
import { signingKeysOf } from '../../ledger/webhooks/webhook-subscription.ts';
import type { Clock } from '../../platform/clock.ts';

/** The keys that may sign a merchant's deliveries. */
export interface SigningKeys {
  of(merchant: string): Promise<readonly string[]>;
  /** The same, read again where they may have changed since: for a signature that none of them fits. */
  again(merchant: string): Promise<readonly string[]>;
}

const MERCHANT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Keys are read again no sooner, so that wrong signatures cost no query each. */
const AGAIN_MS = 1_000;
/** Merchants that are remembered; names that anybody can make up are not to fill the memory. */
const MOST = 10_000;

/** Reads each merchant's keys once, and again at most every second where they do not fit. */
export function createSigningKeys({ db, vault }: Ledger, clock: Clock): SigningKeys {
  const known = new Map<string, { readonly keys: Promise<readonly string[]>; readonly at: number }>();
  const read = (merchant: string) => {
    if (!MERCHANT.test(merchant)) return Promise.resolve([]);
    const keys = signingKeysOf(db, vault, merchant);
    if (known.size >= MOST) known.clear();
    known.set(merchant, { keys, at: clock.now() });
    // What failed is not remembered.
    keys.catch(() => known.delete(merchant));
    return keys;
  };
  return {
    of: (merchant) => known.get(merchant)?.keys ?? read(merchant),
    again(merchant) {
      const before = known.get(merchant);
      return before && clock.now() - before.at < AGAIN_MS ? before.keys : read(merchant);
    },
  };
}
