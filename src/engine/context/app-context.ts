import type { Config } from '../../config.ts';
import { type CallRecorder, createCallRecorder } from '../../ledger/audit/api-calls.ts';
import type { Db } from '../../ledger/db/db.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { RulesRow } from '../../ledger/operations/money-rules.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { createCommandLog, type Log } from '../../platform/log.ts';
import { timeOrderedIds } from '../../platform/time-ordered-id.ts';
import type { Service } from '../../service/service.ts';
import { getDefaultMerchant } from './merchant-keys.ts';
import { createMerchantRateLimits } from './merchant-rate-limits.ts';
import { createMerchantServices, type OpenServiceOptions, type Wire } from './merchant-services.ts';
import { rulesForProcess, rulesToPay } from './money-rules.ts';

const KEYS_IN_ENVIRONMENT =
  'PAYRUN_SECRET_KEY is in the environment, where other programs of this account can read it: store the keys with `payrun merchants add`, or name a file in PAYRUN_SECRET_KEY_FILE';

/** Everything that a run needs, already open: the ledger, and the payout service for every merchant. */
export interface AppContext {
  /** The settings of this process. */
  readonly config: Config;
  /**
   * The rules for payments. A ledger of the sandbox without rules gets the defaults. Throws `rules_missing`,
   * `ledger_environment`. With `db`, they are read in its transaction.
   */
  rules(db?: Db): Promise<RulesRow>;
  /** Checks that this process may pay from this ledger, without setting rules. Throws what `rules` throws. */
  checkRules(): Promise<RulesRow | null>;
  readonly ledger: Ledger;
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly calls: CallRecorder;
  /** The merchant of a sheet that names none. */
  readonly defaultMerchant: string;
  /** API calls of one merchant in one quota window. */
  readonly perWindow: number;
  /** API calls of this machine in one quota window, for all merchants together. */
  readonly perAddress: number;
  /**
   * How long (ms) each pass over a run follows its started payments. The setting, or 0 for processes that must not wait
   * for one run: then their status is read once.
   */
  readonly settleWaitMs: number;
  readonly leaseMs?: number;
  /** Rows of a sheet that are loaded at once. Fewer in tests. */
  readonly rowsALoad?: number | undefined;
  /** The URL of the payout service. Starts the embedded sandbox if no service is configured. */
  serviceUrl(): Promise<string>;
  /** Opens the service for a merchant. Throws what `MerchantServices.open` throws. */
  service(merchant: string, options?: OpenServiceOptions): Promise<Service>;
  /** The same without the client: for requests that it would not send. */
  readonly wire: Wire;
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
  const log = options.log ?? createCommandLog(config);
  const clock = options.clock ?? systemClock;
  const ledger = await (options.openLedger ?? openLedger)({
    databaseUrl: config.databaseUrl,
    home: config.home,
    vaultKey: config.vaultKey,
    log,
    clock,
  });
  if (config.environment === 'production' && config.given.secretKey === 'environment') log.warn(KEYS_IN_ENVIRONMENT);
  const calls = createCallRecorder({ db: ledger.db, clock, log });
  const rateLimits = createMerchantRateLimits({ config, ledger, clock, log });
  const services = createMerchantServices({
    config,
    ledger,
    calls,
    rateLimits,
    fetch: options.fetch ?? fetch,
    clock,
    log,
  });
  const rulesDeps = { ledger, config, clock };

  return {
    config,
    settleWaitMs: config.settleWaitMs,
    rules: (db = ledger.db) => rulesToPay({ ...rulesDeps, ledger: { db, tx: ledger.tx } }),
    checkRules: () => rulesForProcess(rulesDeps),
    ledger,
    log,
    clock,
    ids: timeOrderedIds(clock),
    calls,
    defaultMerchant: getDefaultMerchant(config),
    perWindow: rateLimits.perWindow,
    perAddress: rateLimits.perAddress,
    serviceUrl: services.url,
    service: services.open,
    wire: services.wire,
    async close() {
      await rateLimits.close();
      await calls
        .close()
        .catch((error: unknown) =>
          log.warn({ code: (error as { code?: unknown }).code }, 'the last API calls were not recorded'),
        );
      await services.close();
      await ledger.close();
    },
  };
}
