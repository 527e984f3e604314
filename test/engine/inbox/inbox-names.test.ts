import { describe, expect, it } from 'vitest';
import { datedName, type NameKind, nameKind, numberedName } from '../../../src/engine/inbox/file-names.ts';
import {
  createIssueReporter,
  diskFault,
  ISSUES,
  inboxIssue,
  toPrintableName,
} from '../../../src/engine/inbox/issues.ts';
import { getSheetResult, isFileFault, unreadable } from '../../../src/engine/inbox/sheet-result.ts';
import { createUnchangedFiles } from '../../../src/engine/inbox/unchanged-files.ts';
import { waitingNote } from '../../../src/engine/inbox/waiting-note.ts';
import { PayrunError } from '../../../src/errors.ts';
import { stateCounts } from '../../../src/outcomes/run-result.ts';
import type { RunOutcome } from '../../../src/reports/payment-run-outcome.ts';

describe('a name in the inbox', () => {
  const KINDS: readonly [string, NameKind][] = [
    ['june.csv', 'sheet'],
    ['JUNE.CSV', 'sheet'],
    ['june.xlsx', 'sheet'],
    // The reader says what they are and what to save them as.
    ['june.xls', 'sheet'],
    ['june.ods', 'sheet'],
    ['payments.XML', 'sheet'],
    ['-rf.csv', 'sheet'],
    ['a\nb.csv', 'sheet'],
    ['C:\\sheets\\june.csv', 'sheet'],
    ['.june.csv', 'unfinished'],
    ['.payrun-inbox', 'unfinished'],
    ['~$june.xlsx', 'unfinished'],
    ['june.csv.part', 'unfinished'],
    ['june.csv.filepart', 'unfinished'],
    ['june.csv.tmp', 'unfinished'],
    ['june.csv.crdownload', 'unfinished'],
    ['Thumbs.db', 'unfinished'],
    ['june.csv.control.json', 'companion'],
    ['june.csv.done', 'companion'],
    ['m\u{fffd}rz.csv', 'garbled'],
    ['README.txt', 'other'],
    ['june', 'other'],
    ['csv', 'other'],
    ['june.csv.bak', 'other'],
  ];
  it.each(KINDS)('%j is %s', (name, kind) => expect(nameKind(name)).toBe(kind));

  const DATED: readonly [string, string][] = [
    ['june.csv', '2026-11-21 june.csv'],
    ['Löhne für März.csv', '2026-11-21 Löhne für März.csv'],
    ['-rf.csv', '2026-11-21 -rf.csv'],
    ['a\nb\t.csv', '2026-11-21 a_b_.csv'],
    ['C:\\sheets\\june.csv', '2026-11-21 C:_sheets_june.csv'],
    ['2026-11-21 june.csv', '2026-11-21 june.csv'],
    ['2026-10-01 june.csv', '2026-11-21 2026-10-01 june.csv'],
  ];
  it.each(DATED)('%j is called %j once it is taken', (name, dated) =>
    expect(datedName(name, '2026-11-21')).toBe(dated),
  );

  it.each(['x'.repeat(251), '€'.repeat(83), '😀'.repeat(62), `${'x'.repeat(100)}.${'y'.repeat(140)}`])(
    'that is too long for the names derived from it is cut between characters: %s',
    (stem) => {
      const dated = datedName(`${stem}.csv`, '2026-11-21');
      expect(Buffer.byteLength(dated)).toBeLessThanOrEqual(190);
      expect(Buffer.byteLength(dated)).toBeGreaterThan(180);
      expect(dated).toMatch(/^2026-11-21 .*~\.csv$/u);
      expect(dated.isWellFormed()).toBe(true);
    },
  );

  it('is numbered before its extension', () => {
    expect(numberedName('2026-11-21 june.csv', 1)).toBe('2026-11-21 june.csv');
    expect(numberedName('2026-11-21 june.csv', 2)).toBe('2026-11-21 june (2).csv');
  });

  it('with line breaks is shown on one line', () => expect(toPrintableName('a\nb\u001b[2J.csv')).toBe('a?b?[2J.csv'));
});

