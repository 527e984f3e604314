import { hostname } from 'node:os';
import type { Config } from '../../config.ts';
import { PayrunError } from '../../errors.ts';
import { type CallRecorder, createCallRecorder } from '../../ledger/audit/calls.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { addMerchant, getMerchant, isAccessKeyOf, merchantKeys } from '../../ledger/merchants/merchant.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { createRateLimitSlots } from '../../ledger/operations/rate-limit-slots.ts';
import type { KeyKind, MerchantKeys } from '../../model.ts';
import type { ProcessConfig } from '../../money-rules.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { createLog, type Log } from '../../platform/log.ts';
import { timeOrderedIds } from '../../platform/time-ordered-id.ts';
import type { CallRecord } from '../../service/call-record.ts';
import { createRateLimit, type RateLimit } from '../../service/rate-limits/rate-limit.ts';
import { createLevel, type RateLimitLevel } from '../../service/rate-limits/rate-limit-level.ts';
import { createService, type Service } from '../../service/service.ts';
import { joinEmbeddedSandbox } from './embedded-sandbox.ts';
import { createDifferenceLog, type RulesInForce, rulesForProcess, rulesToPay } from './money-rules.ts';
import { createServiceIdentity, type ServiceIdentity } from './service-identity.ts';

/** The service's quotas in requests a minute: per merchant, by environment, and per IP address. */
const PER_MINUTE = { sandbox: 50, production: 100 } as const;
const PER_ADDRESS = 200;
/** The merchant id of the embedded sandbox's platform account. Its keys create sub-merchants. */
const EMBEDDED_PLATFORM = 'platform';

/** Everything that a run needs, already open: the ledger, and the payout service for every merchant. */
export interface AppContext {
  /** The settings of this process. The rules that decide whether money moves are not part of it: see `rules`. */
  readonly config: ProcessConfig;
  /** The whole configuration, including the rules that it proposes. Use it to compare and apply rules, never to pay. */
  readonly proposed: Config;
  /**
   * The rules in force. A ledger without rules takes those of this process. Throws `rules_missing`,
   * `ledger_environment`.
   */
  rules(): Promise<RulesInForce>;
  /** Checks that this process may pay from this ledger, without establishing rules. Throws what `rules` throws. */
  checkRules(): Promise<RulesInForce | null>;
  readonly ledger: Ledger;
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly calls: CallRecorder;
  /** True if no real money moves. */
  readonly sandbox: boolean;
  /** The merchant of a sheet that names none. */
  readonly defaultMerchant: string;
  /** API calls of one merchant in one quota window. */
  readonly perWindow: number;
  /** API calls of this machine in one quota window, for all merchants together. */
  readonly perAddress: number;
  /**
   * How long (ms) each pass over a run follows its started payments. The setting, or 0 for those that must not wait for
   * one run: then their status is read once.
   */
  readonly settleWaitMs: number;
  /** How long (ms) a run stays leased to a process that does not respond. 30 s by default. */
  readonly leaseMs?: number;
  /** The URL of the payout service. Starts the embedded sandbox if no service is configured. */
  serviceUrl(): Promise<string>;
  /**
   * Opens the service for a merchant. Throws `merchant_unknown`, `keys_required`, `merchant_exists` if the merchant has
   * another access key, `merchant_keys_taken` if another merchant has this one, and `service_changed` if this is not
   * the service at which the ledger pays for the merchant.
   */
  service(merchant: string, options?: { run?: bigint; onCall?: (record: CallRecord) => void }): Promise<Service>;
  close(): Promise<void>;
}

export interface AppContextOptions {
  readonly log?: Log;
  readonly clock?: Clock;
  readonly openLedger?: typeof openLedger;
  readonly fetch?: typeof fetch;
}

/**
 * Opens the ledger. If no service is configured, the embedded sandbox starts when it is first needed. Throws the errors
 * of opening the ledger.
 */
