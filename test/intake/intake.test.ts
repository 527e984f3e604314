import { beforeAll, describe, expect, it } from 'vitest';
import { rerunSource } from '../../src/engine/rerun-source.ts';
import { type IntakeSource, intake } from '../../src/intake/intake.ts';
import type { Ledger } from '../../src/ledger/open-ledger.ts';
import { claimRun, getRun } from '../../src/ledger/run.ts';
import type { Finding, SheetRow } from '../../src/model.ts';
import type { ControlTotal } from '../../src/sheets/open-sheet.ts';
import type { ActiveRun, StepDeps } from '../../src/step.ts';
import { describeDatabases } from '../support/database.ts';
import { sheetRow, startTestRun, testDeps } from '../support/test-run.ts';

/** Rows in chunks of two; cut off after `until` chunks by an error. */
function source(rows: readonly SheetRow[], until = Number.POSITIVE_INFINITY): IntakeSource {
  return {
    async *rows() {
      for (let i = 0; i < rows.length; i += 2) {
        if (i / 2 >= until) throw new Error('the power went');
        yield rows.slice(i, i + 2);
      }
    },
  };
}

/** References of a merchant are used once, so each test has its own. */
const sheet = (name: string, count: number, cells: SheetRow['cells'] = {}) =>
  Array.from({ length: count }, (_, i) =>
    sheetRow(i + 2, { paymentReference: `${name}-${i}`, referenceId: `${name}-${i}`, ...cells }),
  );