describe('a file has stopped growing', () => {
  const at = (path: string, stamp: string, size = 1n) => ({ path, stamp, size });

  it('if it looks the same in two passes that are far enough apart', () => {
    const { look } = createUnchangedFiles(100);
    expect([...look([at('a', '1')], 0)]).toEqual([]);
    expect([...look([at('a', '1')], 99)]).toEqual([]);
    expect([...look([at('a', '1')], 100)]).toEqual(['a']);
  });

  it('not while it changes, however long it takes', () => {
    const { look } = createUnchangedFiles(100);
    for (let n = 0; n < 20; n += 1) expect([...look([at('a', String(n))], n * 1_000)]).toEqual([]);
    expect([...look([at('a', '19')], 19_099)]).toEqual([]);
    expect([...look([at('a', '19')], 19_100)]).toEqual(['a']);
  });

  it('only after much longer if it is empty, and as usual once it is not', () => {
    const { look } = createUnchangedFiles(100);
    look([at('a', '0', 0n), at('b', '0', 0n)], 0);
    expect([...look([at('a', '0', 0n), at('b', '0', 0n)], 1_999)]).toEqual([]);
    expect([...look([at('a', '0', 0n), at('b', '1')], 2_000)]).toEqual(['a']);
    expect([...look([at('b', '1')], 2_100)]).toEqual(['b']);
  });

  it('again after it was gone', () => {
    const { look } = createUnchangedFiles(100);
    look([at('a', '1')], 0);
    look([], 50);
    expect([...look([at('a', '1')], 200)]).toEqual([]);
  });
});

