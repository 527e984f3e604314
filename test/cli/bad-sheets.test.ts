import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../sheets/hostile/zip-of.ts';
import { testDatabase } from '../support/database.ts';
import { runHere } from '../support/run-here.ts';
import { documentOf, runPayrun } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';

const HEADER = 'amount,currency,type,firstName,lastName,email,street1,city,postalCode,country,iban';
const ROW = '10.00,EUR,individual,Ada,Byron,ada@example.com,Lindenstr. 1,Berlin,10969,DE,DE89370400440532013000';
const cwd = testFolder();

interface Bad {
  readonly name: string;
  readonly file: string;
  /** Undefined: there is no such file. Null: a folder. */
  readonly content?: string | Uint8Array | null;
  readonly code: string;
  readonly says: readonly string[];
}

/** Sheets of which nothing can be read: one sentence, exit code 2. */
const UNREADABLE: readonly Bad[] = [
  { name: 'a missing file', file: 'nowhere.csv', code: 'file_missing', says: ['nowhere.csv does not exist'] },
  { name: 'a folder', file: 'folder.csv', content: null, code: 'file_is_folder', says: ['folder.csv is a folder'] },
  { name: 'an empty file', file: 'empty.csv', content: '', code: 'sheet_empty', says: ['empty.csv is empty'] },
  {
    name: 'a file of blank lines',
    file: 'blank.csv',
    content: '\n\r\n \n',
    code: 'sheet_empty',
    says: ['blank.csv is empty'],
  },
  {
    name: 'a header only',
    file: 'header.csv',
    content: `${HEADER}\n`,
    code: 'sheet_no_rows',
    says: ['has a header but no payments'],
  },
  {
    name: 'a misspelt required column',
    file: 'misspelt.csv',
    content: `${HEADER.replace('amount', 'ammount')}\n${ROW}\n`,
    code: 'sheet_columns_missing',
    says: ['amount', 'ammount', 'id you mean'],
  },
  {
    name: 'columns that Payrun does not know',
    file: 'foreign.csv',
    content: 'color,shape\nred,round\n',
    code: 'sheet_no_header',
    says: ['no header line that Payrun recognizes'],
  },
  {
    name: 'a binary file',
    file: 'picture.csv',
    content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0xff, 0xfe, 0, 1, 2, 3]),
    code: 'sheet_not_a_sheet',
    says: ['not a CSV, XLSX, ODS or pain.001 file'],
  },
  {
    name: 'an archive',
    file: 'archive.xlsx',
    content: Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200, 7)]),
    code: 'sheet_not_a_sheet',
    says: ['archive.xlsx is not a CSV, XLSX, ODS or pain.001 file: it is a ZIP archive'],
  },
  {
    name: 'an old Excel file',
    file: 'old.xls',
    content: Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('Workbook\0', 'utf16le'),
    ]),
    code: 'sheet_not_a_sheet',
    says: ['it is an old Excel file (.xls)'],
  },
  {
    name: 'a binary workbook',
    file: 'binary.xlsb',
    content: zipOf([{ name: 'xl/workbook.bin', content: 'x' }]),
    code: 'sheet_not_a_sheet',
    says: ['it is a binary workbook (.xlsb)'],
  },
  {
    name: 'an unclosed quote',
    file: 'quote.csv',
    content: `${HEADER}\n${ROW}\n${ROW.replace('Ada', '"Ada')}\n${ROW}\n`,
    code: 'sheet_unclosed_quote',
    says: ['a quotation mark opens in row 3 and is never closed'],
  },
];

function write({ file, content }: Bad): void {
  if (content === null) mkdirSync(join(cwd, file), { recursive: true });
  else if (content !== undefined) writeFileSync(join(cwd, file), content);
}

