import type { Config } from '../../config.ts';
import type { CallRecorder } from '../../ledger/audit/api-calls.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { setEnvironmentSeen } from '../../ledger/merchants/environment-seen.ts';
import type { MerchantKeys } from '../../model.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { once } from '../../platform/once.ts';
import type { BuiltRequest } from '../../service/build-request.ts';
import type { CallRecord } from '../../service/call-record.ts';
import { reportedLimit } from '../../service/rate-limits/reported-limit.ts';
import { NoAnswer, type ServiceAnswer, sendRequest } from '../../service/send-request.ts';
import { callOutcome, createService, type Service } from '../../service/service.ts';
import { readRefusals } from '../../service/service-refusal.ts';
import { type EmbeddedSandbox, joinEmbeddedSandbox } from './embedded-sandbox.ts';
import { keysEnvironment } from './keys-environment.ts';
import { getMerchantKeys } from './merchant-keys.ts';
import type { MerchantRateLimits } from './merchant-rate-limits.ts';
import { createServiceIdentity, type ServiceIdentity } from './service-identity.ts';

export interface MerchantServices {
  /** The URL of the payout service. Starts the embedded sandbox if no service is configured. */
  url(): Promise<string>;
  /**
   * Opens the service for a merchant. Throws what `getMerchantKeys` throws, and `service_changed` if this is not the
   * service at which the ledger pays for the merchant. Its calls throw `keys_environment` if the keys belong to the
   * other environment.
   */
  open(merchant: string, options?: OpenServiceOptions): Promise<Service>;
  readonly wire: Wire;
  close(): Promise<void>;
}

/** The signer of a request. `skewMs` is added to the signed time. */
export interface Signer {
  /** Null if it is not a merchant of the ledger. */
  readonly merchant: string | null;
  readonly keys: MerchantKeys;
  readonly skewMs?: number;
}

/** Sends requests unchanged, also invalid ones, once each. They are logged and limited like all calls. */
export interface Wire {
  /** Throws what `getMerchantKeys` throws. */
  signer(merchant: string): Promise<Signer>;
  /** Throws only `NoAnswer`. */
  send(request: BuiltRequest, signer: Signer): Promise<ServiceAnswer>;
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
  const compared = keysEnvironment(config.environment, (merchant, seen) =>
    setEnvironmentSeen(ledger.db, merchant, seen),
  );

  const joinSandbox = once(() => {
    embedded = joinEmbeddedSandbox(config, clock, ledger.vault, rateLimits.perWindow);
    return embedded;
  });
  const url = async () => config.serviceUrl ?? (await joinSandbox()).url;

  return {
    url,
    async open(merchant, { run, onCall } = {}) {
      const { keys, kind } = await getMerchantKeys(merchant, { config, ledger, joinSandbox });
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
    wire: {
      async signer(merchant) {
        const { keys } = await getMerchantKeys(merchant, { config, ledger, joinSandbox });
        return { merchant, keys };
      },
      async send(request, { merchant, keys, skewMs = 0 }) {
        const { origin, pathname } = new URL(await url());
        const { method, path, body } = request;
        const target = pathname.replace(/\/$/, '') + request.target;
        const rateLimit = rateLimits.of(keys.accessKey, keys.accessKey);
        const send = async () => {
          const at = clock.now();
          const outcome = await sendRequest(
            { method, target, body },
            {
              ...{ keys, origin, fetch: deps.fetch, timeoutMs: config.callTimeoutMs },
              clock: { now: () => clock.now() + skewMs },
            },
          ).catch((error: NoAnswer) => error);
          const ms = Math.round(clock.now() - at);
          const [status, codes] =
            outcome instanceof NoAnswer
              ? [null, [outcome.systemCode]]
              : [outcome.status, readRefusals(outcome.json).map(({ code }) => code)];
          const entry = { at, method, path, status, codes, ms, attempt: 1, outcome: callOutcome(outcome), merchant };
          await calls.record(entry);
          if (outcome instanceof NoAnswer) throw outcome;
          rateLimit.served(reportedLimit({ ...outcome, at: clock.now() }));
          return outcome;
        };
        return rateLimit.run('browse', (permits) => permits.send(send));
      },
    },
    async close() {
      await (await embedded?.catch(() => null))?.leave();
    },
  };
}