describeDatabases('the intake', (database) => {
  let ledger: Ledger;
  let deps: StepDeps;
  beforeAll(async () => {
    ledger = await database.open();
    deps = testDeps(ledger);
  });

  interface Kept {
    readonly row: number;
    readonly state: string;
    readonly reference: string | null;
    readonly reason_code: string | null;
  }
  const kept = async (run: ActiveRun): Promise<Kept[]> =>
    (
      await ledger.db.query<Kept>(
        'select row, state, reference, reason_code from payrun.payment where run_id = $1 order by row',
        [run.id],
      )
    ).rows;
  const events = async (run: ActiveRun) =>
    (
      await ledger.db.query<{ kind: string; data: Record<string, unknown> }>(
        'select kind, data from payrun.event where chain = $1 order by seq',
        [`run-${run.id}`],
      )
    ).rows;

  it('brings every row into the ledger, and writes down what it counted', async () => {
    const run = await startTestRun(ledger);
    const rows = [...sheet('all', 3), sheetRow(7, { amount: 'ten', paymentReference: 'all-wrong' })];
    const told: number[] = [];
    const telling = testDeps(ledger, { progress: ({ done }) => told.push(done) });
    await intake(run, telling, source(rows), []);

    expect(await kept(run)).toEqual([
      { row: 2, state: 'ready', reference: 'all-0', reason_code: null },
      { row: 3, state: 'ready', reference: 'all-1', reason_code: null },
      { row: 4, state: 'ready', reference: 'all-2', reason_code: null },
      { row: 7, state: 'invalid', reference: 'all-wrong', reason_code: 'amount_form' },
    ]);
    const totals = { EUR: { rows: 3, minor: '3000' } };
    expect(await getRun(ledger.db, run.id)).toMatchObject({
      rows_in: 4,
      totals_in: totals,
      intake_at: expect.any(Date),
    });
    expect(await events(run)).toEqual([
      { kind: 'intake', data: expect.objectContaining({ rows: 4, invalid: 1, totals, stopped: null }) },
    ]);
    expect(told).toEqual([2, 4]);
  });

  it('that was interrupted is begun anew: no row twice, and the counts are right', async () => {
    const run = await startTestRun(ledger);
    const rows = [
      ...sheet('cut', 4),
      // Invalid ones and equal ones without a reference, too.
      sheetRow(8, { amount: '0' }),
      sheetRow(9, { referenceId: 'twice' }),
      sheetRow(10, { referenceId: 'twice' }),
    ];
    await expect(intake(run, deps, source(rows, 3), [])).rejects.toThrow('the power went');
    expect((await kept(run)).map(({ state }) => state)).toEqual(['new', 'new', 'new', 'new', 'invalid', 'new']);
    expect(await getRun(ledger.db, run.id)).toMatchObject({ intake_at: null, rows_in: null });
    expect(await events(run)).toEqual([]);

    await intake(run, deps, source(rows), []);
    const found = await kept(run);
    expect(found.map(({ row, state }) => [row, state])).toEqual([
      [2, 'ready'],
      [3, 'ready'],
      [4, 'ready'],
      [5, 'ready'],
      [8, 'invalid'],
      [9, 'ready'],
      [10, 'ready'],
    ]);
    expect(found[5]!.reference).not.toBe(found[6]!.reference);
    expect(await getRun(ledger.db, run.id)).toMatchObject({
      rows_in: 7,
      totals_in: { EUR: { rows: 6, minor: '6000' } },
    });
  });

  it('of a process that was overtaken writes nothing', async () => {
    const run = await startTestRun(ledger);
    const taken = { ...run, fence: (await claimRun(ledger.db, run.id, 'other', 1_000, 'test'))! };
    await expect(intake(run, deps, source(sheet('overtaken', 2)), [])).rejects.toMatchObject({ code: 'fenced' });
    expect(await kept(run)).toEqual([]);
    await intake(taken, deps, source(sheet('overtaken', 2)), []);
    expect(await kept(run)).toHaveLength(2);
  });

  it('that is asked to stop stops before the next thousand rows', async () => {
    const run = await startTestRun(ledger);
    const stop = new AbortController();
    const stopping = testDeps(ledger, { signal: stop.signal, progress: () => stop.abort(new Error('Ctrl-C')) });
    await expect(intake(run, stopping, source(sheet('stopped', 4)), [])).rejects.toThrow('Ctrl-C');
    expect(await kept(run)).toHaveLength(2);
  });

  it('never pays a row that names another merchant, and leaves it out of the sums', async () => {
    const run = await startTestRun(ledger);
    const rows = [
      sheetRow(2, { paymentReference: 'theirs', merchant: 'globex' }),
      sheetRow(3, { paymentReference: 'ours', merchant: 'acme' }),
      sheetRow(4, { paymentReference: 'both wrong', merchant: 'globex', amount: '0' }),
    ];
    await intake(run, deps, source(rows), []);
    expect((await kept(run)).map(({ state, reason_code }) => [state, reason_code])).toEqual([
      ['invalid', 'merchant_other'],
      ['ready', null],
      ['invalid', 'amount_zero'],
    ]);
    const { rows: found } = await ledger.db.query<{ codes: string[]; minor: bigint | null }>(
      `select array(select p ->> 'code' from jsonb_array_elements(problems) p) as codes, minor from payrun.payment
       where run_id = $1 and state = 'invalid' order by row`,
      [run.id],
    );
    expect(found).toEqual([
      { codes: ['merchant_other'], minor: null },
      { codes: ['amount_zero', 'merchant_other'], minor: null },
    ]);
    expect(await getRun(ledger.db, run.id)).toMatchObject({ totals_in: { EUR: { rows: 1, minor: '1000' } } });
  });

  describe('pays nothing of a sheet', () => {
    const control: ControlTotal = { from: 'sidecar', rows: 2, totals: [{ currency: 'EUR', amount: '20.01' }] };
    it('that does not agree with its control total, and says what differs', async () => {
      const run = await startTestRun(ledger, { options: { file: 'july.csv' } });
      await expect(intake(run, deps, source(sheet('control', 2)), [control])).rejects.toMatchObject({
        code: 'control_total',
        message:
          'july.csv does not agree with its control total: it says 20.01 in EUR, the payable rows come to 20.00.',
      });
      expect((await kept(run)).map(({ state, reason_code }) => [state, reason_code])).toEqual([
        ['cancelled', 'control_total'],
        ['cancelled', 'control_total'],
      ]);
      expect((await events(run))[0]!.data).toMatchObject({ stopped: 'control_total' });
      expect((await getRun(ledger.db, run.id)).intake_at).not.toBeNull();
    });
    it('with a wrong row where that was asked for', async () => {
      const run = await startTestRun(ledger, { options: { onInvalid: 'stop' } });
      const rows = [...sheet('strict', 1), sheetRow(3, { amount: 'x' })];
      await intake(run, deps, source(rows), []);
      expect((await kept(run)).map(({ state, reason_code }) => [state, reason_code])).toEqual([
        ['cancelled', 'sheet_has_invalid_rows'],
        ['invalid', 'amount_form'],
      ]);
    });
    it('unless all is right, and then everything', async () => {
      const run = await startTestRun(ledger, { options: { onInvalid: 'stop' } });
      const agrees = { ...control, totals: [{ currency: 'EUR', amount: '20' }] };
      await intake(run, deps, source(sheet('agrees', 2)), [agrees]);
      expect((await kept(run)).map(({ state }) => state)).toEqual(['ready', 'ready']);
    });
  });

  it('keeps what the reader did not trust, so that a rerun does not trust it either', async () => {
    const finding: Finding = {
      code: 'number_destroyed',
      column: 'amount',
      severity: 'error',
      message: 'A spreadsheet has destroyed this number.',
    };
    const warning: Finding = { code: 'date_shown', column: 'memo', severity: 'warning', message: 'A date.' };
    const parent = await startTestRun(ledger);
    const rows = [
      sheetRow(2, { paymentReference: 'trust-1' }, [finding]),
      sheetRow(3, { paymentReference: 'trust-2', amount: 'x' }, [warning]),
    ];
    await intake(parent, deps, source(rows), []);
    const selection = { states: ['invalid' as const], references: [] };
    const run = await startTestRun(ledger, { parent: parent.id, options: { rerun: selection } });
    await intake(run, deps, rerunSource(ledger, parent.id, selection), []);

    const { rows: found } = await ledger.db.query<{ state: string; reference: string; problems: unknown }>(
      'select state, reference, problems from payrun.payment where run_id = $1 order by row',
      [run.id],
    );
    expect(found).toEqual([
      { state: 'invalid', reference: 'trust-1', problems: [{ ...finding, row: 2 }] },
      {
        state: 'invalid',
        reference: 'trust-2',
        problems: [{ ...warning, row: 3 }, expect.objectContaining({ code: 'amount_form', row: 3 })],
      },
    ]);
  });

  it('gives a rerun row the reference that it had, also a derived one', async () => {
    const parent = await startTestRun(ledger);
    await intake(parent, deps, source([sheetRow(2, { referenceId: 'derived' })]), []);
    const [{ reference }] = (await kept(parent)) as [Kept];
    await ledger.db.query(`update payrun.payment set state = 'failed' where run_id = $1`, [parent.id]);
    const selection = { states: ['failed' as const], references: [] };
    const run = await startTestRun(ledger, { parent: parent.id, options: { rerun: selection } });
    await intake(run, deps, rerunSource(ledger, parent.id, selection), []);
    expect(await kept(run)).toEqual([{ row: 2, state: 'ready', reference, reason_code: null }]);
    const { rows } = await ledger.db.query(
      `select generation from payrun.payment where run_id = $1 and derived_fp is not null`,
      [run.id],
    );
    expect(rows).toEqual([{ generation: 2 }]);
  });

  it('seals the cells: none of them is readable in the database', async () => {
    const run = await startTestRun(ledger);
    await intake(run, deps, source([sheetRow(2, { paymentReference: 'sealed', memo: 'unmistakable' })]), []);
    const { rows } = await ledger.db.query<{ text: string; bytes: Buffer }>(
      `select row_to_json(p)::text as text, row_sealed as bytes from payrun.payment p where run_id = $1`,
      [run.id],
    );
    expect(rows[0]!.text).not.toContain('unmistakable');
    expect(rows[0]!.bytes.includes('unmistakable')).toBe(false);
  });
});