const NEVER_SHOWN = /\bat .*:\d+:\d+|node:internal|undefined|\[object|NaN|DE89|370400440532013000/;

describe('a sheet that cannot be read', () => {
  const { env } = testDatabase('embedded');

  it.each(UNREADABLE)('$name: one sentence and the next step', async (bad) => {
    write(bad);
    const ended = await runHere(['check', bad.file], { cwd });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(2);
    for (const words of bad.says) expect(ended.stderr).toContain(words);
    expect(ended.stderr).not.toMatch(NEVER_SHOWN);
  });

  it.each(UNREADABLE)('$name: the same as JSON', async (bad) => {
    write(bad);
    const ended = await runHere(['check', bad.file, '--json'], { cwd });
    expect(ended.code).toBe(2);
    const { error } = documentOf(ended);
    expect(error).toMatchObject({ code: bad.code, next: expect.stringMatching(/./) });
    for (const words of bad.says) expect(error!.message).toContain(words);
  });

  it('is not paid, leaves no files, and the process prints nothing else', async () => {
    const bad = UNREADABLE.find(({ code }) => code === 'sheet_unclosed_quote')!;
    write(bad);
    const checked = await runPayrun(['check', bad.file], { cwd });
    expect(checked).toEqual(await runHere(['check', bad.file], { cwd }));
    const ended = await runHere(['pay', bad.file, '--yes', '--json'], { cwd, env });
    expect([ended.code, documentOf(ended).error?.code]).toEqual([2, 'sheet_unclosed_quote']);
    expect(documentOf(await runHere(['runs', '--json'], { cwd, env }))).toEqual({ runs: [], more: false });
    expect(readdirSync(cwd).filter((file) => file.startsWith('quote.'))).toEqual(['quote.csv']);
  });
});

describe('a sheet with bad rows', () => {
  const rows = [ROW, `${ROW},surplus`, '10.00,EUR', ROW.replace('DE8937', 'DE8837')];

  it('lists them by row and column, and accepts the others', async () => {
    writeFileSync(join(cwd, 'rows.csv'), [HEADER, ...rows].join('\n'));
    const ended = await runHere(['check', 'rows.csv', '--json'], { cwd });
    expect(ended.code).toBe(3);
    expect(documentOf(ended)).toMatchObject({
      ...{ file: 'rows.csv', rows: 4, valid: 1, invalid: 3, totals: { EUR: { rows: 1, amount: '10.00' } } },
      problems: [
        { row: 3, column: null, code: 'row_too_long', severity: 'error' },
        { row: 4, column: null, code: 'row_too_short', severity: 'error' },
        {
          row: 5,
          column: 'iban',
          code: 'iban_check_digits',
          severity: 'error',
          value: expect.stringMatching(/^\*\*\*/),
        },
      ],
    });
    expect(ended.stdout).not.toMatch(NEVER_SHOWN);
  });

  it('an unknown column is no reason to refuse a row', async () => {
    writeFileSync(join(cwd, 'unknown.csv'), `${HEADER},shoe size\n${ROW},42\n`);
    const ended = await runHere(['check', 'unknown.csv', '--json'], { cwd });
    expect([ended.code, documentOf(ended).problems]).toEqual([0, []]);
  });

  it('shows what was typed, in plain words', async () => {
    writeFileSync(join(cwd, 'words.csv'), [HEADER, ...rows].join('\n'));
    const ended = await runHere(['check', 'words.csv'], { cwd });
    expect(ended).toMatchObject({ code: 3, stderr: '' });
    expect(ended.stdout).toContain('words.csv: 4 rows, 1 without errors, 3 with errors.');
    for (const row of [3, 4, 5]) expect(ended.stdout).toMatch(new RegExp(`^ +row ${row}  `, 'm'));
    expect(ended.stdout).toContain(join(cwd, 'words.checked.xlsx'));
    expect(readdirSync(cwd)).toContain('words.checked.xlsx');
  });

  it('with several sheets, each has a result, and the worst exit code counts', async () => {
    writeFileSync(join(cwd, 'fine.csv'), `${HEADER}\n${ROW}\n`);
    writeFileSync(join(cwd, 'empty.csv'), '');
    const ended = await runHere(['check', 'fine.csv', 'empty.csv', 'rows.csv', '--json'], { cwd });
    expect(ended.code).toBe(2);
    expect(documentOf(ended)).toMatchObject({
      files: [
        { file: 'fine.csv', invalid: 0 },
        { file: 'empty.csv', error: { code: 'sheet_empty' } },
        { file: 'rows.csv' },
      ],
    });
  });
});

describe('check', () => {
  it('needs no database, service or home', async () => {
    const env = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      PAYRUN_ENVIRONMENT: 'sandbox',
      PAYRUN_SERVICE_URL: 'http://127.0.0.1:1',
    };
    writeFileSync(join(cwd, 'offline.csv'), `${HEADER}\n${ROW}\n`);
    const ended = await runHere(['check', 'offline.csv', '--json'], { cwd, env });
    expect([ended.code, documentOf(ended)]).toEqual([
      0,
      {
        ...{ file: 'offline.csv', rows: 1, valid: 1, held: 0, invalid: 0, problems: [], notListed: 0, unused: [] },
        warnings: [expect.stringContaining('Payrun can’t read the ledger')],
        source: null,
        readAs: 'Read as UTF-8, separated by commas, amounts with a decimal point.',
        totals: { EUR: { rows: 1, amount: '10.00' } },
        control: null,
        controlTotal: expect.any(Object),
        checked: null,
      },
    ]);
    expect(readdirSync(cwd).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
