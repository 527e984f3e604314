import { expect, it } from 'vitest';
import { verifiedPlatformService } from '../../../src/engine/context/verified-service.ts';
import { describeDatabases } from '../../support/database.ts';
import { addSubMerchants } from '../../support/merchants.ts';
import { testPayroll } from '../../support/payroll.ts';
import { sheetWith } from '../../support/recorded-unpaid.ts';

describeDatabases('an unreadable response that is not about the batch itself', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });

  it('that refuses the keys of one merchant proves nothing about the service of a platform: another one is asked', async () => {
    const keys = await addSubMerchants(payroll, database, ['acme', 'beta']);
    for (const merchant of ['beta', 'acme'])
      expect(await payroll.pay(sheetWith(payroll, `OF-${merchant}`), { merchant })).toMatchObject({ state: 'done' });
    const opened = async (...without: readonly string[]) => {
      const gone = without.map((merchant) => keys[merchant]!.accessKey);
      const wire: typeof fetch = async (input, init) =>
        gone.some((key) => JSON.stringify([...new Headers(init?.headers)]).includes(key))
          ? Response.json({ ok: false, errors: [{ code: 'invalid_api_key', message: 'No' }] }, { status: 401 })
          : fetch(input, init);
      const appContext = await payroll.appContext({}, wire);
      return verifiedPlatformService(appContext, appContext.defaultMerchant);
    };
    await opened();
    await opened('acme');
    await expect(opened('acme', 'beta')).rejects.toMatchObject({ code: 'service_keys_refused' });
  });
});
