import { beforeAll, expect, it } from 'vitest';
import { type Config, loadConfig } from '../../../src/config.ts';
import { getDefaultMerchant, getMerchantKeys } from '../../../src/engine/context/merchant-keys.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { addMerchant, getMerchant } from '../../../src/ledger/merchants/merchant.ts';
import { describeDatabases } from '../../support/database.ts';

const SANDBOX = {
  url: 'http://127.0.0.1:1',
  keys: { accessKey: 'AK-sandbox', secretKey: 'SK-sandbox' },
  parent: { accessKey: 'AK-parent', secretKey: 'SK-parent' },
  leave: async () => {},
};
const OWN = { accessKey: 'AK-own', secretKey: 'SK-own' };
const STORED = { accessKey: 'AK-stored', secretKey: 'SK-stored' };
const AT_SERVICE = { PAYRUN_SERVICE_URL: 'https://service.example', PAYRUN_ENVIRONMENT: 'sandbox' };
const WITH_KEYS = { ...AT_SERVICE, PAYRUN_ACCESS_KEY: OWN.accessKey, PAYRUN_SECRET_KEY: OWN.secretKey };

const config = (env: Record<string, string>): Config => loadConfig(env, '/');

describeDatabases('the keys of a merchant', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
    const add = (id: string, keys: typeof OWN, storesKeys: boolean) =>
      ledger.tx((db) => addMerchant(db, ledger.vault, { id, environment: 'sandbox', country: 'US', keys, storesKeys }));
    await add('stored', STORED, true);
    await add('same-key', OWN, false);
  });

  const keysOf = (merchant: string, env: Record<string, string>) =>
    getMerchantKeys(merchant, { config: config(env), ledger, joinSandbox: async () => SANDBOX });

  it.each([
    ['the embedded sandbox has those of its own merchant', 'sandbox', {}, SANDBOX.keys, 'merchant'],
    ['the embedded sandbox has those of its platform', 'platform', {}, SANDBOX.parent, 'parent'],
    ['the ledger has those that were stored', 'stored', AT_SERVICE, STORED, 'merchant'],
    ['the settings have those of a merchant with the same access key', 'same-key', WITH_KEYS, OWN, 'merchant'],
  ] as const)('%s', async (_, merchant, env, keys, kind) => {
    expect(await keysOf(merchant, env)).toEqual({ keys, kind });
  });

  it.each([
    ['a default merchant without keys in the settings', 'default', AT_SERVICE, 'keys_required'],
    ['another access key in the settings than the merchant has', 'same-key', AT_SERVICE, 'keys_required'],
    ['a merchant that the ledger does not have', 'nobody', AT_SERVICE, 'merchant_unknown'],
    ['the keys of another merchant in the settings', 'default', WITH_KEYS, 'merchant_keys_taken'],
  ] as const)('refuses %s', async (_, merchant, env, code) => {
    await expect(keysOf(merchant, env)).rejects.toMatchObject({ code });
  });

  it('adds the merchant of the settings to the ledger without its secret key', async () => {
    const own = { ...WITH_KEYS, PAYRUN_ACCESS_KEY: 'AK-other', PAYRUN_SECRET_KEY: 'SK-other' };
    await keysOf(getDefaultMerchant(config(own)), own);
    expect(await getMerchant(ledger.db, 'default')).toMatchObject({ id: 'default', keys_sealed: null });
  });
});
