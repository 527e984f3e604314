import { hostname } from 'node:os';
import type { Config } from '../../config.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { createRateLimitSlots } from '../../ledger/operations/rate-limit-slots.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createRateLimit, type RateLimit } from '../../service/rate-limits/rate-limit.ts';
import { createLevel, type RateLimitLevel } from '../../service/rate-limits/rate-limit-level.ts';

/** The service's limits in requests a minute: per merchant, by environment, and per IP address. */
const PER_MINUTE = { sandbox: 50, production: 100 } as const;
const PER_ADDRESS = 200;

export interface MerchantRateLimits {
  /** API calls of one merchant in one window. */
  readonly perWindow: number;
  /** API calls of this machine in one window, for all merchants together. */
  readonly perAddress: number;
  of(merchant: string, accessKey: string): RateLimit;
  close(): Promise<void>;
}

interface MerchantRateLimitsDeps {
  readonly config: Config;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
}

/** One rate limit a merchant, and one level for all of them: the limit of this machine's address. */
export function createMerchantRateLimits({ config, ledger, clock, log }: MerchantRateLimitsDeps): MerchantRateLimits {
  const { quotaWindowMs: windowMs, callTimeoutMs: callMs } = config;
  const perWindow = config.quotaPerMinute ?? PER_MINUTE[config.environment];
  const perAddress = config.quotaPerAddress ?? Math.max(PER_ADDRESS, perWindow);
  const store = createRateLimitSlots(ledger.db, clock);
  const limits = new Map<string, RateLimit>();
  let address: RateLimitLevel | null = null;
  // The limit belongs to the keys and to the machine's address, not to the merchant's name in this ledger.
  const keyOf = (kind: string, text: string) =>
    `${kind}:${ledger.vault.fingerprint(`quota.${kind}`, text).toString('hex').slice(0, 24)}`;

  const create = (accessKey: string): RateLimit => {
    // One level for all merchants, so that the most urgent call of any of them goes first.
    address ??= createLevel({
      store,
      clock,
      windowMs,
      log,
      key: keyOf('address', config.quotaAddress ?? hostname()),
      perWindow: perAddress,
      maxConcurrent: null,
    });
    const keys = { merchant: keyOf('merchant', accessKey), perWindow };
    return createRateLimit({ store, clock, keys, address, windowMs, callMs, log });
  };

  return {
    perWindow,
    perAddress,
    of(merchant, accessKey) {
      const limit = limits.get(merchant) ?? create(accessKey);
      limits.set(merchant, limit);
      return limit;
    },
    async close() {
      await Promise.all([...limits.values()].map((limit) => limit.close()));
      await address?.close();
    },
  };
}
