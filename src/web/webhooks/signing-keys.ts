import type { Ledger } from '../../ledger/ledger.ts';
import { signingKeysOf } from '../../ledger/webhooks/webhook-subscription.ts';
import type { Clock } from '../../platform/clock.ts';

/** The keys that may sign a merchant's deliveries. */
export interface SigningKeys {
  of(merchant: string): Promise<readonly string[]>;
  /** Reads the keys again if they may have changed, for a signature that no known key matches. */
  again(merchant: string): Promise<readonly string[]>;
}

const MERCHANT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Keys are read at most this often, so that not every wrong signature costs a query. */
const AGAIN_MS = 1_000;
/** Number of merchants to remember: made-up names must not fill the memory. */
const MOST = 10_000;

/** Reads each merchant's keys once, and at most once a second again if a signature does not match. */
export function createSigningKeys({ db, vault }: Ledger, clock: Clock): SigningKeys {
  const known = new Map<string, { readonly keys: Promise<readonly string[]>; readonly at: number }>();
  const read = (merchant: string) => {
    if (!MERCHANT.test(merchant)) return Promise.resolve([]);
    const keys = signingKeysOf(db, vault, merchant);
    if (known.size >= MOST) known.clear();
    known.set(merchant, { keys, at: clock.now() });
    // A failed read is not cached.
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
