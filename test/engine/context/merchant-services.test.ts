import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { createMerchantRateLimits } from '../../../src/engine/context/merchant-rate-limits.ts';
import { createMerchantServices } from '../../../src/engine/context/merchant-services.ts';
import { createCallRecorder } from '../../../src/ledger/audit/api-calls.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { addMerchant } from '../../../src/ledger/merchants/merchant.ts';
import { knownServiceUrl } from '../../../src/ledger/merchants/service-identity.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { describeDatabases } from '../../support/database.ts';

const KEYS = { accessKey: 'AK-own', secretKey: 'SK-own' };

describeDatabases('the URL of the service', (database) => {
  it('is recorded by a later call if the database lost the first attempt, and the log says what was not recorded', async () => {
    const real = await database.open();
    await real.tx((db) =>
      addMerchant(db, real.vault, { id: 'acme', environment: 'sandbox', country: 'US', keys: KEYS, storesKeys: true }),
    );
    let failures = 1;
    const tx: Ledger['tx'] = async (work) => {
      if (failures-- > 0) throw Object.assign(new Error('lost'), { code: 'database_unreachable' });
      return real.tx(work);
    };
    const ledger = { ...real, tx };
    const env = { PAYRUN_SERVICE_URL: 'https://service.example', PAYRUN_ENVIRONMENT: 'sandbox' };
    const config = loadConfig(env, '/');
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream);
    const clock = systemClock;
    const calls = createCallRecorder({ db: real.db, clock, log });
    const rateLimits = createMerchantRateLimits({ config, ledger, clock, log });
    const answers = (async () => Response.json({ ok: true, balances: [] })) as typeof fetch;
    const services = createMerchantServices({ config, ledger, calls, rateLimits, fetch: answers, clock, log });

    const service = await services.open('acme');
    const signal = new AbortController().signal;
    await service.call('listBalances', {}, { signal });
    expect(await knownServiceUrl(real.db, 'acme')).toBeNull();
    await service.call('listBalances', {}, { signal });
    expect(await knownServiceUrl(real.db, 'acme')).toBe('https://service.example');
    expect(lines.join('')).not.toContain('the API call was not recorded');
    expect(lines.filter((line) => line.includes('the URL of the service was not recorded yet'))).toHaveLength(1);
    await services.close();
    await rateLimits.close();
    await calls.close();
  });
});
