import { beforeAll, describe, expect, it } from 'vitest';
import { POLICY_APPROVER } from '../../src/batches/approvals/approval-rules.ts';
import { approveBatches } from '../../src/batches/approvals/approve-batches.ts';
import { approveByPolicy } from '../../src/batches/approve.ts';
import { approvalHash, hashAll } from '../../src/ledger/batches/approval-hash.ts';
import { getBatch, moveBatch } from '../../src/ledger/batches/batch.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { checkName } from '../../src/ledger/users/name-key.ts';
import { defaultRules, type MoneyRules } from '../../src/money-rules.ts';
import type { StepDeps } from '../../src/step.ts';
import { describeDatabases } from '../support/database.ts';
import { addBatch, moveThrough, startTestRun, type TestPayment, testDeps } from '../support/test-run.ts';

type Approval = Partial<MoneyRules['approval']>;

/** The defaults of the sandbox with these rules for approvals. */
function ruledBy(approval: Approval): Pick<StepDeps, 'rules'> {
  const rules = defaultRules('sandbox');
  return { rules: async () => ({ ...rules, approval: { ...rules.approval, ...approval } }) };
}

describeDatabases('a quoted batch', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });
  const quoted = async (payments: readonly TestPayment[], currency?: string) => {
    const run = await startTestRun(ledger);
    const batch = await moveThrough(
      ledger,
      await addBatch(ledger, run, payments, currency),
      'creating',
      'open',
      'quoted',
    );
    return { run, batch };
  };

  describe('is approved by the policy, or waits and gives the reason:', () => {
    const LIMITS: Approval = { policy: 'auto', perPayment: { EUR: '100.00', JPY: '5000' }, perRun: { EUR: '250.00' } };
    const two = (a: bigint, b: bigint) => [{ minor: a }, { minor: b }];
    const CASES: readonly [
      name: string,
      approval: Approval,
      payments: readonly TestPayment[],
      waits: string | null,
      currency?: string,
    ][] = [
      ['no limit is set', { policy: 'auto' }, two(10_000n ** 3n, 1n), null],
      ['both sums are at their limits', LIMITS, [...two(10_000n, 10_000n), { minor: 5_000n }], null],
      [
        'a payment is a cent above its limit',
        LIMITS,
        two(10_001n, 1n),
        'Its largest payment is 100.01 EUR, above the threshold of 100.00 EUR.',
      ],
      [
        'the run is a cent above its limit',
        LIMITS,
        [...two(10_000n, 10_000n), { minor: 5_001n }],
        'The run is 250.01 EUR, above the threshold of 250.00 EUR.',
      ],
      ['the currency has no limit', LIMITS, two(99_999_999n, 1n), null, 'USD'],
      [
        'what is to arrive is above its limit, in its own currency',
        LIMITS,
        [{ fixed: 'target', currency: 'JPY', minor: 5_001n }],
        'Its largest payment is 5,001 JPY, above the threshold of 5,000 JPY.',
      ],
      [
        'a limit of nothing lets nothing through',
        { perRun: { EUR: '0' } },
        [{ minor: 1n }],
        'The run is 0.01 EUR, above the threshold of 0.00 EUR.',
      ],
    ];
    it.each(CASES)('G7: %s', async (_, approval, payments, waits, currency) => {
      const { run, batch } = await quoted(payments, currency);
      await approveByPolicy(run, testDeps(ledger, ruledBy(approval)));
      const now = await getBatch(ledger.db, batch.id);
      if (waits === null) {
        expect(now).toMatchObject({ state: 'approved', approved_by: POLICY_APPROVER, note: null });
        expect(now.approved_hash).toEqual(await approvalHash(ledger.db, now));
      } else expect(now).toMatchObject({ state: 'quoted', approved_by: null, note: waits });
    });
    it('a person approves everything, which the status says', async () => {
      const { run, batch } = await quoted([{ minor: 1n }]);
      await approveByPolicy(run, testDeps(ledger, ruledBy({ policy: 'manual' })));
      expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'quoted', approved_by: null, note: null });
    });
    const JPY = (minor: bigint): TestPayment => ({ fixed: 'target', currency: 'JPY', minor });
    const GBP = (minor: bigint): TestPayment => ({ fixed: 'target', currency: 'GBP', minor });
    it.each<[name: string, payments: readonly TestPayment[], sendingMinor: string, waits: string | null]>([
      ['at the limit', [JPY(15_000n), JPY(15_000n)], '20000', null],
      ['above it', [JPY(20_000n), JPY(10_000n)], '20000', '133.34 EUR'],
      ['above it, beside one that says what leaves', [{ minor: 5_000n }, JPY(20_000n)], '15001', '100.01 EUR'],
      ['of several currencies, counted too high sooner than too low', [JPY(1n), GBP(1n)], '10001', '100.01 EUR'],
    ])('G7: says what is to arrive, and what leaves for it is %s', async (_, payments, sendingMinor, waits) => {
      const { run, batch } = await quoted(payments);
      const price = { ...batch.quote!, sendingMinor, debitMinor: sendingMinor };
      await moveBatch(ledger.db, batch, 'quoted', { quote: price });
      await approveByPolicy(run, testDeps(ledger, ruledBy({ policy: 'auto', perPayment: { EUR: '100.00' } })));
      expect(await getBatch(ledger.db, batch.id)).toMatchObject(
        waits === null
          ? { state: 'approved', note: null }
          : { state: 'quoted', note: expect.stringContaining(`Its largest payment is ${waits}, above`) },
      );
    });

    it.each<[name: string, approval: Approval, debitMinor: string, waits: string | null]>([
      ['at the limit', { perRun: { EUR: '100.00' } }, '10000', null],
      [
        'above it',
        { perRun: { EUR: '100.00' } },
        '10001',
        'The run is 100.01 EUR with fees, above the threshold of 100.00 EUR.',
      ],
      [
        'above the amount from which two are asked',
        { two: { EUR: '100.00' } },
        '10001',
        'Two approvals are required: the run totals 100.01 EUR with fees, above 100.00 EUR.',
      ],
    ])('G7: is counted with the fees that the merchant bears: %s', async (_, approval, debitMinor, waits) => {
      const { run, batch } = await quoted([{ minor: 5_000n }, { minor: 4_900n }]);
      await moveBatch(ledger.db, batch, 'quoted', { quote: { ...batch.quote!, debitMinor } });
      await approveByPolicy(run, testDeps(ledger, ruledBy(approval)));
      expect(await getBatch(ledger.db, batch.id)).toMatchObject(
        waits === null ? { state: 'approved', note: null } : { state: 'quoted', note: waits },
      );
    });

    it('is judged with the other batches of its run in the same currency, so splitting does not bypass a limit', async () => {
      const run = await startTestRun(ledger);
      const make = async (minor: bigint, currency = 'EUR') =>
        moveThrough(ledger, await addBatch(ledger, run, [{ minor }], currency), 'creating', 'open', 'quoted');
      const batches = [await make(9_000n), await make(9_000n), await make(9_000n)];
      const other = await make(9_000n, 'USD');
      const gone = await make(9_000n, 'USD');
      await moveBatch(ledger.db, gone, 'void');
      const usd = { ...LIMITS, perRun: { ...LIMITS.perRun, USD: '90.00' } };
      await approveByPolicy(run, testDeps(ledger, ruledBy(usd)));
      for (const { id } of batches)
        expect(await getBatch(ledger.db, id)).toMatchObject({
          state: 'quoted',
          note: 'The run is 270.00 EUR, above the threshold of 250.00 EUR.',
        });
      expect(await getBatch(ledger.db, other.id)).toMatchObject({ state: 'approved' });
    });
    it('is judged by its largest payment, whatever currencies it contains', async () => {
      const mixed: TestPayment[] = [
        { fixed: 'target', currency: 'JPY', minor: 4_999n },
        { fixed: 'source', currency: 'EUR', minor: 10_001n },
        { fixed: 'target', currency: 'KRW', minor: 9_000_000n },
      ];
      const { run, batch } = await quoted(mixed);
      await approveByPolicy(run, testDeps(ledger, ruledBy(LIMITS)));
      expect((await getBatch(ledger.db, batch.id)).note).toContain('100.01 EUR, above the threshold');
    });
  });

  it('is never approved by its maker', async () => {
    const { run, batch } = await quoted([{}]);
    const deps = testDeps(ledger);
    await expect(approveBatches(run, deps, [batch], { by: 'mia' })).rejects.toMatchObject({
      code: 'maker_is_approver',
    });
    await approveBatches(run, deps, [batch], { by: 'cleo' });
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'approved', approved_by: 'cleo' });
  });

  it.each(['MIA', ' mia ', 'ｍｉａ'])('G7: is not approved by its maker, even under the name %s', async (by) => {
    const { run, batch } = await quoted([{ minor: 50_000n }]);
    await expect(approveBatches(run, testDeps(ledger), [batch], { by })).rejects.toMatchObject({
      code: 'maker_is_approver',
    });
  });

  it('is approved exactly as it was shown, with the others of its run, or not at all', async () => {
    const { run, batch } = await quoted([{}]);
    const deps = testDeps(ledger);
    const other = await moveThrough(ledger, await addBatch(ledger, run, [{}], 'USD'), 'creating', 'open', 'quoted');
    const both = [batch, other];
    const hashes = [await approvalHash(ledger.db, batch), await approvalHash(ledger.db, other)];
    const states = async () => Promise.all(both.map(async ({ id }) => (await getBatch(ledger.db, id)).state));

    await expect(
      approveBatches(run, deps, both, { by: 'cleo', shown: hashAll([hashes[0]!, Buffer.alloc(32)]).toString('hex') }),
    ).rejects.toMatchObject({ code: 'approval_outdated' });
    await expect(
      approveBatches(run, deps, [batch], { by: 'cleo', shown: hashes[1]!.toString('hex') }),
    ).rejects.toMatchObject({
      code: 'approval_outdated',
    });
    // Of the second one the bank details changed: the first is not approved either.
    const moving = `update payrun.recipient set account_remote_id = $2 where id in (select recipient_id from payrun.payment where batch_id = $1)`;
    const { rows } = await ledger.db.query<{ at: string }>(
      'select paid_account_remote_id as at from payrun.payment where batch_id = $1',
      [other.id],
    );
    await ledger.db.query(moving, [other.id, 'A-elsewhere']);
    await expect(approveBatches(run, deps, both, { by: 'cleo' })).rejects.toMatchObject({ code: 'accounts_changed' });
    expect(await states()).toEqual(['quoted', 'quoted']);

    await ledger.db.query(moving, [other.id, rows[0]!.at]);
    await approveBatches(run, deps, both, { by: 'cleo', shown: hashAll(hashes).toString('hex') });
    expect(await states()).toEqual(['approved', 'approved']);
  });

  describe('above the amount that requires two approvers', () => {
    const TWO: Approval = { policy: 'auto', two: { EUR: '100.00' } };
    const deps = (approval: Approval = TWO) => testDeps(ledger, ruledBy(approval));
    const events = async (run: bigint) =>
      (
        await ledger.db.query<{ kind: string; actor: string }>(
          `select kind, actor from payrun.event where chain = $1 and kind like 'batch_approved%' order by seq`,
          [`run-${run}`],
        )
      ).rows.map(({ kind, actor }) => `${kind} ${actor}`);

    it('waits for two users who approve the same hash, whatever the policy is', async () => {
      const { run, batch } = await quoted([{ minor: 9_000n }, { minor: 1_001n }]);
      await approveByPolicy(run, deps());
      expect(await getBatch(ledger.db, batch.id)).toMatchObject({
        state: 'quoted',
        note: 'Two approvals are required: the run totals 100.01 EUR, above 100.00 EUR.',
      });
      const now = () => getBatch(ledger.db, batch.id);
      expect(await approveBatches(run, deps(), [await now()], { by: 'cleo' })).toBe(false);
      expect(await now()).toMatchObject({ state: 'quoted', approved_by: null, first_by: 'cleo', approvers_needed: 2 });
      // The policy does not take the place of the second.
      await approveByPolicy(run, deps());
      await approveByPolicy(run, deps({ policy: 'auto' }));
      expect(await now()).toMatchObject({ state: 'quoted', approved_by: null });
      for (const same of ['cleo', ' CLEO '])
        await expect(approveBatches(run, deps(), [await now()], { by: same })).rejects.toMatchObject({
          code: 'approver_is_same',
        });
      await expect(approveBatches(run, deps(), [await now()], { by: 'Mia' })).rejects.toMatchObject({
        code: 'maker_is_approver',
      });
      expect(await approveBatches(run, deps(), [await now()], { by: 'dora' })).toBe(true);
      const approved = await now();
      expect(approved).toMatchObject({ state: 'approved', approved_by: 'dora', first_by: 'cleo', note: null });
      expect(approved.first_hash).toEqual(approved.approved_hash);
      expect(await events(run.id)).toEqual(['batch_approved_first cleo', 'batch_approved dora']);
    });

    it('at exactly the amount, one approver or the policy is enough', async () => {
      const { run, batch } = await quoted([{ minor: 10_000n }]);
      await approveByPolicy(run, deps());
      expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'approved', approvers_needed: 1 });
    });

    it('counts the whole run: splitting it or using a second currency still requires two', async () => {
      const run = await startTestRun(ledger);
      const make = async (minor: bigint, currency: string) =>
        moveThrough(ledger, await addBatch(ledger, run, [{ minor }], currency), 'creating', 'open', 'quoted');
      const batches = [await make(6_000n, 'EUR'), await make(6_000n, 'EUR'), await make(1n, 'USD')];
      await approveByPolicy(run, deps());
      expect(await approveBatches(run, deps(), batches, { by: 'cleo' })).toBe(false);
      for (const { id } of batches) expect((await getBatch(ledger.db, id)).state).toBe('quoted');
    });

    it('a first approval of a different hash no longer counts, so the next approver is the first', async () => {
      const { run, batch } = await quoted([{ minor: 20_000n }]);
      await approveBatches(run, deps(), [batch], { by: 'cleo' });
      const quote = { ...batch.quote!, feesMinor: '1' };
      await moveBatch(ledger.db, await getBatch(ledger.db, batch.id), 'quoted', { quote });
      expect(await approveBatches(run, deps(), [await getBatch(ledger.db, batch.id)], { by: 'dora' })).toBe(false);
      expect(await getBatch(ledger.db, batch.id)).toMatchObject({
        state: 'quoted',
        first_by: 'dora',
        approved_by: null,
      });
    });

    it('still requires two after the setting was removed, and the ledger refuses anything less', async () => {
      const { run, batch } = await quoted([{ minor: 20_000n }]);
      await approveBatches(run, deps(), [batch], { by: 'cleo' });
      const now = await getBatch(ledger.db, batch.id);
      const write = (sql: string, ...params: unknown[]) =>
        ledger.db.query(`update payrun.batch set ${sql} where id = $1`, [batch.id, ...params]);
      const approved = `state = 'approved', approved_hash = $2, approved_by = $3`;
      await expect(write(approved, now.first_hash, 'cleo')).rejects.toMatchObject({ constraint: 'approvers_differ' });
      await expect(write(approved, now.first_hash, 'Cleo')).rejects.toMatchObject({ constraint: 'approvers_differ' });
      await expect(write(approved, Buffer.alloc(32), 'dora')).rejects.toMatchObject({
        constraint: 'two_approve_the_same',
      });
      await expect(write(`first_by = 'mia'`)).rejects.toMatchObject({ constraint: 'maker_is_not_first_approver' });
      await expect(
        write(`first_by = null, first_hash = null, ${approved}`, now.first_hash, 'dora'),
      ).rejects.toMatchObject({ constraint: 'two_approve_the_same' });
      await expect(approveBatches(run, deps({ policy: 'auto' }), [now], { by: 'cleo' })).rejects.toMatchObject({
        code: 'approver_is_same',
      });
      expect(await approveBatches(run, deps({ policy: 'auto' }), [now], { by: 'dora' })).toBe(true);
    });
  });
});

describe('a name', () => {
  it.each([
    ['mia', 'mia'],
    [' mia ', 'mia'],
    ['Mia Müller', 'Mia Müller'],
  ])('%j is stored as %j', (given, stored) => {
    expect(checkName(given)).toBe(stored);
  });
  it.each(['', ' ', 'policy:auto', 'a:b'])(
    '%j is refused, because it could be mistaken for one of Payrun’s own',
    (name) => {
      expect(() => checkName(name)).toThrow('is not a valid name');
    },
  );
});