export async function openAppContext(config: Config, options: AppContextOptions = {}): Promise<AppContext> {
  const log = options.log ?? createLog(config.logLevel);
  const clock = options.clock ?? systemClock;
  const ledger = await (options.openLedger ?? openLedger)({
    databaseUrl: config.databaseUrl,
    home: config.home,
    vaultKey: config.vaultKey,
    log,
    clock,
  });
  const calls = createCallRecorder({ db: ledger.db, clock, log });
  const perWindow = config.quotaPerMinute ?? PER_MINUTE[config.environment];
  const perAddress = config.quotaPerAddress ?? Math.max(PER_ADDRESS, perWindow);
  const rateLimits = new Map<string, RateLimit>();
  let address: RateLimitLevel | null = null;
  let embedded: ReturnType<typeof joinEmbeddedSandbox> | null = null;
  let identity: ServiceIdentity | null = null;

  const joinSandbox = () => {
    embedded ??= joinEmbeddedSandbox(config, clock, ledger.vault, perWindow);
    return embedded;
  };

  const defaultMerchant = config.embeddedService ? 'sandbox' : 'default';
  const place = async (merchant: string): Promise<{ baseUrl: string; keys: MerchantKeys; kind: KeyKind }> => {
    if (config.embeddedService) {
      // A merchant of another service has no keys for the sandbox.
      const kept =
        merchant === defaultMerchant || merchant === EMBEDDED_PLATFORM ? null : await keptSandboxKeys(merchant);
      const { url: baseUrl, keys: ofMerchant, parent } = await joinSandbox();
      if (kept) return { baseUrl, ...kept };
      const kind: KeyKind = merchant === EMBEDDED_PLATFORM ? 'parent' : 'merchant';
      const keys = kind === 'parent' ? parent : ofMerchant;
      const { merchantCountry: country } = config;
      await ledger.tx((db) =>
        addMerchant(db, ledger.vault, { id: merchant, environment: 'sandbox', country, keys, kind, keepKeys: false }),
      );
      return { baseUrl, keys, kind };
    }
    return { baseUrl: config.serviceUrl!, ...(await keysOf(merchant)) };
  };
  /** The keys of a sub-merchant that was created at the embedded sandbox. */
  const keptSandboxKeys = async (merchant: string): Promise<{ keys: MerchantKeys; kind: KeyKind }> => {
    const row = await getMerchant(ledger.db, merchant);
    const keys = row.environment === 'sandbox' ? merchantKeys(ledger.vault, row) : null;
    if (!keys) throw new PayrunError('merchant_unknown', { merchant });
    return { keys, kind: row.key_kind };
  };
  const keysOf = async (merchant: string): Promise<{ keys: MerchantKeys; kind: KeyKind }> => {
    const { accessKey, secretKey, environment, merchantCountry: country } = config;
    if (merchant === defaultMerchant && accessKey && secretKey) {
      const keys = { accessKey, secretKey };
      await ledger.tx((db) =>
        addMerchant(db, ledger.vault, { id: merchant, environment, country, keys, keepKeys: false }),
      );
      return { keys, kind: 'merchant' };
    }
    const row = merchant === defaultMerchant ? null : await getMerchant(ledger.db, merchant);
    const kept = row && merchantKeys(ledger.vault, row);
    if (row && kept) return { keys: kept, kind: row.key_kind };
    if (row && accessKey && secretKey && isAccessKeyOf(ledger.vault, row, accessKey))
      return { keys: { accessKey, secretKey }, kind: row.key_kind };
    throw new PayrunError('keys_required', { merchant });
  };

  const rateLimitOf = (merchant: string, accessKey: string): RateLimit => {
    const known = rateLimits.get(merchant);
    if (known) return known;
    // The quota belongs to the keys and to the machine's address, not to the merchant's name in this ledger.
    const keyOf = (kind: string, text: string) =>
      `${kind}:${ledger.vault.fingerprint(`quota.${kind}`, text).toString('hex').slice(0, 24)}`;
    const { quotaWindowMs: windowMs } = config;
    const store = createRateLimitSlots(ledger.db, clock);
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
    const rateLimit = createRateLimit({
      store,
      clock,
      keys: { merchant: keyOf('merchant', accessKey), perWindow },
      address,
      windowMs,
      callMs: config.callTimeoutMs,
      log,
    });
    rateLimits.set(merchant, rateLimit);
    return rateLimit;
  };

  const rulesDeps = { ledger, config, clock };
  const logDifference = createDifferenceLog((said, message) => log.warn(said, message));

  return {
    config,
    proposed: config,
    settleWaitMs: config.settleWaitMs,
    async rules() {
      const inForce = await rulesToPay(rulesDeps);
      logDifference(inForce);
      return inForce;
    },
    checkRules: () => rulesForProcess(rulesDeps),
    ledger,
    log,
    clock,
    ids: timeOrderedIds(clock),
    calls,
    sandbox: config.embeddedService || config.environment === 'sandbox',
    defaultMerchant,
    perWindow,
    perAddress,
    serviceUrl: async () => config.serviceUrl ?? (await joinSandbox()).url,
    async service(merchant, { run, onCall } = {}) {
      const { baseUrl, keys, kind } = await place(merchant);
      const connect = (answered?: () => Promise<void>) =>
        createService({
          baseUrl,
          merchant: { id: merchant, keys, kind },
          rateLimit: rateLimitOf(merchant, keys.accessKey),
          fetch: options.fetch ?? fetch,
          clock,
          random: Math.random,
          timeoutMs: config.callTimeoutMs,
          onCall: async (record) => {
            onCall?.(record);
            await calls.record({ ...record, run: run ?? null, merchant });
            if (record.outcome === 'ok') await answered?.();
          },
          log,
        });
      const service = connect();
      // A parent's keys only create and delete sub-merchants, and the embedded sandbox listens on any free port.
      if (config.embeddedService || kind === 'parent') return service;
      identity ??= createServiceIdentity({ ledger, clock }, baseUrl);
      const note = await identity.check(merchant, service);
      return note ? connect(once(note)) : service;
    },
    async close() {
      await Promise.all([...rateLimits.values()].map((rateLimit) => rateLimit.close()));
      await address?.close();
      await calls
        .close()
        .catch((error: unknown) =>
          log.warn({ code: (error as { code?: unknown }).code }, 'the last calls were not logged'),
        );
      await (await embedded?.catch(() => null))?.leave();
      await ledger.close();
    },
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}
