import { beforeAll, beforeEach, expect, it } from 'vitest';
import { approveBatches } from '../../../src/batches/approvals/approve-batches.ts';
import { approveByPolicy } from '../../../src/batches/approve.ts';
import { quoteBatch } from '../../../src/batches/quotes/quote-batch.ts';
import { recordStartAttempt } from '../../../src/batches/starts/send.ts';
import { appendEvent } from '../../../src/ledger/audit/audit-chain.ts';
import { getBatch } from '../../../src/ledger/batches/batch.ts';
import type { BatchRow } from '../../../src/ledger/batches/batch-row.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { setPayDate } from '../../../src/ledger/runs/pay-date.ts';
import { insertUser, setUserDisabled, setUserRights } from '../../../src/ledger/users/user.ts';
import type { MoneyRules } from '../../../src/money-rules.ts';
import type { ActiveRun, StepDeps } from '../../../src/step.ts';
import { describeDatabases } from '../../support/database.ts';
import { VERIFIED } from '../../support/person.ts';
import { listedPayments, onePage, scriptedService } from '../../support/scripted-service.ts';
import { addBatch, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';

type Approval = MoneyRules['approval'];
const ONE: Approval = { policy: 'manual', perPayment: {}, perRun: {}, two: {} };
const TWO: Approval = { ...ONE, two: { EUR: '1.00' } };
const POLICY: Approval = { ...ONE, policy: 'auto' };
const ALL_RIGHTS = { role: 'approver', merchants: null, limits: null } as const;

interface Given {
  readonly run: ActiveRun;
  readonly batch: BatchRow;
}

/** Where a batch of 20.00 EUR stands before its start, and on whose decisions that rests. */
interface Situation {
  readonly rules: Approval;
  readonly approvers: readonly string[];
  readonly rests: readonly string[];
  /** Changes what is to be decided. */
  readonly before?: (given: Given) => Promise<unknown>;
  readonly after?: (given: Given) => Promise<unknown>;
  /** The last step; by default its start. */
  readonly last?: (given: Given) => Promise<unknown>;
}

describeDatabases('G7: directly before a start, an approval is judged as if it were given now:', (database) => {
  let ledger: Ledger;
  let rules: Approval;
  let deps: StepDeps;

  beforeAll(async () => {
    ledger = await database.open();
    for (const name of ['anna', 'ben', 'rita', 'dora', 'ed'])
      await insertUser(ledger.db, { name, ...ALL_RIGHTS, password: null }, new Date());
    const plain = testDeps(ledger);
    deps = { ...plain, rules: async (db) => ({ ...(await plain.rules(db)), approval: rules }) };
  });
  beforeEach(async () => {
    for (const name of ['anna', 'ben', 'rita']) {
      await setUserDisabled(ledger.db, name, null);
      await setUserRights(ledger.db, name, ALL_RIGHTS);
    }
  });

  const now = ({ batch }: Given) => getBatch(ledger.db, batch.id);
  const approveBy = async (given: Given, by: string) =>
    approveBatches(given.run, deps, [await now(given)], { by, verified: VERIFIED });
  const send = async (given: Given) => recordStartAttempt(given.run, deps, await now(given), 'send');
  const waitForFunds = async (given: Given) => {
    await moveThrough(ledger, (await send(given))!, 'waiting_funds');
  };
  const priceAgain = async (given: Given) => {
    const batch = await now(given);
    const { service } = scriptedService({
      generateQuote: () => ({ batch: { quoteExpiredAt: '2098-01-01T00:00:00Z' } }),
      getBatchSummary: () => ({
        batchSummary: {
          total: { count: 2, sendingAmount: '20.00', debitAmount: '20.00', totalFees: '0.00', merchantFees: '0.00' },
          balances: [],
        },
      }),
      listBatchPayments: async () => onePage('payments', await listedPayments(ledger, batch)),
    });
    await quoteBatch(given.run, { ...deps, service }, batch);
  };
  const releaseBy = async ({ run, batch }: Given, name: string) => {
    const { rows } = await ledger.db.query<{ id: string }>(
      'update payrun.payment set released_by = $2 where batch_id = $1 returning id',
      [batch.id, name],
    );
    for (const { id } of rows)
      await ledger.tx((db) =>
        appendEvent(db, {
          ...{ chain: `run-${run.id}`, at: new Date(), actor: name, kind: 'released' },
          data: { payment: id, was: 'account_changed', verified: VERIFIED },
        }),
      );
  };

  const SITUATIONS: Readonly<Record<string, Situation>> = {
    'approved by the policy': { rules: POLICY, approvers: [], rests: [] },
    'approved by anna': { rules: ONE, approvers: ['anna'], rests: ['anna'] },
    'approved by anna and ben': { rules: TWO, approvers: ['anna', 'ben'], rests: ['anna', 'ben'] },
    'approved by anna, awaiting ben': {
      ...{ rules: TWO, approvers: ['anna'], rests: ['anna'] },
      last: async (given) => (await approveBy(given, 'ben')) && send(given),
    },
    'released by rita, approved by anna': {
      ...{ rules: ONE, approvers: ['anna'], rests: ['rita', 'anna'] },
      before: (given) => releaseBy(given, 'rita'),
    },
    'approved by anna, at a new quote': {
      ...{ rules: ONE, approvers: ['anna'], rests: ['anna'] },
      after: async ({ batch }) =>
        ledger.db.query('update payrun.batch set quote_expires_at = now() where id = $1', [batch.id]),
      last: async (given) => {
        await priceAgain(given);
        return (await now(given)).state === 'approved' && send(given);
      },
    },
    'approved by anna, sent once and refused for funds': {
      ...{ rules: ONE, approvers: ['anna'], rests: ['anna'], after: waitForFunds },
    },
  };

  const bring = async ({ rules: first, approvers, before, after }: Situation): Promise<Given> => {
    rules = first;
    const run = await startTestRun(ledger);
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [{}, {}]), 'creating', 'open', 'quoted');
    await ledger.db.query(`update payrun.batch set priced = '{"EUR": "2000"}' where id = $1`, [batch.id]);
    const given = { run, batch };
    await before?.(given);
    if (approvers.length === 0) await approveByPolicy(run, deps);
    // Whoever approves need not verify what another has.
    for (const by of approvers)
      await approveBatches(run, deps, [await now(given)], { by, verified: before ? undefined : VERIFIED });
    await after?.(given);
    return given;
  };
  const finish = (given: Given, { last = send }: Situation) => last(given);
  const voidEvents = async ({ run }: Given) => {
    const { rows } = await ledger.db.query<{ data: Record<string, unknown> }>(
      `select data from payrun.event where chain = $1 and kind = 'approval_void' order by seq`,
      [`run-${run.id}`],
    );
    return rows.map(({ data }) => data);
  };

  const PERSON_CHANGES: Readonly<Record<string, (name: string) => Promise<void>>> = {
    'was disabled': (name) => setUserDisabled(ledger.db, name, new Date()),
    'became a viewer': (name) => setUserRights(ledger.db, name, { ...ALL_RIGHTS, role: 'viewer' }),
    'may approve 19.99 EUR': (name) => setUserRights(ledger.db, name, { ...ALL_RIGHTS, limits: { EUR: '19.99' } }),
    'may approve USD': (name) => setUserRights(ledger.db, name, { ...ALL_RIGHTS, limits: { USD: '1000.00' } }),
    'lost the merchant': (name) => setUserRights(ledger.db, name, { ...ALL_RIGHTS, merchants: ['globex'] }),
  };
  it.each(
    Object.entries(SITUATIONS).flatMap(([where, situation]) =>
      situation.rests.flatMap((name) =>
        Object.entries(PERSON_CHANGES)
          // All changes are judged alike: each of them where two approved, and one of them everywhere.
          .filter(([what]) => where === 'approved by anna and ben' || what === 'was disabled')
          .map(([what, change]) => [where, name, what, { situation, change }] as const),
      ),
    ),
  )('%s: nothing is sent after %s %s', async (_, name, _what, { situation, change }) => {
    const given = await bring(situation);
    await change(name);
    expect((await finish(given, situation)) || null).toBeNull();
    const batch = await now(given);
    expect(batch).toMatchObject({ state: 'quoted', approved_by: null });
    expect(batch.note).toMatch(new RegExp(`${name} may not (approve|release)`));
    // Those who may still approve it keep their approval.
    const stays = situation.rests.includes('rita')
      ? null
      : ([...situation.approvers, 'ben'].find((by) => by !== name) ?? null);
    const isSecond = situation.rules === TWO;
    expect(batch.first_by).toBe(isSecond ? stays : null);
    expect(await voidEvents(given)).toEqual([
      expect.objectContaining({ batch: batch.id, void: [name], why: expect.stringContaining(name) }),
    ]);
    // Others can approve it, and then it is sent.
    for (const by of ['dora', 'ed']) if ((await now(given)).state === 'quoted') await approveBy(given, by);
    expect(await send(given)).toMatchObject({ state: 'starting' });
  });

  const STRICTER: readonly [what: string, rules: Approval, of: 'policy' | 'one', why: RegExp][] = [
    ['every run requires approval', ONE, 'policy', /Every run now requires approval/],
    ['a run above 19.99 EUR does', { ...POLICY, perRun: { EUR: '19.99' } }, 'policy', /run is 20\.00 EUR/],
    ['a payment above 9.99 EUR does', { ...POLICY, perPayment: { EUR: '9.99' } }, 'policy', /payment is 10\.00/],
    [
      'two approvals are needed above 1 EUR',
      { ...POLICY, two: { EUR: '1.00' } },
      'policy',
      /Two approvals are required/,
    ],
    ['two approvals are needed above 1 EUR', TWO, 'one', /anna approved\. Two approvals are required/],
  ];
  it.each(
    Object.entries(SITUATIONS).flatMap(([where, situation]) =>
      STRICTER.filter(
        ([, , of]) => of === (situation.rules === POLICY ? 'policy' : situation.rules === ONE ? 'one' : null),
      ).map(([what, stricter, , why]) => [where, what, { situation, stricter, why }] as const),
    ),
  )('%s: nothing is sent once %s', async (_, _what, { situation, stricter, why }) => {
    const given = await bring(situation);
    rules = stricter;
    expect((await finish(given, situation)) || null).toBeNull();
    const batch = await now(given);
    expect(batch).toMatchObject({ state: 'quoted', approved_by: null, note: expect.stringMatching(why) });
    expect(batch.first_by).toBe(situation.approvers[0] ?? null);
    expect(await voidEvents(given)).toHaveLength(1);
    for (const by of ['dora', 'ed']) if ((await now(given)).state === 'quoted') await approveBy(given, by);
    expect(await send(given)).toMatchObject({ state: 'starting' });
  });

  it.each(Object.entries(SITUATIONS))(
    '%s: it is sent under looser rules, and after a change that was taken back',
    async (_, situation) => {
      const given = await bring(situation);
      rules = POLICY;
      for (const name of situation.rests) {
        await setUserDisabled(ledger.db, name, new Date());
        await setUserDisabled(ledger.db, name, null);
        await setUserRights(ledger.db, name, { role: 'admin', merchants: ['acme'], limits: { EUR: '20.00' } });
      }
      expect(await finish(given, situation)).toMatchObject({ state: 'starting' });
      expect(await voidEvents(given)).toEqual([]);
    },
  );

  it('G2: nothing is sent before its pay date, and the approval stays', async () => {
    const given = await bring(SITUATIONS['approved by anna']!);
    const startIn = (ms: number) => {
      const date = { on: '2026-12-01', startsAt: new Date(deps.clock.now() + ms), zone: 'UTC', because: null };
      return setPayDate(ledger.db, given.run.id, date);
    };
    await startIn(60_000);
    expect(await send(given)).toBeNull();
    await startIn(-60_000);
    expect(await send(given)).toMatchObject({ state: 'starting', approved_by: 'anna' });
  });

  it('a verification by a user who may not approve any more is asked for again', async () => {
    const given = await bring({ rules: TWO, approvers: [], rests: [], before: (one) => releaseBy(one, 'rita') });
    await setUserDisabled(ledger.db, 'rita', new Date());
    await expect(approveBatches(given.run, deps, [await now(given)], { by: 'anna' })).rejects.toMatchObject({
      code: 'verification_required',
    });
    await approveBy(given, 'anna');
    // What anna verified is verified, until she may not approve any more.
    await setUserDisabled(ledger.db, 'anna', new Date());
    await expect(approveBatches(given.run, deps, [await now(given)], { by: 'ben' })).rejects.toMatchObject({
      code: 'verification_required',
    });
  });
});
