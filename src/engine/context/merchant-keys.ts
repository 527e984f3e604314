import type { Config } from '../../config.ts';
import { isError, PayrunError } from '../../errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import {
  addMerchant,
  getMerchant,
  isAccessKeyOf,
  isMerchantUnchanged,
  merchantKeys,
} from '../../ledger/merchants/merchant.ts';
import type { KeyKind, MerchantKeys } from '../../model.ts';
import type { EmbeddedSandbox } from './embedded-sandbox.ts';

/** The merchant id of the embedded sandbox's platform account. Its keys create sub-merchants. */
const EMBEDDED_PLATFORM = 'platform';

interface KnownKeys {
  readonly keys: MerchantKeys;
  readonly kind: KeyKind;
}

interface MerchantKeysDeps {
  readonly config: Config;
  readonly ledger: Ledger;
  readonly joinSandbox: () => Promise<EmbeddedSandbox>;
}

/** They are in the ledger once they have been used. */
export const DEFAULT_MERCHANTS = ['sandbox', 'default'] as const;

/** The merchant of a sheet that names none. */
export const getDefaultMerchant = ({ embeddedService }: Config) => DEFAULT_MERCHANTS[embeddedService ? 0 : 1];

/**
 * The keys of a merchant, from the configuration, the ledger or the embedded sandbox. A merchant whose keys are in the
 * configuration is added to the ledger without them. Throws `merchant_unknown`, `keys_required`, `merchant_exists` if
 * the merchant has another access key, and `merchant_keys_taken` if another merchant has this one.
 */
export async function getMerchantKeys(merchant: string, deps: MerchantKeysDeps): Promise<KnownKeys> {
  const { config, ledger } = deps;
  const { accessKey, secretKey, environment, merchantCountry: country } = config;
  const isDefault = merchant === getDefaultMerchant(config);
  /** A kind that is not named keeps its keys. */
  const add = async (keys: MerchantKeys, kind?: KeyKind): Promise<KnownKeys> => {
    const row = { id: merchant, environment, country, keys, storesKeys: false, ...(kind ? { kind } : {}) };
    if (!(await isMerchantUnchanged(ledger.db, ledger.vault, row)))
      await ledger.tx((db) => addMerchant(db, ledger.vault, row));
    return { keys, kind: kind ?? 'merchant' };
  };
  if (config.embeddedService) {
    const isPlatform = merchant === EMBEDDED_PLATFORM;
    // A merchant of another service has no keys for the sandbox.
    const created = isDefault || isPlatform ? null : await keysAtSandbox(merchant, ledger);
    const { keys, parent } = await deps.joinSandbox();
    return created ?? (isPlatform ? add(parent, 'parent') : add(keys, 'merchant'));
  }
  if (isDefault && accessKey && secretKey) return add({ accessKey, secretKey });
  const row = await getMerchant(ledger.db, merchant).catch((error: unknown) => {
    if (isDefault && isError(error, 'merchant_unknown')) return null;
    throw error;
  });
  const stored = row && merchantKeys(ledger.vault, row);
  if (row && stored) return { keys: stored, kind: row.key_kind };
  if (row && accessKey && secretKey && isAccessKeyOf(ledger.vault, row, accessKey))
    return { keys: { accessKey, secretKey }, kind: row.key_kind };
  throw new PayrunError('keys_required', { merchant });
}

/** The keys of a sub-merchant that was created at the embedded sandbox. */
async function keysAtSandbox(merchant: string, ledger: Ledger): Promise<KnownKeys> {
  const row = await getMerchant(ledger.db, merchant);
  const keys = row.environment === 'sandbox' ? merchantKeys(ledger.vault, row) : null;
  if (!keys) throw new PayrunError('merchant_unknown', { merchant });
  return { keys, kind: row.key_kind };
}
