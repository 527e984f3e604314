import { hostname } from 'node:os';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { PayrunError } from '../errors.ts';
import { type CallRecorder, createCallRecorder } from '../ledger/calls.ts';
import { addMerchant, getMerchant, isAccessKeyOf, merchantKeys } from '../ledger/merchant.ts';
import { type Ledger, openLedger } from '../ledger/open-ledger.ts';
import { createQuotaSlots } from '../ledger/quota-slots.ts';
import { createLog, type Log } from '../log.ts';
import type { MerchantKeys } from '../model.ts';
import type { CallRecord } from '../service/call-record.ts';
import { createQuota, type Quota } from '../service/quota.ts';
import { createService, type Service } from '../service/service.ts';
import { joinEmbeddedSandbox } from './embedded-sandbox.ts';
import { timeOrderedIds } from './time-ordered-id.ts';

/** The service's quotas: requests a minute of a merchant, by environment, and of an address. */
const PER_MINUTE = { sandbox: 50, production: 100 } as const;
const PER_ADDRESS = 200;

/** Everything that a run needs, open: the ledger, and the service for every merchant. */
export interface Workplace {
  readonly config: Config;
  readonly ledger: Ledger;
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly calls: CallRecorder;
  /** No money moves. */
  readonly sandbox: boolean;
  /** The merchant of a sheet that names none. */
  readonly defaultMerchant: string;
  /** Calls of one merchant in one window. */
  readonly perWindow: number;
  /** Throws `merchant_unknown`, `keys_required`, `merchant_exists` when the keys are those of another account. */
  service(merchant: string, options?: { run?: bigint; onCall?: (record: CallRecord) => void }): Promise<Service>;
  close(): Promise<void>;
}

export interface WorkplaceOptions {
  readonly log?: Log;
  readonly clock?: Clock;
  readonly openLedger?: typeof openLedger;
  readonly fetch?: typeof fetch;
}

/** Opens the ledger and, where no service is configured, the embedded sandbox. Throws what those throw. */
export async function openWorkplace(config: Config, options: WorkplaceOptions = {}): Promise<Workplace> {
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
  const quotas = new Map<string, Quota>();
  let embedded: ReturnType<typeof joinEmbeddedSandbox> | null = null;

  const defaultMerchant = config.embeddedService ? 'sandbox' : 'default';
  const place = async (merchant: string): Promise<{ baseUrl: string; keys: MerchantKeys }> => {
    if (config.embeddedService) {
      if (merchant !== defaultMerchant) throw new PayrunError('merchant_unknown', { merchant });
      embedded ??= joinEmbeddedSandbox(config, clock, ledger.vault, perWindow);
      const { url, keys } = await embedded;
      await ledger.tx((db) =>
        addMerchant(db, ledger.vault, {
          id: merchant,
          environment: 'sandbox',
          country: config.merchantCountry,
          keys,
          keepKeys: false,
        }),
      );
      return { baseUrl: url, keys };
    }
    return { baseUrl: config.serviceUrl!, keys: await keysOf(merchant) };
  };
  const keysOf = async (merchant: string): Promise<MerchantKeys> => {
    const { accessKey, secretKey, environment, merchantCountry: country } = config;
    if (merchant === defaultMerchant && accessKey && secretKey) {
      const keys = { accessKey, secretKey };
      await ledger.tx((db) =>
        addMerchant(db, ledger.vault, { id: merchant, environment, country, keys, keepKeys: false }),
      );
      return keys;
    }
    const row = merchant === defaultMerchant ? null : await getMerchant(ledger.db, merchant);
    const kept = row && merchantKeys(ledger.vault, row);
    if (kept) return kept;
    if (row && accessKey && secretKey && isAccessKeyOf(ledger.vault, row, accessKey)) return { accessKey, secretKey };
    throw new PayrunError('keys_required', { merchant });
  };

  const quotaOf = (merchant: string, accessKey: string): Quota => {
    const known = quotas.get(merchant);
    if (known) return known;
    // Slots belong to the keys and to the machine's address, whatever the merchant is called here.
    const keyOf = (kind: string, text: string) =>
      `${kind}:${ledger.vault.fingerprint(`quota.${kind}`, text).toString('hex').slice(0, 24)}`;
    const quota = createQuota({
      store: createQuotaSlots(ledger.db, clock),
      clock,
      keys: { merchant: keyOf('merchant', accessKey), perWindow },
      address: {
        key: keyOf('address', hostname()),
        perWindow: config.quotaPerAddress ?? Math.max(PER_ADDRESS, perWindow),
      },
      windowMs: config.quotaWindowMs,
      callMs: config.callTimeoutMs,
      log,
    });
    quotas.set(merchant, quota);
    return quota;
  };

  return {
    config,
    ledger,
    log,
    clock,
    ids: timeOrderedIds(clock),
    calls,
    sandbox: config.embeddedService || config.environment === 'sandbox',
    defaultMerchant,
    perWindow,
    async service(merchant, { run, onCall } = {}) {
      const { baseUrl, keys } = await place(merchant);
      return createService({
        baseUrl,
        merchant: { id: merchant, keys },
        quota: quotaOf(merchant, keys.accessKey),
        fetch: options.fetch ?? fetch,
        clock,
        random: Math.random,
        timeoutMs: config.callTimeoutMs,
        onCall: async (record) => {
          onCall?.(record);
          await calls.record({ ...record, run: run ?? null, merchant });
        },
        log,
      });
    },
    async close() {
      await Promise.all([...quotas.values()].map((quota) => quota.close()));
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
