import { expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { testPayroll } from '../support/payroll.ts';
import type { ProxyRules } from '../support/servers/service-proxy.ts';
import { serviceRig, targetSheet } from './workers/service-rig.ts';

/** A run that waited as long as it was told to would outlive any test: the quota's own window is the most. */
const AN_HOUR_MS = 3_600_000;

/** A 429 says nothing of when it is over, or says it in milliseconds, seconds, seconds from now or as a date, or it is over. */
const FORMS: readonly (() => Record<string, string>)[] = [
  () => ({}),
  () => ({ 'x-rate-limit-reset': String(Date.now() + AN_HOUR_MS) }),
  () => ({ 'x-rate-limit-reset': String(Math.ceil((Date.now() + AN_HOUR_MS) / 1_000)) }),
  () => ({ 'retry-after': '3600' }),
  () => ({ 'retry-after': new Date(Date.now() + AN_HOUR_MS).toUTCString() }),
  () => ({ 'x-rate-limit-reset': String(Math.floor(Date.now() / 1_000) - 1) }),
];

/** Refuses every third call, in each form in turn. */
function refusing() {
  let calls = 0;
  let refused = 0;
  const rules: ProxyRules = { refuse: () => (++calls % 3 === 0 ? FORMS[refused++ % FORMS.length]!() : null) };
  return { rules, refused: () => refused };
}

describeDatabases('a service that refuses calls with 429', (database) => {
  const payroll = testPayroll(database);
  const rig = serviceRig(payroll);
  const quick = { PAYRUN_QUOTA_WINDOW_MS: '100' };
  const payThere = (tag: string) =>
    payroll.pay(payroll.sheet(`${tag}.csv`, targetSheet(tag, 2)), { env: { ...rig.env(), ...quick } });

  it('G3: in every form: no one waits longer than a window, and everybody is paid once', async () => {
    const { rules, refused } = refusing();
    rig.proxy.rule(rules);
    expect(await payThere('forms')).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 2 } });
    expect(refused()).toBeGreaterThan(FORMS.length);
    expect(await rig.timesPaid('forms')).toEqual([1, 1]);
    rig.proxy.rule({});
    await rig.holds();
  });

  it('endlessly: the run says so and stops, no one is paid, and it continues when the service accepts calls again', async () => {
    const creation: ProxyRules = {
      refuse: (method, path) => (method === 'POST' && path === '/v1/batches' ? { 'retry-after': '3600' } : null),
    };
    rig.proxy.rule(creation);
    await expect(payThere('never')).rejects.toMatchObject({
      code: 'service_rate_limited',
      exitCode: 5,
      message: expect.stringContaining('rate limit'),
    });
    expect(await rig.timesPaid('never')).toEqual([]);
    rig.proxy.rule({});
    expect(await rig.resume(quick)).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 2 } }]);
    expect(await rig.timesPaid('never')).toEqual([1, 1]);
    await rig.holds();
  });
});
