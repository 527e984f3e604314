import { expect, it } from 'vitest';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { serviceRig } from '../workers/service-rig.ts';

describeDatabases('a service that accepts the same externalId twice', (database) => {
  const payroll = testPayroll(database, { uniqueExternalIds: false, pricingMs: 0 });
  const rig = serviceRig(payroll);
  const sheet = (tag: string) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(people(2, (n) => ({ reference: `${tag}-${n}`, email: `${tag}${n}@example.com` }))),
    );
  /** Batches in the service, with how often each was started. */
  const batches = async () => (await payroll.ledger()).batches.map(({ startCalls }) => startCalls);

  /** The first creation of a batch breaks for us at once, and reaches the service just before the `landing`th call that follows. */
  const lateWire = (landing: number, onQuote: () => Promise<void>): typeof fetch => {
    let late: (() => Promise<unknown>) | null = null;
    let left = landing;
    let isLost = false;
    return async (input, init) => {
      if (!isLost && init?.method === 'POST' && new URL(String(input)).pathname === '/v1/batches') {
        isLost = true;
        late = () => fetch(input, { ...init, signal: null }).then((answer) => answer.text());
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
      }
      if (late && --left === 0) await late();
      if (String(input).endsWith('/generate-quote')) await onQuote();
      return fetch(input, init);
    };
  };

  // 1: before it is looked for; 3: before it is looked for once more; 6: before the start.
  it.each([1, 3, 6])(
    'G1: and a creation that takes effect %i calls later: one batch is left, and it is paid',
    async (landing) => {
      const tag = `late${landing}x`;
      const before = (await batches()).length;
      const quoted: number[] = [];
      expect(
        await payroll.pay(sheet(tag), {
          wire: lateWire(landing, async () => void quoted.push((await batches()).length)),
        }),
      ).toMatchObject({
        state: 'done',
        exitCode: 0,
        counts: { processed: 2 },
      });
      // What lands until it is looked for once more is gone before anything else is done.
      if (landing <= 3) expect(quoted).toEqual([before + 1]);
      expect((await batches()).length).toBe(before + 1);
      expect(await rig.timesPaid(tag)).toEqual([1, 1]);
      await rig.holds();
    },
  );

  it.each([
    ['not found', 404, 'not_found'],
    ['refused', 400, 'invalid_status'],
  ])(
    'whose list of batches is %s after a lost creation: that refuses no payment, and one batch is left',
    async (what, status, code) => {
      const tag = what.replace(' ', '');
      const before = (await batches()).length;
      let isSent = false;
      rig.proxy.rule({
        answer(given) {
          if (given.path !== '/v1/batches') return given;
          if (given.method === 'POST') isSent = true;
          if (!isSent) return given;
          return given.method === 'POST'
            ? null
            : { ...given, status, json: { ok: false, errors: [{ code, message: 'No' }] } };
        },
      });
      await expect(payroll.pay(sheet(tag), { env: rig.env() })).rejects.toMatchObject({ exitCode: 5 });
      rig.proxy.rule({});
      expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 2 } }]);
      expect((await batches()).length).toBe(before + 1);
      expect(await rig.timesPaid(tag)).toEqual([1, 1]);
      await rig.holds();
    },
  );

  it.each([
    ['a conflict', 409, false],
    ['a refusal of the second one, after the first answer was lost', 400, true],
    ['a plain refusal of the first one', 400, false],
  ])(
    'whose creation took effect and is answered with %s: one batch is left, and it is paid',
    async (what, status, isLost) => {
      const tag = what.split(' ')[1]! + status + isLost;
      const before = (await batches()).length;
      let sent = 0;
      let left = 2;
      rig.proxy.rule({
        answer(given) {
          if (given.path !== '/v1/batches' || left === 0) return given;
          if (given.method === 'POST') {
            sent++;
            if (isLost && sent === 1) return null;
            left = 0;
            return { ...given, status, json: { ok: false, errors: [{ code: 'invalid_status', message: 'No' }] } };
          }
          // The first creation is not listed yet.
          return sent === 0 ? given : { ...given, json: { ...given.json, batches: [] } };
        },
      });
      expect(await payroll.pay(sheet(tag), { env: rig.env() })).toMatchObject({
        state: 'done',
        counts: { processed: 2 },
      });
      rig.proxy.rule({});
      expect((await batches()).length).toBe(before + 1);
      expect(await rig.timesPaid(tag)).toEqual([1, 1]);
      await rig.holds();
    },
  );
});
