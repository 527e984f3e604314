import { describe, expect, it } from 'vitest';
import { showPlan } from '../../src/cli/terminal/show-plan.ts';
import { showProblems } from '../../src/cli/terminal/show-problems.ts';
import { shownMoment } from '../../src/cli/terminal/shown-moment.ts';
import { printedTable, tableLines } from '../../src/cli/terminal/table.ts';
import type { RunPlan } from '../../src/engine/plan/run-plan.ts';
import { combineExitCodes } from '../../src/errors.ts';
import { statedTotals } from '../../src/lists/tables/sum-tables.ts';
import type { Problem } from '../../src/model.ts';
import type { DebitDocument } from '../../src/outcomes/total-debits.ts';
import { duration } from '../../src/platform/duration.ts';
import { maskKey } from '../../src/references/mask-key.ts';

const problem = (
  row: number,
  column: string | null,
  code: string,
  severity: 'error' | 'warning' = 'error',
): Problem => ({
  ...{ row, column, code, severity },
  message: `Sentence of ${code}.`,
});

const debit = (state: DebitDocument['state'], currency: string | null, payments: number, more = {}): DebitDocument => ({
  ...{ state, currency, payments, totalDebit: null, beforeFees: null, notQuoted: 0, ...more },
});

describe('a table', () => {
  it('aligns its columns, with numbers to the right', () => {
    const rows = [
      { name: 'Ada', n: 5 },
      { name: 'Zoë Müller', n: 1200 },
    ];
    const columns = [
      { title: 'name', text: (row: (typeof rows)[0]) => row.name },
      { title: 'n', align: 'right' as const, text: (row: (typeof rows)[0]) => String(row.n) },
    ];
    expect(printedTable(columns, rows)).toBe(['name           n', 'Ada            5', 'Zoë Müller  1200'].join('\n'));
  });

  it('aligns its columns with characters that take two columns of the terminal, or none', () => {
    const rows = ['山田太郎', 'Zoe\u0301', 'Ada'];
    const columns = [
      { title: 'name', text: (row: string) => row },
      { title: 'n', text: () => '1' },
    ];
    expect(printedTable(columns, rows)).toBe(
      ['name      n', '山田太郎  1', 'Zoe\u0301       1', 'Ada       1'].join('\n'),
    );
  });

  it('keeps text of a sheet on one line and removes terminal control characters', () => {
    const text = 'a\u001b[31m\nb\tc\u202ed\u0007';
    expect(printedTable([{ title: 't', text: () => text }], [0])).toBe('t\na [31m b c d');
  });
});

describe('a time', () => {
  const now = Date.UTC(2026, 10, 21, 12, 0, 0);
  it.each([
    [0, '2026-11-21 12:00 UTC (just now)'],
    [20_000, '2026-11-21 12:00 UTC (in a moment)'],
    [-44_999, '2026-11-21 11:59 UTC (just now)'],
    [-60_000, '2026-11-21 11:59 UTC (1 minute ago)'],
    [-7_300_000, '2026-11-21 09:58 UTC (2 hours ago)'],
    [-3 * 86_400_000, '2026-11-18 12:00 UTC (3 days ago)'],
    [7_200_000, '2026-11-21 14:00 UTC (in 2 hours)'],
    [7_199_000, '2026-11-21 13:59 UTC (in 2 hours)'],
    [3_599_000, '2026-11-21 12:59 UTC (in 1 hour)'],
    [1_800_000, '2026-11-21 12:30 UTC (in 30 minutes)'],
    [-7_199_000, '2026-11-21 10:00 UTC (2 hours ago)'],
  ])('%d ms from now', (ms, words) => {
    expect(shownMoment(new Date(now + ms), now)).toBe(words);
  });

  it.each([
    [400, '0 s'],
    [45_000, '45 s'],
    [200_000, '3 min 20 s'],
    [1_200_000, '20 min'],
    [3_900_000, '1 h 05 min'],
  ])('of %d ms', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });
});

it('money is right-aligned, in its own decimals', () => {
  const totals = [
    { currency: 'EUR', rows: 12, amount: '1240.50' },
    { currency: 'JPY', rows: 1, amount: '150000' },
  ];
  expect(tableLines(statedTotals, totals)).toEqual([
    'currency  rows  the sheet states',
    'EUR         12      1,240.50 EUR',
    'JPY          1       150,000 JPY',
  ]);
  expect(tableLines(statedTotals, [])).toEqual([]);
});

