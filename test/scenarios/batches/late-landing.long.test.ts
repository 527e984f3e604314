import { expect, it } from 'vitest';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

describeDatabases('a call whose response was lost, and that takes effect in the service', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });

  /** The first such call breaks for us at once, and reaches the service just before the `landing`th call that follows. */
  const lateWire = (path: RegExp, landing: number): typeof fetch => {
    let late: (() => Promise<string>) | null = null;
    let isLost = false;
    let left = landing;
    return async (input, init) => {
      if (!isLost && init?.method === 'POST' && path.test(new URL(String(input)).pathname)) {
        isLost = true;
        late = () => fetch(input, { ...init, signal: null }).then((answer) => answer.text());
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
      }
      if (late && --left === 0) await late();
      return fetch(input, init);
    };
  };
  // One person, so that the calls come in one order.
  const sheetFor = (id: string) => payroll.sheet(`${id}.csv`, sheetOf([{ reference: id, email: `${id}@example.com` }]));
  const paidTo = async (id: string) =>
    (await payroll.ledger()).payments
      .filter(({ recipientEmail }) => recipientEmail.startsWith(`${id}@`))
      .map(({ timesPaid }) => timesPaid);
  const holds = async () =>
    expect((await verifyLedger(await payroll.appContext(), { remote: true })).findings).toEqual([]);

  it('after it was sent again: no one can tell two equal accounts apart, so a user looks, once', async () => {
    const id = 'twoaccounts';
    const file = sheetFor(id);
    const stopped = await payroll.pay(file, { wire: lateWire(/\/accounts$/, 2) });
    expect(stopped).toMatchObject({ state: 'needs_person', note: expect.stringContaining('goes to another account') });
    expect(await paidTo(id)).toEqual([0]);
    // There was no other run: nothing says so, however often it is resumed.
    const [resumed] = await payroll.resume(stopped.run);
    expect(resumed).toMatchObject({
      state: 'waiting_approval',
      note: expect.stringContaining('changed in the payout service, by hand or by an API call that took effect late'),
    });
    expect(await paidTo(id)).toEqual([0]);
    await rejectRun(await payroll.appContext(), stopped.run, {
      by: person('anna'),
      because: 'looked',
      progress: () => {},
    });
    expect(await payroll.pay(file)).toMatchObject({ state: 'done', counts: { processed: 1 } });
    expect(await paidTo(id)).toEqual([1]);
    await holds();
  });
});
