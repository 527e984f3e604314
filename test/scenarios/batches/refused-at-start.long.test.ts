import { expect, it } from 'vitest';
import { rejectRun, stopRun, withdrawRun } from '../../../src/engine/review/take-back.ts';
import { approveRun } from '../../support/approve-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import type { ProxiedAnswer } from '../../support/servers/service-proxy.ts';
import { serviceRig } from '../workers/service-rig.ts';

/** A name of the sandbox's watch list: the start of a batch with a payment to them is refused. */
const REFUSED = { first: 'Blocked', last: 'Person' };
/** The service blocks them only then, so that Payrun does not know it before. */
const UNSEEN = {
  answer: (given: ProxiedAnswer) => ({
    ...given,
    json: JSON.parse(JSON.stringify(given.json ?? null).replaceAll('"blocked"', '"pending"')),
  }),
};

describeDatabases('a payment that the service refuses at the start', (database) => {
  const payroll = testPayroll(database);
  const rig = serviceRig(payroll);
  /** `refused` of three people. */
  const sheet = (tag: string, refused: readonly number[], count = 3) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(
        people(count, (n) => ({
          reference: `${tag}-${n}`,
          email: `${tag}${n}@example.com`,
          amount: `${tag.length}${n}0.00`,
          ...(refused.includes(n) ? REFUSED : {}),
        })),
      ),
    );
  const batchStates = async () => {
    const { ledger } = await payroll.appContext();
    const { rows } = await ledger.db.query<{ state: string }>('select state from payrun.batch order by created_at, id');
    return rows.map(({ state }) => state);
  };

  const WAYS = [
    ['rejected', rejectRun, 'carla'],
    ['withdrawn', withdrawRun, 'mia'],
    ['stopped', stopRun, 'mia'],
  ] as const;
  it.each(WAYS)('G9: leaves the others awaiting approval again, and they can be %s', async (how, end, by) => {
    const env = { ...rig.env(), 'approval.policy': 'manual' };
    rig.proxy.rule(UNSEEN);
    const { run } = await payroll.pay(sheet(how, [2]), { env, maker: person('mia') });
    const appContext = await payroll.appContext(env);
    const watch = { progress: () => {} };
    const again = await approveRun(appContext, run, { by: person('carla'), ...watch });
    expect(again).toMatchObject({ state: 'waiting_approval', counts: { failed: 1, batched: 2 } });
    await end(appContext, run, { by: person(by), because: 'wrong month', ...watch });
    expect(await payroll.resume(run, env)).toMatchObject([{ state: 'done', counts: { failed: 1, canceled: 2 } }]);
    expect(await rig.timesPaid(how)).toEqual([]);
    expect((await batchStates()).at(-1)).toBe('void');
    expect((await payroll.ledger()).batches.at(-1)).not.toMatchObject({ status: 'open' });
    await rig.holds();
  });

  it('and is the only one of its batch ends it: no action is required', async () => {
    rig.proxy.rule(UNSEEN);
    const only = await payroll.pay(sheet('only', [1], 1), { env: rig.env() });
    expect(only).toMatchObject({ state: 'done', exitCode: 3, counts: { failed: 1 } });
    expect((await batchStates()).at(-1)).toBe('rejected_at_service');
    expect(await rig.timesPaid('only')).toEqual([]);
    await rig.holds();
  });
});
