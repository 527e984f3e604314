import { expect, it } from 'vitest';
import { verifiedPlatformService } from '../../../src/engine/context/verified-service.ts';
import { approveRun } from '../../support/approve-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { addSubMerchants } from '../../support/merchants.ts';
import { testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { carry, sheetWith, timesPaid } from '../../support/recorded-unpaid.ts';

const MANUAL = { 'approval.policy': 'manual' };

/** The service, but what it answers to a GET of such a path is this. */
const always =
  (path: RegExp, status: number, body: unknown): typeof fetch =>
  async (input, init) =>
    init?.method === 'GET' && path.test(new URL(String(input)).pathname)
      ? Response.json(body, { status })
      : fetch(input, init);
const odd = { ok: true, batches: 7, payments: 7 };

describeDatabases('an unreadable response that is not about the batch itself', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });

  it('but the list of all batches stops the run before its start, and its approval stays valid', async () => {
    const { run, state } = await payroll.pay(sheetWith(payroll, 'LISTED'), { env: MANUAL });
    expect(state).toBe('waiting_approval');
    const appContext = await payroll.appContext(MANUAL, always(/^\/v1\/batches$/, 200, odd));
    await expect(approveRun(appContext, run, { by: person('anna'), ...carry })).rejects.toMatchObject({
      code: 'service_unexpected',
    });
    const { rows } = await appContext.ledger.db.query(
      'select state, note, approved_by from payrun.batch where run_id = $1',
      [run],
    );
    expect(rows).toEqual([{ state: 'approved', note: null, approved_by: 'anna' }]);
    expect(await payroll.resume(run, MANUAL)).toMatchObject([{ state: 'done', counts: { processed: 1 } }]);
    expect(await timesPaid(payroll, 'LISTED')).toBe(1);
  });

  it('and one about the batch itself voids an approval, and says so', async () => {
    const { run } = await payroll.pay(sheetWith(payroll, 'VOIDED'), { env: MANUAL });
    const { batches } = await payroll.ledger();
    const appContext = await payroll.appContext(
      MANUAL,
      always(new RegExp(`/${batches.at(-1)!.id}/payments$`), 200, odd),
    );
    const outcome = await approveRun(appContext, run, { by: person('anna'), ...carry });
    expect(outcome.note).toContain('Then it must be approved again.');
    expect(await payroll.resume(run, MANUAL)).toMatchObject([{ state: 'waiting_approval' }]);
    expect(await timesPaid(payroll, 'VOIDED')).toBe(0);
  });

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
