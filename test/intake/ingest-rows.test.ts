import { Writable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { earlierRows } from '../../src/engine/runs/ingest-and-confirm.ts';
import { PayrunError } from '../../src/errors.ts';
import { checkRow } from '../../src/intake/check-row.ts';
import { type IntakeSource, ingestNothing, intake } from '../../src/intake/ingest-rows.ts';
import { type Db, getClient } from '../../src/ledger/db/db.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { computeFingerprints } from '../../src/ledger/payments/fingerprints.ts';
import { recordRouteMinimums } from '../../src/ledger/recipients/route-minimum.ts';
import { selectPayments } from '../../src/ledger/runs/payment-status.ts';
import { claimRun, confirmRun, getRun } from '../../src/ledger/runs/run.ts';
import type { Finding, SheetRow } from '../../src/model.ts';
import { rulesVersion } from '../../src/rules/rules-version.ts';
import type { ControlTotal } from '../../src/sheets/understood-sheet.ts';
import type { ActiveRun, StepDeps } from '../../src/step.ts';
import { describeDatabases } from '../support/database.ts';
import { pastRules } from '../support/past-rules.ts';
import { addRecipient, addTestMerchant, sheetRow, startTestRun, testDeps } from '../support/test-run.ts';

/** Rows in chunks of two. */
function source(rows: readonly SheetRow[]): IntakeSource {
  return {
    async *rows() {
      for (let i = 0; i < rows.length; i += 2) {
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

const numbered = (row: SheetRow, index: number): SheetRow => ({ ...row, row: index + 2 });

/** Calls `work`; a COPY of it has sent its rows when `sent` is called, and does not end before `wake`. */
async function inCopy<T>(db: Db, work: (db: Db) => Promise<T>, sent: () => void, wake: Promise<void>): Promise<T> {
  const client = getClient(db)!;
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const stopping = (...given: unknown[]) => {
    const [copy] = given;
    if (copy instanceof Writable) {
      const end = copy._final.bind(copy);
      copy._final = (done) => {
        sent();
        wake.then(() => end(done)).catch(done);
      };
    }
    return query(...given);
  };
  Object.assign(client, { query: stopping });
  try {
    return await work(db);
  } finally {
    Object.assign(client, { query });
  }
}

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
  /** States of the rows that are loaded, whether their intake ended or not, in the order of the rows. */
  const loaded = async (run: ActiveRun): Promise<string[]> => {
    const { rows } = await ledger.db.query<{ state: string }>(
      'select state from payrun.payment_row where run_id = $1 order by row',
      [run.id],
    );
    return rows.map(({ state }) => state);
  };
  const events = async (run: ActiveRun) =>
    (
      await ledger.db.query<{ kind: string; data: Record<string, unknown> }>(
        'select kind, data from payrun.event where chain = $1 order by seq',
        [`run-${run.id}`],
      )
    ).rows;

  it('loads every row into the ledger, and records its counts', async () => {
    const run = await startTestRun(ledger);
    const rows = [...sheet('all', 3), sheetRow(7, { amount: 'ten', paymentReference: 'all-wrong' })];
    const reported: number[] = [];
    const telling = testDeps(ledger, { progress: ({ done }) => reported.push(done) });
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
    expect(reported).toEqual([4]);
  });

  it('G2: obeys rules that became stricter since the run was created', async () => {
    const run = await startTestRun(ledger, { options: { onInvalid: 'skip' } });
    const rows = [...sheet('stricter', 2), sheetRow(5, { amount: 'ten', paymentReference: 'stricter-wrong' })];
    await intake(run, testDeps(ledger, { env: { onInvalid: 'stop' } }), source(rows), []);
    expect((await kept(run)).map(({ state }) => state)).toEqual(['canceled', 'canceled', 'invalid']);
  });

  it('that was interrupted starts again: no row twice, and the counts are right', async () => {
    const run = await startTestRun(ledger);
    const rows = [
      ...sheet('cut', 4),
      // Invalid ones and equal ones without a reference, too.
      sheetRow(8, { amount: '0' }),
      sheetRow(9, { referenceId: 'twice' }),
      sheetRow(10, { referenceId: 'twice' }),
    ];
    const cut = new AbortController();
    const failing = testDeps(ledger, { signal: cut.signal, progress: () => cut.abort(new Error('the power went')) });
    await expect(intake(run, failing, source(rows), [])).rejects.toThrow('the power went');
    expect(await loaded(run)).toEqual(['ready', 'ready', 'ready', 'ready', 'invalid', 'ready', 'ready']);
    expect(await kept(run)).toEqual([]);
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
      [10, 'held'],
    ]);
    expect(found[5]!.reference).not.toBe(found[6]!.reference);
    expect(await getRun(ledger.db, run.id)).toMatchObject({
      rows_in: 7,
      totals_in: { EUR: { rows: 6, minor: '6000' } },
    });
  });

  it('stores with every payment the version of the rules, for invalid rows too', async () => {
    const run = await startTestRun(ledger);
    await intake(
      run,
      deps,
      source([...sheet('rules', 2), ...sheet('rules-bad', 1, { amount: 'x' })].map(numbered)),
      [],
    );
    const payments = await selectPayments(ledger.db, null, {
      run: String(run.id),
      state: null,
      reference: null,
      after: null,
      limit: 9,
    });
    expect(payments.map(({ rules }) => rules)).toEqual(Array(3).fill(rulesVersion()));
  });

  it('uses the minimums of the merchant’s country, not of the configuration', async () => {
    const person = { type: 'individual', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
    const home = { street1: '12 High Street', city: 'Berlin', country: 'DE', iban: 'DE89370400440532013000' };
    const cells = { amount: '2.00', paymentReference: 'minimum', ...person, ...home };
    const states: string[] = [];
    for (const [merchant, country] of [
      ['of-france', 'FR'],
      ['of-america', 'US'],
    ] as const) {
      const run = await startTestRun(ledger, { merchant });
      await ledger.db.query('update payrun.merchant set country = $2 where id = $1', [merchant, country]);
      await intake(run, deps, source([sheetRow(2, cells)]), []);
      states.push((await kept(run))[0]!.state);
    }
    expect(states).toEqual(['ready', 'invalid']);
  });

  it('G1: of a process that was overtaken writes nothing', async () => {
    const run = await startTestRun(ledger);
    const taken = { ...run, fence: (await claimRun(ledger.db, run.id, 'other', 1_000, 'test'))! };
    await expect(intake(run, deps, source(sheet('overtaken', 2)), [])).rejects.toMatchObject({ code: 'fenced' });
    expect(await kept(run)).toEqual([]);
    await intake(taken, deps, source(sheet('overtaken', 2)), []);
    expect(await kept(run)).toHaveLength(2);
  });

  it.runIf(database.kind === 'postgres')(
    'G4: of a process that stands still while it sends rows can be taken over at once',
    async () => {
      const run = await startTestRun(ledger);
      // More than the server collects before it stores them.
      const rows = sheet('still', 1_900);
      const sent = Promise.withResolvers<void>();
      const wake = Promise.withResolvers<void>();
      const still: Ledger = {
        ...ledger,
        tx: (work) => ledger.tx((db) => inCopy(db, work, sent.resolve, wake.promise)),
      };
      const reading = intake(run, { ...deps, ledger: still }, source(rows), []);
      reading.catch(() => {});
      await sent.promise;
      const taking = claimRun(ledger.db, run.id, 'other', 60_000, 'test');
      const late = new Promise<'it waits'>((resolve) => setTimeout(resolve, 3_000, 'it waits'));
      const fence = await Promise.race([taking, late]);
      expect(fence).toBe(run.fence + 1n);
      await intake({ ...run, fence: run.fence + 1n }, deps, source(rows), []);
      expect((await kept(run)).map(({ state }) => state)).toEqual(rows.map(() => 'ready'));
      wake.resolve();
      await expect(reading).rejects.toMatchObject({ code: 'database_unreachable' });
      expect(await kept(run)).toHaveLength(rows.length);
    },
  );

  it('that is asked to stop reads no more rows', async () => {
    const run = await startTestRun(ledger);
    const stop = new AbortController();
    const rows = sheet('stopped', 6);
    let read = 0;
    const stopping: IntakeSource = {
      async *rows() {
        for (const row of rows) {
          if (++read === 3) stop.abort(new Error('Ctrl-C'));
          yield [row];
        }
      },
    };
    await expect(intake(run, testDeps(ledger, { signal: stop.signal }), stopping, [])).rejects.toThrow('Ctrl-C');
    expect(read).toBe(3);
    expect(await kept(run)).toEqual([]);
  });

  it('whose rows end early loads complete chunks, applies no hold rule, and starts again', async () => {
    const run = await startTestRun(ledger);
    const rows = sheet('half', 2_100);
    const chunks: IntakeSource = {
      async *rows() {
        for (let at = 0; at < 2_000; at += 100) yield rows.slice(at, at + 100);
        throw new Error('the file ended');
      },
    };
    await expect(intake(run, deps, chunks, [])).rejects.toThrow('the file ended');
    expect(await loaded(run)).toEqual(Array(2_000).fill('ready'));
    expect(await kept(run)).toEqual([]);
    await intake(
      run,
      deps,
      {
        rows: async function* () {
          yield rows;
        },
      },
      [],
    );
    expect((await kept(run)).map(({ state }) => state)).toEqual(rows.map(() => 'ready'));
  });

  it('never pays a row that names another merchant, and excludes it from the sums', async () => {
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
    it('that does not agree with its control total, and names the difference', async () => {
      const run = await startTestRun(ledger, { options: { file: 'july.csv' } });
      await expect(intake(run, deps, source(sheet('control', 2)), [control])).rejects.toMatchObject({
        code: 'control_total',
        message: 'july.csv does not match its control total: it says 20.01 in EUR, the payable rows total 20.00.',
      });
      expect((await kept(run)).map(({ state, reason_code }) => [state, reason_code])).toEqual([
        ['canceled', 'control_total'],
        ['canceled', 'control_total'],
      ]);
      expect((await events(run))[0]!.data).toMatchObject({ stopped: 'control_total' });
      expect((await getRun(ledger.db, run.id)).intake_at).not.toBeNull();
    });
    it('with an invalid row if that was asked for', async () => {
      const run = await startTestRun(ledger, { options: { onInvalid: 'stop' } });
      const rows = [...sheet('strict', 1), sheetRow(3, { amount: 'x' })];
      await intake(run, deps, source(rows), []);
      expect((await kept(run)).map(({ state, reason_code }) => [state, reason_code])).toEqual([
        ['canceled', 'sheet_has_invalid_rows'],
        ['invalid', 'amount_form'],
      ]);
    });
    it('with more invalid rows than the allowed share, but not with exactly that share', async () => {
      const states = async (onInvalid: `${number}%`, name: string) => {
        const run = await startTestRun(ledger, { options: { onInvalid } });
        await intake(run, deps, source([...sheet(name, 3), sheetRow(5, { amount: 'x' })]), []);
        return (await kept(run)).map(({ state, reason_code }) => [state, reason_code]);
      };
      expect(await states('25%', 'share-1')).toEqual([...Array(3).fill(['ready', null]), ['invalid', 'amount_form']]);
      expect(await states('24.99%', 'share-2')).toEqual([
        ...Array(3).fill(['canceled', 'sheet_has_invalid_rows']),
        ['invalid', 'amount_form'],
      ]);
    });
    it('whose totals row does not agree with the rows above it', async () => {
      const run = await startTestRun(ledger, { options: { file: 'july.csv' } });
      const difference = 'row 4 ("Total") says 22.00 EUR, but its rows total 20.00 EUR';
      const noticed = () => ({ totals: { difference } });
      await expect(intake(run, deps, { ...source(sheet('added-up', 2)), noticed }, [])).rejects.toMatchObject({
        code: 'control_total',
        message: `july.csv does not match its control total: ${difference}.`,
      });
      expect((await kept(run)).map(({ state }) => state)).toEqual(['canceled', 'canceled']);
    });
    it.each(['has an error', 'cannot be read'])(
      'G2: also not of a merchant whose rows an earlier attempt took in, though the sheet now %s',
      async (now) => {
        const merchants = ['lead', 'next'].map((name) => `${name}-${now.replaceAll(' ', '-')}`);
        for (const merchant of merchants) await addTestMerchant(ledger, merchant);
        const [lead, other] = merchants as [string, string];
        const options = { byRow: { otherwise: null }, onInvalid: 'stop' } as const;
        const run = await startTestRun(ledger, { merchant: lead, options });
        const rows = [lead, other, other, other].map((merchant, i) =>
          sheetRow(i + 2, { merchant, paymentReference: i < 2 ? `held-${i}` : 'held-2', amount: `${i + 1}.00` }),
        );
        const payers = { knows: async (merchant: string) => merchants.includes(merchant) };
        await intake(run, deps, source(rows), [], payers);
        const { rows: made } = await ledger.db.query<{ id: bigint }>('select id from payrun.run where lead_run = $1', [
          run.id,
        ]);
        const next = { ...run, id: made.find(({ id }) => id !== run.id)!.id };
        expect((await kept(next)).map(({ state }) => state)).toEqual(['ready', 'held', 'held']);
        // As if the process had ended before it finished the first merchant.
        await pastRules(ledger, 'update payrun.run set loading = true, intake_at = null where id = $1', [run.id]);
        if (now === 'has an error')
          await intake(run, deps, source([...rows, sheetRow(6, { merchant: lead, amount: 'x' })]), [], payers);
        else
          await ingestNothing(
            run,
            deps,
            new PayrunError('sheet_stopped', { file: 'june.csv', detail: 'it takes too long' }),
          );
        expect((await kept(next)).map(({ state }) => state)).toEqual(['canceled', 'canceled', 'canceled']);
      },
    );
    it('G9: and the runs of all its merchants are looked at, even if its process ends there', async () => {
      const [lead, next] = [await addTestMerchant(ledger, 'lead'), await addTestMerchant(ledger, 'next')];
      const run = await startTestRun(ledger, { merchant: lead, options: { byRow: { otherwise: null } } });
      await confirmRun(ledger.db, run.id);
      const rows = [lead, next].map((merchant, i) => sheetRow(i + 2, { merchant, paymentReference: `look-${i}` }));
      await intake(run, deps, source(rows), [], { knows: async () => true });
      const { rows: looks } = await ledger.db.query(
        'select merchant_id as merchant, look_at is not null as "isLookedAt" from payrun.run where lead_run = $1 order by 1',
        [run.id],
      );
      expect(looks).toEqual([lead, next].map((merchant) => ({ merchant, isLookedAt: true })));
    });
    it('unless everything is valid, and then everything', async () => {
      const run = await startTestRun(ledger, { options: { onInvalid: 'stop' } });
      const agrees = { ...control, totals: [{ currency: 'EUR', amount: '20' }] };
      await intake(run, deps, source(sheet('agrees', 2)), [agrees]);
      expect((await kept(run)).map(({ state }) => state)).toEqual(['ready', 'ready']);
    });
  });

  it('keeps the findings of the reader, so that a rerun has them too', async () => {
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
    await intake(run, deps, await earlierRows(ledger, { run: run.id, parent: parent.id, rerun: selection }), []);

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

  it('gives the row of a rerun its earlier reference, including a derived one', async () => {
    const parent = await startTestRun(ledger);
    await intake(parent, deps, source([sheetRow(2, { referenceId: 'derived' })]), []);
    const [{ reference }] = (await kept(parent)) as [Kept];
    await pastRules(ledger, `update payrun.payment set state = 'failed' where run_id = $1`, [parent.id]);
    const selection = { states: ['failed' as const], references: [] };
    const run = await startTestRun(ledger, { parent: parent.id, options: { rerun: selection } });
    await intake(run, deps, await earlierRows(ledger, { run: run.id, parent: parent.id, rerun: selection }), []);
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

  describe('the minimum that the service reported for a recipient', () => {
    const ADA = {
      type: 'individual',
      firstName: 'Ada',
      lastName: 'Lovelace',
      street1: '12 High Street',
      city: 'Berlin',
      country: 'DE',
      iban: 'DE89370400440532013000',
    };
    /** A recipient with this minimum whom the ledger knows, on the account of `ADA` with these cells; and rows that pay them. */
    const known = async (email: string, minor: bigint, change: { account?: string; intent?: string } = {}) => {
      const merchant = await addTestMerchant(ledger);
      const id = await addRecipient(ledger, merchant);
      const { draft } = checkRow(sheetRow(2, { ...ADA, email, referenceId: email }), {
        merchantCountry: 'US',
        environment: 'sandbox',
      });
      const { recipientFp, personFp, accountFp } = computeFingerprints(ledger.vault, draft!.recipient);
      await ledger.db.query(
        'update payrun.recipient set key_fp = $2, email_fp = $3, account_fp = $4, intent = $5 where id = $1',
        [id, recipientFp, personFp, accountFp, change.intent ?? null],
      );
      const account = { recipientRemoteId: `R-${id}`, accountRemoteId: change.account ?? `A-${id}` };
      await recordRouteMinimums(ledger.db, merchant, [{ ...account, route: 'sepa', minor, currency: 'EUR' }]);
    };
    const statesOf = async (cells: readonly SheetRow['cells'][]) => {
      const run = await startTestRun(ledger);
      const paid = cells.map((one, i) => ({
        ...sheetRow(i + 2),
        cells: { ...ADA, currency: 'EUR', paymentReference: `least-${run.id}-${i}`, ...one },
      }));
      await intake(run, deps, source(paid), []);
      return (await kept(run)).map(({ reason_code }) => reason_code);
    };
    const below = 'amount_below_minimum';

    it('takes precedence over the table, lower and higher, by the key and by the e-mail', async () => {
      await known('low@example.com', 100n);
      await known('high@example.com', 5_000n);
      const low = { email: 'low@example.com', referenceId: 'low@example.com' };
      const { referenceId: _, ...byEmail } = low;
      const high = { email: 'high@example.com', referenceId: 'high@example.com' };
      expect(
        await statesOf([
          { ...low, amount: '1.00' },
          { ...low, amount: '0.99' },
          { ...high, amount: '49.99' },
          { ...high, amount: '50.00' },
          { email: 'nobody@example.com', referenceId: 'nobody', amount: '1.00' },
        ]),
      ).toEqual([null, 'amount_below_route_minimum', 'amount_below_route_minimum', null, below]);
      // Of other bank details nothing is known.
      expect(
        await statesOf([
          { ...byEmail, amount: '1.01' },
          { ...low, amount: '1.00', iban: 'DE02120300000000202051' },
          { ...low, amount: '1.00', currency: 'USD' },
        ]),
      ).toEqual([null, below, below]);
    });

    it.each([
      ['of an account that they do not have any more', { account: 'A-old' }],
      ['of an account that is about to be changed', { intent: 'create_account' }],
    ])('%s does not count', async (name, change) => {
      const email = `${name.length}@example.com`;
      await known(email, 100n, change);
      expect(await statesOf([{ email, referenceId: email, amount: '1.00' }])).toEqual([below]);
    });
  });
});
