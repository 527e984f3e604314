import { beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { compareAgain } from '../../../../src/ledger/payments/holds/compare-again.ts';
import { describeDatabases } from '../../../support/database.ts';
import { pastRules } from '../../../support/past-rules.ts';
import { addBatch, addPayments, startTestRun, type TestPayment } from '../../../support/test-run.ts';

const WINDOW_DAYS = 7;
const SAME: TestPayment = { reference: 'P-2', recipientKey: 'ann', name: 'Ann Lee', number: 'DE1', minor: 50_000n };
const HELD: TestPayment = { ...SAME, reference: 'P-1', state: 'held' };

describeDatabases('a payment on hold that is to be released', (database) => {
  let ledger: Ledger;
  let merchants = 0;
  beforeAll(async () => {
    ledger = await database.open();
  });
  const newMerchant = () => `since-${++merchants}`;
  /** A run whose rows were compared now. */
  const comparedRun = async (merchant: string, payments: readonly TestPayment[], job?: string) => {
    const run = await startTestRun(ledger, { merchant });
    await ledger.db.query(
      `update payrun.run set compared_no = nextval('payrun.comparison'), job = coalesce($2, job) where id = $1`,
      [run.id, job ?? null],
    );
    const ids: string[] = [];
    for (const { state = 'ready', ...payment } of payments) {
      if (state === 'held' || state === 'ready') {
        ids.push(...(await addPayments(ledger, run, [{ ...payment, state }])));
        continue;
      }
      const batch = await addBatch(ledger, run, [{ ...payment, state: 'batched' }]);
      await pastRules(ledger, 'update payrun.payment set state = $2, final_at = created_at where batch_id = $1', [
        batch.id,
        state,
      ]);
    }
    return { run, ids };
  };
  const compare = (...held: readonly string[]) => ledger.tx((db) => compareAgain(db, ledger.vault, held, WINDOW_DAYS));
  const reasonOf = async (id: string) => {
    const sql = `select concat_ws(': ', reason_code, reason) as reason from payrun.payment where id = $1`;
    return (await ledger.db.query<{ reason: string }>(sql, [id])).rows[0]!.reason;
  };

  describe.each<[title: string, held: Partial<TestPayment>, later: TestPayment, words: RegExp | null]>([
    ['another run is about to pay this recipient', {}, SAME, /same recipient and amount\. Do not release it/],
    ['another run has paid this recipient', {}, { ...SAME, state: 'processed' }, /same recipient/],
    [
      'their e-mail was corrected',
      {},
      { ...SAME, recipientKey: 'anne' },
      /same amount and account, different recipient/,
    ],
    [
      'its reference was derived',
      { derived: 'd' },
      { ...SAME, derived: 'd', reference: 'P-1-2' },
      /has used this reference/,
    ],
    [
      'its reference was spelled otherwise',
      {},
      { reference: 'p-1', minor: 3n },
      /has used this reference, perhaps in another spelling/,
    ],
    [
      'it was paid shortly after the hold, long ago',
      { daysAgo: 40 },
      { ...SAME, state: 'processed', daysAgo: 38 },
      /same recipient/,
    ],
    ['the other was paid after the window', { daysAgo: 40 }, { ...SAME, state: 'processed', daysAgo: 20 }, null],
    ['the other amount differs', {}, { ...SAME, minor: 50_001n }, null],
    ['the other recipient differs', {}, { ...SAME, recipientKey: 'bob', name: 'Bob Ray', number: 'DE2' }, null],
    ['the other failed', {}, { ...SAME, state: 'failed' }, null],
  ])('while %s', (_, held, later, words) => {
    it(words === null ? 'is not asked about' : 'is asked about once, with the other in its reason', async () => {
      const merchant = newMerchant();
      const { ids } = await comparedRun(merchant, [{ ...HELD, ...held }]);
      await ledger.db.query(`update payrun.payment set reason_code = 'account_changed' where id = $1`, ids);
      const { run } = await comparedRun(merchant, [later]);
      const found = await compare(ids[0]!);
      expect(found.map(({ otherRun, otherRow }) => [otherRun, otherRow])).toEqual(words === null ? [] : [[run.id, 2]]);
      if (words === null) return;
      expect(await reasonOf(ids[0]!)).toMatch(
        /^account_changed: (?:It has since become a possible duplicate of|Since it was put on hold,) row 2 of run \d+ \(/,
      );
      expect(await reasonOf(ids[0]!)).toMatch(words);
      expect(await compare(ids[0]!)).toEqual([]);
    });
  });

  it('is not asked about payments that were known when it was put on hold', async () => {
    const merchant = newMerchant();
    await comparedRun(merchant, [SAME, { ...SAME, reference: 'P-3', state: 'processed' }]);
    const { ids } = await comparedRun(merchant, [HELD]);
    expect(await compare(ids[0]!)).toEqual([]);
  });

  it.each(['held', 'failed'] as const)(
    'is asked about an earlier payment that was %s then and is payable since',
    async (state) => {
      const merchant = newMerchant();
      const earlier = await comparedRun(merchant, [{ ...SAME, state }]);
      const { ids } = await comparedRun(merchant, [HELD]);
      expect(await compare(ids[0]!)).toEqual([]);
      const to = state === 'held' ? 'ready' : 'processed';
      await pastRules(ledger, 'update payrun.payment set state = $2 where run_id = $1', [earlier.run.id, to]);
      expect(await compare(ids[0]!)).toMatchObject([{ otherRun: earlier.run.id }]);
    },
  );

  it('is asked about a payment adopted since, of which only the name and the end of the account are known', async () => {
    const merchant = newMerchant();
    const { ids } = await comparedRun(merchant, [HELD]);
    await ledger.db.query(`update payrun.payment set account_hint = 'IBAN ***6429' where id = $1`, [ids[0]]);
    const adopt = async (name: string, end: string) => {
      const reference = `adopted ${name} ${end}`;
      const one = { ...SAME, reference, state: 'batched' as const, recipientKey: reference, account: null, name };
      const { run } = await comparedRun(merchant, [{ ...one, number: '' }], 'adopt');
      await ledger.db.query(
        'update payrun.payment set account_hint = $2, account_fp = null, account_key = null where run_id = $1',
        [run.id, `***${end}`],
      );
      return run;
    };
    await adopt('Bob Ray', '6429');
    await adopt('Ann Lee', '1111');
    expect(await compare(ids[0]!)).toEqual([]);
    const run = await adopt('Lee, Ann', '6429');
    expect(await compare(ids[0]!)).toMatchObject([{ otherRun: run.id }]);
    expect(await reasonOf(ids[0]!)).toContain('same amount and name, and perhaps the same account');
    expect(await compare(ids[0]!)).toEqual([]);
  });

  it('is compared with the others that are released with it, if they are of other runs', async () => {
    const merchant = newMerchant();
    const first = await comparedRun(merchant, [HELD, { ...HELD, reference: 'P-9' }]);
    const second = await comparedRun(merchant, [{ ...SAME, state: 'held' }]);
    expect(await compare(...first.ids)).toEqual([]);
    const all = [...first.ids, ...second.ids];
    const asked = await compare(...all);
    expect(asked.map(({ id }) => id).toSorted()).toEqual(first.ids.toSorted());
    expect(await compare(...all)).toEqual([]);
  });

  it('is compared with a thousand others in few statements', async () => {
    const merchant = newMerchant();
    const many = Array.from({ length: 1_000 }, (_, i) => ({
      ...{ ...HELD, reference: `M-${i}`, recipientKey: `r-${i}`, name: `Name ${i}`, number: `DE-${i}` },
    }));
    const { ids } = await comparedRun(merchant, many);
    const { run } = await comparedRun(merchant, [{ ...many[7]!, reference: 'N-7', state: 'ready' }]);
    let statements = 0;
    const found = await ledger.tx((db) =>
      compareAgain(
        {
          ...db,
          query: (...given: Parameters<typeof db.query>) => {
            statements += 1;
            return db.query(...given);
          },
        } as typeof db,
        ledger.vault,
        ids,
        WINDOW_DAYS,
      ),
    );
    expect(found).toMatchObject([{ id: ids[7], reference: 'M-7', otherRun: run.id }]);
    expect(statements).toBeLessThanOrEqual(4);
  });
});