describe('the final folder of a sheet', () => {
  const outcome = (counts: Record<string, number>, given: Partial<RunOutcome> = {}): RunOutcome => ({
    run: '7',
    state: 'done',
    rows: Object.values(counts).reduce((sum, n) => sum + n, 0),
    counts: stateCounts((state) => counts[state] ?? 0),
    outcome: 'paid',
    reasons: [],
    money: [],
    totals: {},
    onHold: {},
    debits: [],
    paid: null,
    paidSides: null,
    calls: 0,
    problems: [],
    results: null,
    sameSheet: null,
    note: null,
    exitCode: 0,
    ...given,
  });
  const same = { run: '1', sheet: 'june.csv', at: '', message: 'This is the same sheet as june.csv of run 1.' };
  const CASES: readonly [string, RunOutcome, Parameters<typeof getSheetResult>[1], 'done' | 'failed', RegExp | null][] =
    [
      ['all paid', outcome({ processed: 3 }), null, 'done', null],
      [
        'some refused',
        outcome({ processed: 2, invalid: 1 }, { outcome: 'partly_paid' }),
        null,
        'done',
        /^Partly paid: 2 of 3 rows paid\.\n1 invalid\. The worksheet "Rows to fix" has them\.\n/,
      ],
      ['some came back', outcome({ processed: 2, returned: 1 }), null, 'done', /The money was sent and returned/],
      [
        'all failed in the service',
        outcome(
          { failed: 2 },
          { outcome: 'nothing_paid', reasons: [{ state: 'failed', reason: 'account closed', payments: 2 }] },
        ),
        null,
        'done',
        /^Nothing paid: 0 of 2 rows paid\.\n2 failed: account closed\.\n/,
      ],
      [
        'one unconfirmed',
        outcome({ processed: 1, unknown: 1 }, { outcome: 'action_required' }),
        null,
        'done',
        /^Action required: 1 of 2 rows paid\.\n1 unconfirmed\. Payrun does not know yet/,
      ],
      [
        'all dismissed',
        outcome({ dismissed: 2 }, { outcome: 'canceled' }),
        null,
        'done',
        /^Canceled: 0 of 2 rows paid\.\n2 dismissed\. Dismissed by a user after a review; not paid\./,
      ],
      [
        'one wrong and one dismissed',
        outcome({ invalid: 1, dismissed: 1 }, { outcome: 'nothing_paid' }),
        null,
        'failed',
        /^Nothing in this sheet was paid\.\nThe results file next to it shows why/,
      ],
      [
        'on hold',
        outcome({ held: 1 }, { outcome: 'action_required' }),
        null,
        'done',
        /^Action required: 0 of 1 row paid\.\n1 on hold\. Ask an approver/,
      ],
      [
        'the same again',
        outcome({ already_paid: 2 }, { sameSheet: same, outcome: 'already_paid' }),
        null,
        'done',
        /same sheet as june\.csv.*\nAlready paid: 0 of 2 rows paid\.\n2 already paid\. They are not paid again\./,
      ],
      [
        'every row wrong',
        outcome({ invalid: 2 }),
        null,
        'failed',
        /Nothing in this sheet was paid\.\nAll 2 rows have errors\.\n.*Rows to fix/,
      ],
      ['discarded', outcome({ canceled: 2 }), null, 'failed', /Nothing in this sheet was paid\.\nThe results/],
      ['rejected in part', outcome({ canceled: 1, processed: 1 }), null, 'done', /1 of 2 rows paid\.\n1 canceled\./],
      ['no row', outcome({}), null, 'failed', /Nothing/],
      [
        'a control total that does not agree',
        outcome({ canceled: 2 }),
        { code: 'control_total', sentence: 'The sheet does not match its control total: 2 rows, not 3.' },
        'failed',
        /2 rows, not 3\.\nCorrect the sheet or the control total/,
      ],
      [
        'stopped, and no row was right',
        outcome({ invalid: 2 }),
        { code: 'sheet_has_invalid_rows', sentence: null },
        'failed',
        /Too many of its rows have errors\.\n.*Rows to fix/,
      ],
      [
        'damaged far below',
        outcome({}),
        { code: 'sheet_damaged', sentence: 'It ends.' },
        'failed',
        /It ends\.\nOpen it in Excel/,
      ],
      [
        'a stop whose next step names what was not kept',
        outcome({}),
        { code: 'sheet_swallowed_rows', sentence: 'A quote is closed too late.' },
        'failed',
        /\nCorrect it and drop it again\.$/,
      ],
    ];
  it.each(CASES)('%s', (_, of, stop, endsIn, note) => {
    const verdict = getSheetResult(of, stop);
    expect(verdict.endsIn).toBe(endsIn);
    if (note === null) expect(verdict.note).toBeNull();
    else expect(verdict.note).toMatch(note);
  });

  it('names the user who rejected it, and the reason', () => {
    const rejected = outcome({ canceled: 2 }, { outcome: 'rejected' });
    expect(getSheetResult(rejected, null, [{ kind: 'rejected', by: 'carla', because: 'wrong month' }])).toEqual({
      endsIn: 'failed',
      note: 'No payments were sent.\nRejected by carla: wrong month.\nTo pay it, correct the sheet and drop it again.',
    });
  });

  it('is failed if it cannot be read', () => {
    const error = new PayrunError('sheet_worksheets', { file: 'june.xlsx', detail: '"A", "B"' });
    expect(unreadable(error).note).toBe(
      'Nothing in this sheet was paid.\njune.xlsx has several worksheets with payments: "A", "B".\nHide or delete all but one of them.',
    );
  });

  const FAULTS: readonly [PayrunError | Error, boolean, boolean][] = [
    [new PayrunError('sheet_empty', { file: 'a' }), false, true],
    [new PayrunError('control_total', { file: 'a', detail: '' }), true, true],
    [new PayrunError('file_missing', { file: 'a' }), true, false],
    [new PayrunError('merchant_unknown', { merchant: 'a' }), false, true],
    [new PayrunError('keys_required', { merchant: 'a' }), false, true],
    // Its folder says who pays: that there are no keys for them is not the sheet's fault.
    [new PayrunError('keys_required', { merchant: 'a' }), true, false],
    [new PayrunError('database_unreachable', { detail: '' }), false, false],
    [new PayrunError('service_unreachable', { detail: '' }), false, false],
    [new Error('a defect'), false, false],
  ];
  it.each(FAULTS)('%s in a folder of a merchant (%s) is an error of the file: %s', (error, inFolder, is) =>
    expect(isFileFault(error, inFolder)).toBe(is),
  );
});

