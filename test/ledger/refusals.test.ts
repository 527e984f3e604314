import { beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { LIVE_STATES } from '../../src/states.ts';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';

describeDatabases('the database itself, whatever the code does,', (database) => {
  const payroll = testPayroll(database);
  let ledger: Ledger;

  beforeAll(async () => {
    await payroll.pay(payroll.sheet('paid.csv', sheetOf(people(2))));
    ({ ledger } = await payroll.appContext());
  });

  const copyAs = (
    state: string,
    batch: string,
  ) => `insert into payrun.payment (id, run_id, merchant_id, row, state, reference, source_currency, fixed, currency, minor, batch_id, row_sealed)
    select gen_random_uuid(), run_id, merchant_id, row + 100, '${state}', reference, source_currency, fixed, currency, minor, ${batch}, row_sealed
    from payrun.payment where row = 2`;
  const REFUSALS: readonly [what: string, sql: string, says: string][] = [
    ['a second live payment of a reference', copyAs('ready', 'null'), 'the reference is in another live payment'],
    ['a second payment of a reference in a batch', copyAs('batched', 'batch_id'), 'payment_live_reference'],
    [
      'the end of a batch on which start was attempted',
      `update payrun.batch set state = 'void', started_at = null`,
      'attempted_is_never_void',
    ],
    ['a payment in no batch that was paid in one', 'update payrun.payment set batch_id = null', 'batched_has_batch'],
    [
      'a started batch without an approval',
      'update payrun.batch set approved_hash = null, approved_by = null',
      'started_was_approved',
    ],
    ['a started batch without a quote', 'update payrun.batch set quote = null', 'started_was_approved'],
    ['a started batch without its remote id', 'update payrun.batch set remote_id = null', 'started_was_approved'],
    ['another amount of a payment in a batch', 'update payrun.payment set minor = minor + 1', 'cannot change'],
    ['an event that changes', `update payrun.event set actor = 'nobody' where seq = 1`, 'the audit is append-only'],
    ['rules that change', `update payrun.money_rules set rules = '{}'`, 'the history of the rules is append-only'],
    ['rules that go', 'delete from payrun.money_rules', 'the history of the rules is append-only'],
    ['an event that goes', 'delete from payrun.event where seq = 1', 'the audit is append-only'],
    ['an approver who is the maker', 'update payrun.batch set approved_by = maker', 'maker_is_not_approver'],
    [
      'an approver who is the maker in capitals',
      'update payrun.batch set approved_by = upper(maker)',
      'maker_is_not_approver',
    ],
    ['another account of a payment in a batch', `update payrun.payment set account_fp = sha256('x')`, 'cannot change'],
  ];
  it.each(REFUSALS)('G1, G2, G6, G7: refuses %s', async (_what, sql, says) => {
    const attempt = ledger.tx(async (db) => {
      await db.query(sql);
      throw new Error('it was not refused');
    });
    await expect(attempt).rejects.toThrow(says);
  });

  it('G1: holds a reference in exactly the live states of the table; a started payment follows its batch', async () => {
    const { rows } = await ledger.db.query<{ predicate: string }>(
      `select pg_get_expr(indexprs, indrelid) as predicate from pg_index where indexrelid = 'payrun.payment_live_reference'::regclass`,
    );
    const held = [...rows[0]!.predicate.matchAll(/'(\w+)'/g)].map(([, state]) => state);
    expect(held.sort()).toEqual(LIVE_STATES.filter((state) => state !== 'started' && state !== 'ready').sort());
    const { rows: functions } = await ledger.db.query<{ source: string }>(
      `select pg_get_triggerdef(t.oid) || ' ' || prosrc as source from pg_trigger t join pg_proc p on p.oid = tgfoid where proname like 'refuse_live_twin_%'`,
    );
    expect(functions).toHaveLength(3);
    for (const { source } of functions)
      for (const state of LIVE_STATES.filter((state) => state !== 'started')) expect(source).toContain(`'${state}'`);
  });
});
