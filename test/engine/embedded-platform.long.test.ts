import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { openAppContext } from '../../src/engine/context/app-context.ts';
import { knownPayingMerchants } from '../../src/engine/runs/sheet-merchants.ts';
import { addMerchant } from '../../src/ledger/merchants/merchant.ts';
import type { LedgerOptions } from '../../src/ledger/open-ledger.ts';
import { createLog } from '../../src/platform/log.ts';
import { describeDatabases } from '../support/database.ts';
import { testFolder } from '../support/test-folder.ts';

describeDatabases('the embedded sandbox', (database) => {
  const folder = testFolder();
  // No one has made it yet.
  const home = join(folder, 'home');
  // Keeps the database open, so that each app context only joins it.
  beforeAll(async () => void (await database.open()));

  const open = () =>
    openAppContext(loadConfig({ ...database.env, PAYRUN_HOME: home, PAYRUN_QUOTA_WINDOW_MS: '200' }, folder), {
      log: createLog('silent'),
      openLedger: (asked: LedgerOptions) => database.open(asked),
    });
  const SANDBOX_MERCHANT = { apikey: true, merchant: { name: 'Acme', currency: 'USD' } };

  it('has a platform, whose sub-merchants exist again after a restart', async () => {
    const first = await open();
    const platform = await first.service('platform');
    const { merchant } = await platform.call('createSandboxMerchant', { body: SANDBOX_MERCHANT });
    const keys = { accessKey: merchant.accessKey!, secretKey: merchant.secretKey! };
    for (const [id, environment] of [
      ['acme', 'sandbox'],
      ['elsewhere', 'production'],
    ] as const)
      await first.ledger.tx((db) =>
        addMerchant(db, first.ledger.vault, {
          id,
          environment,
          country: 'US',
          keys: id === 'acme' ? keys : { accessKey: 'AK-elsewhere', secretKey: 'SK-elsewhere' },
          storesKeys: true,
        }),
      );
    await expect(platform.call('listBalances', {})).rejects.toMatchObject({ code: 'keys_of_wrong_kind' });

    // A second process on the same home uses the sandbox of the first.
    const beside = await open();
    expect(JSON.parse(readFileSync(join(home, 'sandbox.json'), 'utf8'))).toHaveProperty('parent');
    expect((await (await beside.service('acme')).call('listFees', {})).fees).toHaveLength(6);
    const { knows } = knownPayingMerchants(beside);
    const asked = ['sandbox', 'acme', 'platform', 'elsewhere', 'nobody'];
    expect(await Promise.all(asked.map(knows))).toEqual([true, true, false, false, false]);
    await beside.close();
    await first.close();

    const second = await open();
    const acme = await second.service('acme');
    expect((await acme.call('listPayoutMethods', {})).payoutMethods[0]?.status).toBe('pending');
    expect(
      (await (await second.service('platform')).call('deleteSandboxMerchant', { body: { id: merchant.id } })).ok,
    ).toBe(true);
    await expect(acme.call('listFees', {})).rejects.toMatchObject({ code: 'service_keys_refused' });
    for (const id of ['elsewhere', 'nobody'])
      await expect(second.service(id)).rejects.toMatchObject({ code: 'merchant_unknown' });
    await second.close();
  });
});
