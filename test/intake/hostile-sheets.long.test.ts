import { extname } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { isError } from '../../src/errors.ts';
import { intake } from '../../src/intake/ingest-rows.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openRow } from '../../src/ledger/payments/sealed-row.ts';
import { openSheetFile, storeSheet } from '../../src/ledger/runs/sheet.ts';
import type { Problem } from '../../src/model.ts';
import { readSheet } from '../../src/sheets/read/read-sheet.ts';
import { HOSTILE_FILES, type HostileFile } from '../sheets/hostile-files.ts';
import { describeDatabases } from '../support/database.ts';
import { startTestRun, testDeps } from '../support/test-run.ts';

/** What a file is refused for, or which errors its rows have: how each is read is in test/sheets/hostile.test.ts. */
const kindOf = ({ name, expected: { error, problems = [] } }: HostileFile) =>
  [extname(name), error, ...new Set(problems.map(({ code }) => code))].join(' ');
const ONE_OF_EACH_KIND = [...Map.groupBy(HOSTILE_FILES, kindOf).values()].map(([first]) => first!);

/**
 * Hostile sheets through the whole intake: stored and sealed, read from the ledger, checked, sealed row by row, loaded
 * and screened. What comes back from the ledger is compared with what is expected of the file.
 */
describeDatabases('a hostile sheet in the ledger', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  /** Takes a sheet in; the code of the error where it is refused. */
  async function takeIn({ name, content, expected }: HostileFile, deps = testDeps(ledger)) {
    // References are of a merchant: each file has one of its own.
    const run = await startTestRun(ledger, { merchant: name });
    const { db, vault } = ledger;
    const { id } = await storeSheet(db, vault, { id: deps.ids(), name, content: content() });
    try {
      const sheet = await readSheet({ name, content: () => openSheetFile(db, vault, id) }, expected.options);
      await intake(run, deps, sheet, sheet.understood.control ?? []).finally(() => sheet.close());
      return { run, refused: null };
    } catch (error) {
      if (!isError(error)) throw error;
      return { run, refused: error.code };
    }
  }

  async function kept(run: bigint) {
    const found = await ledger.db.query<{
      id: string;
      merchant_id: string;
      row: number;
      state: string;
      row_sealed: Buffer;
      problems: Problem[] | null;
    }>(
      // Equal rows of a sheet are held, which says nothing of how the file was read.
      `select id, merchant_id, row, case when reason_code = 'possible_duplicate' then 'ready' else state end as state, row_sealed, problems
       from payrun.payment where run_id = $1 order by row`,
      [run],
    );
    return found.rows.map((payment) => ({
      row: payment.row,
      state: payment.state,
      cells: openRow(ledger.vault, payment).cells,
      problems: payment.problems ?? [],
    }));
  }

  it.each(ONE_OF_EACH_KIND)('$name', async (file) => {
    const { run, refused } = await takeIn(file);
    const rows = await kept(run.id);
    const { error = null } = file.expected;
    expect(refused).toBe(error);
    if (error !== null) {
      // Rows that were loaded before the end was seen were not screened, or are canceled: none is on its way to be paid.
      expect(rows.filter(({ state }) => !['ready', 'invalid', 'canceled'].includes(state))).toEqual([]);
      return;
    }
    expect(rows.map(({ row, cells }) => [row, cells])).toEqual(file.expected.rows);
    const problems = rows.flatMap((one) => one.problems);
    expect(problems.map(({ row, column, code }) => ({ row, column, code }))).toEqual(file.expected.problems);
    for (const { row, state, problems: own } of rows) {
      const wrong = own.some(({ severity }) => severity === 'error');
      expect([row, state]).toEqual([row, wrong ? 'invalid' : 'ready']);
    }
  });
});
