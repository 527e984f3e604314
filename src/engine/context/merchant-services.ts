import type { Config } from '../../config.ts';
import type { CallRecorder } from '../../ledger/audit/api-calls.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { once } from '../../platform/once.ts';
import type { CallRecord } from '../../service/call-record.ts';
import { createService, type Service } from '../../service/service.ts';
import { type EmbeddedSandbox, joinEmbeddedSandbox } from './embedded-sandbox.ts';
import { keysEnvironment } from './keys-environment.ts';
import { keysOfMerchant } from './merchant-keys.ts';
import type { MerchantRateLimits } from './merchant-rate-limits.ts';
import { createServiceIdentity, type ServiceIdentity } from './service-identity.ts';

export interface MerchantServices {
  /** The URL of the payout service. Starts the embedded sandbox if no service is configured. */
  url(): Promise<string>;
  /**
   * Opens the service for a merchant. Throws what `keysOfMerchant` throws, and `service_changed` if this is not the
   * service at which the ledger pays for the merchant. Its calls throw `keys_environment` if the keys belong to the
   * other environment.
   */
  open(merchant: string, options?: OpenServiceOptions): Promise<Service>;
  close(): Promise<void>;
}

export interface OpenServiceOptions {
  readonly run?: bigint;
  readonly onCall?: (record: CallRecord) => void;
}

interface MerchantServicesDeps {
  readonly config: Config;
  readonly ledger: Ledger;
  readonly calls: CallRecorder;
  readonly rateLimits: MerchantRateLimits;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly log: Log;
}

/** The payout service for every merchant. All its calls are recorded and count against the merchant's rate limit. */
export function createMerchantServices(deps: MerchantServicesDeps): MerchantServices {
  const { config, ledger, calls, rateLimits, clock, log } = deps;
  let embedded: Promise<EmbeddedSandbox> | null = null;
  let identity: ServiceIdentity | null = null;
  const compared = keysEnvironment(config.environment);

  const joinSandbox = once(() => {
    embedded = joinEmbeddedSandbox(config, clock, ledger.vault, rateLimits.perWindow);
    return embedded;
  });
  const url = async () => config.serviceUrl ?? (await joinSandbox()).url;

  return {
    url,
    async open(merchant, { run, onCall } = {}) {
      const { keys, kind } = await keysOfMerchant(merchant, { config, ledger, joinSandbox });
      const baseUrl = await url();
      const connect = (answered?: () => Promise<void>) => {
        const service = createService({
          baseUrl,
          merchant: { id: merchant, keys, kind },
          rateLimit: rateLimits.of(merchant, keys.accessKey),
          fetch: deps.fetch,
          clock,
          random: Math.random,
          timeoutMs: config.callTimeoutMs,
          // A page, or a look at a balance, does not wait for the end of a maintenance.
          outageWaitMs: run === undefined ? 0 : config.outageWaitMs,
          onCall: async (record) => {
            onCall?.(record);
            await calls.record({ ...record, run: run ?? null, merchant });
            if (record.outcome === 'ok') await answered?.();
          },
          log,
        });
        // A parent's keys only create and delete sub-merchants, and they have no balance that tells.
        return config.embeddedService || kind === 'parent' ? service : compared(merchant, keys.accessKey, service);
      };
      const service = connect();
      // A parent's keys only create and delete sub-merchants, and the embedded sandbox listens on any free port.
      if (config.embeddedService || kind === 'parent') return service;
      identity ??= createServiceIdentity({ ledger, clock }, baseUrl);
      const note = await identity.check(merchant, service);
      if (!note) return service;
      const noteOnce = once(note);
      return connect(() =>
        noteOnce().catch((error: unknown) =>
          log.warn(
            { merchant, code: (error as { code?: unknown }).code },
            'the URL of the service was not recorded yet',
          ),
        ),
      );
    },
    async close() {
      await (await embedded?.catch(() => null))?.leave();
    },
  };
}
