import { beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import {
  addMerchant,
  getMerchant,
  isAccessKeyOf,
  isMerchantUnchanged,
  listMerchants,
  merchantKeys,
} from '../../../src/ledger/merchants/merchant.ts';
import { describeDatabases } from '../../support/database.ts';

const KEYS = { accessKey: 'AK-one', secretKey: 'SK-one' };

describeDatabases('a merchant', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const add = (id: string, keys = KEYS, storesKeys = true, country = 'US') =>
    ledger.tx((db) => addMerchant(db, ledger.vault, { id, environment: 'sandbox', country, keys, storesKeys }));

  it('is found by its name, and its keys can be read with the vault', async () => {
    expect(await add('one')).toBe('added');
    const merchant = await getMerchant(ledger.db, 'one');
    expect(merchant).toMatchObject({ id: 'one', environment: 'sandbox', country: 'US' });
    expect(merchantKeys(ledger.vault, merchant)).toEqual(KEYS);
    expect(isAccessKeyOf(ledger.vault, merchant, 'AK-one')).toBe(true);
    expect(isAccessKeyOf(ledger.vault, merchant, 'AK-two')).toBe(false);
  });

  it('has no key in plain text in the database', async () => {
    const { rows } = await ledger.db.query<{ text: string }>('select m::text as text from payrun.merchant m');
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const { text } of rows)
      for (const key of Object.values(KEYS)) expect(text).not.toMatch(new RegExp(`${key}|${hex(key)}`));
  });

  it('accepts a new secret key and country under the same access key', async () => {
    expect(await add('one', { ...KEYS, secretKey: 'SK-new' }, true, 'GB')).toBe('updated');
    const merchant = await getMerchant(ledger.db, 'one');
    expect(merchant.country).toBe('GB');
    expect(merchantKeys(ledger.vault, merchant)?.secretKey).toBe('SK-new');
  });

  it('has keys of a kind, which stays until another one is given', async () => {
    expect((await getMerchant(ledger.db, 'one')).key_kind).toBe('merchant');
    const platform = { id: 'us', environment: 'sandbox', country: 'US', storesKeys: true } as const;
    const keys = { accessKey: 'AK-us', secretKey: 'SK-us' };
    const kindAfter = async (kind?: 'merchant' | 'parent') => {
      await ledger.tx((db) => addMerchant(db, ledger.vault, { ...platform, keys, ...(kind ? { kind } : {}) }));
      return (await getMerchant(ledger.db, 'us')).key_kind;
    };
    expect([await kindAfter('parent'), await kindAfter(), await kindAfter('merchant')]).toEqual([
      'parent',
      'parent',
      'merchant',
    ]);
  });

  it('stores no keys that come from the environment', async () => {
    await add('two', { accessKey: 'AK-two', secretKey: 'SK-two' }, false);
    expect(merchantKeys(ledger.vault, await getMerchant(ledger.db, 'two'))).toBeNull();
  });

  it('whose keys come from the environment is locked and written only if something changed', async () => {
    const again = async (country: string, kind?: 'merchant' | 'parent') => {
      const keys = { accessKey: 'AK-two', secretKey: 'SK-two' };
      const row = { id: 'two', environment: 'sandbox', country, keys, storesKeys: false } as const;
      const given = { ...row, ...(kind ? { kind } : {}) };
      const isChanged = !(await isMerchantUnchanged(ledger.db, ledger.vault, given));
      if (isChanged) await ledger.tx((db) => addMerchant(db, ledger.vault, given));
      return isChanged;
    };
    expect([await again('US'), await again('US', 'merchant')]).toEqual([false, false]);
    expect([await again('GB'), await again('GB', 'parent'), await again('GB')]).toEqual([true, true, false]);
    expect(await getMerchant(ledger.db, 'two')).toMatchObject({ country: 'GB', key_kind: 'parent' });
  });

  it('never gets the access key of another account, whose payments it would have', async () => {
    await expect(add('one', { accessKey: 'AK-three', secretKey: 'SK' })).rejects.toMatchObject({
      code: 'merchant_exists',
    });
  });

  it('is the only one with its access key: under two names a payment could be made twice', async () => {
    await expect(add('three')).rejects.toMatchObject({ code: 'merchant_keys_taken', details: { merchant: 'one' } });
    const both = ['four', 'five'].map((id) => add(id, { accessKey: 'AK-same', secretKey: 'SK' }));
    const ended = await Promise.allSettled(both);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each(['', '../x', '-x', 'a b', 'ä', 'x'.repeat(65)])('cannot be named "%s"', async (name) => {
    await expect(add(name)).rejects.toMatchObject({ code: 'usage' });
  });

  it('that is unknown is refused', async () => {
    await expect(getMerchant(ledger.db, 'nobody')).rejects.toMatchObject({ code: 'merchant_unknown' });
    const names = (await listMerchants(ledger.db)).map(({ id }) => id);
    expect(names).toEqual(names.toSorted());
    expect(names).toContain('one');
  });
});
