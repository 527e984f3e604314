import { expect, it } from 'vitest';
import { environmentBanner, isSandbox, setEnvironmentSeen } from '../../../src/ledger/merchants/environment-seen.ts';
import { addMerchant } from '../../../src/ledger/merchants/merchant.ts';
import { describeDatabases } from '../../support/database.ts';

const EMBEDDED = { embeddedService: true, environment: 'sandbox' } as const;
const SANDBOX = { embeddedService: false, environment: 'sandbox' } as const;
const PRODUCTION = { embeddedService: false, environment: 'production' } as const;

describeDatabases('that no money moves', (database) => {
  it('is said of the embedded sandbox, else only if the service said so of every merchant that pays', async () => {
    const ledger = await database.open();
    const banners = () =>
      Promise.all([EMBEDDED, SANDBOX, PRODUCTION].map((config) => environmentBanner({ ledger, config })));
    const add = (id: string, kind: 'merchant' | 'parent') => {
      const keys = { accessKey: `AK-${id}`, secretKey: 'SK' };
      const row = { id, environment: 'sandbox', country: 'US', keys, kind, storesKeys: true } as const;
      return ledger.tx((db) => addMerchant(db, ledger.vault, row));
    };
    const unconfirmed = 'CONFIGURED AS SANDBOX, NOT YET CONFIRMED BY THE PAYOUT SERVICE';
    const embedded = 'SANDBOX, NO MONEY MOVES';
    expect(await banners()).toEqual([embedded, unconfirmed, null]);
    await add('acme', 'merchant');
    expect(await banners()).toEqual([embedded, unconfirmed, null]);
    await setEnvironmentSeen(ledger.db, 'acme', 'sandbox');
    await add('platform', 'parent');
    expect(await banners()).toEqual([embedded, embedded, null]);
    await add('bravo', 'merchant');
    expect(await banners()).toEqual([embedded, unconfirmed, null]);
    const sees = (...merchants: string[]) => isSandbox({ ledger, config: SANDBOX }, merchants);
    expect([await sees('acme'), await sees('bravo'), await sees('acme', 'bravo'), await sees()]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await setEnvironmentSeen(ledger.db, 'bravo', 'production');
    expect(await banners()).toEqual([embedded, 'CONFIGURED AS SANDBOX, BUT WITH KEYS OF PRODUCTION', null]);
  });
});