describe('problems', () => {
  it('list rows to correct first, then rows to check; errors of many rows come first, then the rest by row', () => {
    const problems = [
      problem(9, 'email', 'email_form'),
      problem(2, 'iban', 'iban_check_digits'),
      problem(7, 'iban', 'iban_check_digits'),
      problem(5, 'iban', 'iban_check_digits'),
      problem(3, null, 'row_too_long'),
      problem(4, 'phone', 'phone_form', 'warning'),
    ];
    expect(showProblems(problems)).toEqual([
      '',
      'Not paid, needs correction or review:',
      '  iban: IBAN with invalid check digits (3 rows)',
      '    row 2  iban  Sentence of iban_check_digits.',
      '    row 5  iban  Sentence of iban_check_digits.',
      '    row 7  iban  Sentence of iban_check_digits.',
      '  row 3  the row  Sentence of row_too_long.',
      '  row 9  email    Sentence of email_form.',
      '',
      'Warnings, which do not stop a payment:',
      '  row 4  phone  Sentence of phone_form.',
    ]);
  });

  it('of payments that may have been made are never said to be of rows that are not paid', () => {
    const open: Problem = { ...problem(5, null, 'missing_in_batch'), mayBePaid: true };
    expect(showProblems([open, problem(6, 'iban', 'iban_length')])).toEqual([
      '',
      'Not paid, needs correction or review:',
      '  row 6  iban  Sentence of iban_length.',
      '',
      'These payments may have been made. Confirm their outcome:',
      '  row 5  the row  Sentence of missing_in_batch.',
    ]);
  });

  it('that only need a check, in a row that is not paid, are never said to be paid', () => {
    const problems = [problem(5, 'amount', 'cell_formula', 'warning'), problem(5, null, 'recipient_missing')];
    const lines = showProblems(problems);
    expect(lines[1]).toBe('Not paid, needs correction or review:');
    expect(lines.slice(2)).toHaveLength(2);
    expect(lines.join()).not.toContain('are paid:');
  });

  it('of one kind in many rows are not all named', () => {
    const many = Array.from({ length: 1_012 }, (_, index) => problem(index + 2, 'iban', 'iban_length'));
    const lines = showProblems(many);
    expect(lines.at(2)).toBe('  iban: IBAN of the wrong length (1,012 rows)');
    expect(lines.slice(13)).toEqual(['    and 1,002 more rows', '', '10 of 1,012 errors and warnings shown.']);
  });

  it('that are only partly shown are still all counted', () => {
    const many = Array.from({ length: 20 }, (_, index) => problem(index + 2, null, 'duplicate_reference'));
    const lines = showProblems(many.slice(0, 5), many);
    expect(lines.at(2)).toBe('  the row: reference used before (20 rows)');
    expect(lines.slice(8)).toEqual(['    and 15 more rows', '', '5 of 20 errors and warnings shown.']);
  });
});

it('a plan shows how many payments, how much, for whom, and the cost', () => {
  const plan: RunPlan = {
    ...{
      payDate: null,
      run: '7',
      rows: 1_100,
      readAt: null,
      payable: 1_000,
      newRecipients: 1_000,
      changedRecipients: 1,
      calls: 2_013,
      minutes: 19.4,
      sameSheet: null,
      columns: [],
      readAs: 'Read as UTF-8, separated by commas.',
      warnings: [],
      notes: [],
      cutOff: null,
      banner: 'SANDBOX, NO MONEY MOVES',
      ledger: 'embedded, /srv/pay/.payrun',
    },
    counts: {
      discrepancy: 0,
      already_paid: 0,
      dismissed: 0,
      invalid: 98,
      held: 2,
      ready: 1_000,
      batched: 0,
      started: 0,
      processed: 0,
      failed: 0,
      returned: 0,
      canceled: 0,
      unknown: 0,
    },
    totals: { EUR: { rows: 1_000, amount: '1240000.00' } },
    onHold: { EUR: { rows: 2, amount: '31.50' } },
    debits: [
      debit('ready', 'EUR', 1_000, { beforeFees: '1240000.00', notQuoted: 3 }),
      debit('held', 'EUR', 2, { beforeFees: '31.50' }),
      debit('invalid', null, 98),
    ],
  };
  expect(showPlan(plan)).toEqual([
    'SANDBOX, NO MONEY MOVES',
    'Ledger: embedded, /srv/pay/.payrun',
    'Run 7: 1,000 payments from 1,100 rows (98 invalid, 2 on hold).',
    'Read as UTF-8, separated by commas.',
    '  status   payments                                                 total debit',
    '  ready       1,000  1,240,000.00 EUR before fees and 3 payments not quoted yet',
    '  on hold         2                                       31.50 EUR before fees',
    '  invalid        98',
    'Recipients: 1,000 new, 1 changed.',
    'Estimated time: about 20 min (2,013 API calls).',
    'Fees: deducted from recipients, unless the merchant covers them in the payout service. A targetAmount arrives in full.',
  ]);
  expect(showPlan({ ...plan, banner: null }).slice(0, 2)).toEqual([
    'Ledger: embedded, /srv/pay/.payrun',
    expect.stringMatching(/^Run 7/),
  ]);
});

it.each([
  [[0, 3], 3],
  [[3, 4, 0], 4],
  [[4, 2, 3], 2],
  [[2, 5], 5],
  [[5, 1], 1],
  [[], 0],
])('of the exit codes %j the worst is %d', (codes, worst) => {
  expect(combineExitCodes(codes)).toBe(worst);
});

it('only the end of a key is shown, and nothing of a short one', () => {
  expect(maskKey('AK-nnidZLeoauxtNeMmX5jdiG')).toBe('***jdiG');
  expect(maskKey('AK-short')).toBe('***');
});