describe('the note beside a sheet that waits', () => {
  const note = (...statuses: Parameters<typeof waitingNote>[0]['statuses'][number][]) =>
    waitingNote({ run: '7', statuses, runNote: 'Waits for EUR 20.', maker: 'inbox', page: null });

  it('says who or what it waits for, the most urgent of several runs first', () => {
    expect(note('awaiting_approval')).toMatch(
      /^Run 7\nAwaiting approval by someone other than the uploader, inbox\.\nApprove or reject it on its page/,
    );
    expect(note('processing', 'insufficient_funds')).toBe(
      'Run 7\nAwaiting funds. The run continues once the balance is funded.\nWaits for EUR 20.',
    );
    expect(note('processing', 'action_required')).toMatch(/Action required/);
    expect(note('processing')).not.toMatch(/EUR/);
  });

  it('is there for as long as the sheet is not done', () => {
    const working = { run: '7', statuses: ['preparing'], maker: 'inbox', page: null } as const;
    expect(waitingNote({ ...working, runNote: null })).toMatch(/^Run 7\nPayrun is processing this file\./);
    expect(note('preparing')).toMatch(/^Run 7\nPayrun can’t continue with this file yet\..*\nWaits for EUR 20\.$/);
    expect(note()).toBeNull();
  });
});

describe('an issue of the inbox', () => {
  it('is reported once, and again if it comes back', async () => {
    const reported: string[] = [];
    const tell = createIssueReporter(async ({ message }) => void reported.push(message));
    const link = inboxIssue('inbox_symlink', 'acme/a.csv');
    await tell([link, link]);
    await tell([link]);
    expect(reported).toHaveLength(1);
    await tell([]);
    await tell([link, inboxIssue('inbox_symlink', 'acme/b.csv')]);
    expect(reported).toHaveLength(3);
  });

  const FAULTS: readonly [unknown, string | null][] = [
    ...(
      [
        ['EACCES', 'this user may not write there'],
        ['EROFS', 'the disk is read-only'],
        ['ENOSPC', 'the disk is full'],
        ['EDQUOT', 'the disk quota is used up'],
        ['ENOTDIR', 'a file or a link exists where a folder is expected'],
        ['EIO', 'the disk or the network mount failed'],
        ['ESTALE', 'the network mount is stale'],
        ['EMFILE', 'EMFILE'],
      ] as const
    ).map(([code, says]): [unknown, string] => [Object.assign(new Error(), { code, syscall: 'link' }), says]),
    [new PayrunError('file_unwritable', { file: 'a', detail: 'the disk is full' }), 'the disk is full'],
    // The database is away, which is not told of a folder.
    [Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' }), null],
    [new PayrunError('database_unreachable', { detail: '' }), null],
    [new Error('a defect'), null],
  ];
  it.each(FAULTS)('of the disk is reported in words: %s: %s', (error, says) => expect(diskFault(error)).toBe(says));

  it.each(Object.keys(ISSUES) as (keyof typeof ISSUES)[])('%s is a sentence with a next step', (code) => {
    const { message, next } = inboxIssue(code, 'acme/a.csv', { detail: 'the disk is full', inbox: '/srv' });
    expect(message).toMatch(/^[A-Z/a].*\.?$/);
    expect(message + next).not.toMatch(/[{}]|undefined/);
    expect(next).toMatch(/\.$/);
  });
});
