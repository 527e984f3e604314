import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { saveSheetFormat } from '../../../../src/ledger/runs/sheet-format.ts';
import { headerFingerprint } from '../../../../src/sheets/headers/normalize-header.ts';
import { describeDatabases } from '../../../support/database.ts';
import { runHere } from '../../../support/run-here.ts';
import { runPayrun } from '../../../support/run-payrun.ts';
import { testFolder } from '../../../support/test-folder.ts';

const cwd = testFolder();
const ROWS = 'referenceId,amount,currency\nV-1,10.00,EUR\n';

describe('check', () => {
  it('writes a workbook only for --output, or if something is to be corrected and no one asks for JSON', async () => {
    writeFileSync(join(cwd, 'fine.csv'), ROWS);
    const { stdout } = await runHere(['check', 'fine.csv'], { cwd });
    expect(stdout).toContain('fine.csv: 1 row, no errors.');
    writeFileSync(join(cwd, 'wrong.csv'), ROWS.replace('10.00', 'ten'));
    const cases = [
      [['fine.csv'], 'fine.checked.xlsx', false],
      [['wrong.csv', '--json'], 'wrong.checked.xlsx', false],
      [['wrong.csv'], 'wrong.checked.xlsx', true],
      [['fine.csv', '--output', 'read.xlsx'], 'read.xlsx', true],
      [['wrong.csv', '--json', '--output', 'json.xlsx'], 'json.xlsx', true],
    ] as const;
    for (const [args, file, isWritten] of cases) {
      await runHere(['check', ...args], { cwd });
      expect([args, existsSync(join(cwd, file))]).toEqual([args, isWritten]);
    }
    expect(await runHere(['check', 'fine.csv', 'wrong.csv', '--output', 'x.xlsx'], { cwd })).toMatchObject({ code: 2 });
  });

  it('reads - from standard input, as CSV and as a workbook, and writes nothing next to the name', async () => {
    const csv = await runPayrun(['check', '-', '--stdin-name', 'piped.csv', '--json'], { cwd, input: ROWS });
    expect(JSON.parse(csv.stdout)).toMatchObject({
      file: 'piped.csv',
      valid: 1,
      checked: null,
    });
    await runHere(['template', 'book.xlsx', '--force'], { cwd });
    const book = await runPayrun(['map', '-', '--json'], { cwd, input: readFileSync(join(cwd, 'book.xlsx')) });
    expect(JSON.parse(book.stdout)).toMatchObject({ file: 'standard-input', columns: expect.any(Array) });
    const wrong = [
      ['check', '-', '-'],
      ['check', 'fine.csv', '--stdin-name', 'x.csv'],
      ['check', '-', '--stdin-name', '../x.csv'],
      ['pay', '-', '--yes', '--confirm-stdin'],
    ];
    for (const args of wrong) expect(await runHere(args, { cwd })).toMatchObject({ code: 2 });
    expect(await runPayrun(['check', '-'], { cwd, input: '' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('standard-input is empty'),
    });
  });

  it('G7: never says that rows can be paid if the sheet does not agree with its control total', async () => {
    writeFileSync(join(cwd, 'control.csv'), `PAYRUN,2,EUR,20.00\n${ROWS}`);
    const { stdout } = await runHere(['check', 'control.csv'], { cwd });
    expect(stdout).toContain('control.csv: 1 row, none can be paid.');
    expect(stdout).toContain('The control total does not match: it says 2 payments, the sheet has 1;');
  });

  it('warns of rows that would be on hold as copies of another row of the sheet', async () => {
    const rows = ['00123,V-1,10.00,EUR', '123,V-2,10.00,EUR', 'A-3,V-3,10.00,EUR', 'A-4,V-3,10.00,EUR'];
    writeFileSync(join(cwd, 'copies.csv'), `${['paymentReference,referenceId,amount,currency', ...rows].join('\n')}\n`);
    const { stdout } = await runHere(['check', 'copies.csv', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      valid: 4,
      problems: [
        { row: 3, code: 'similar_reference', severity: 'warning' },
        { row: 5, code: 'possible_duplicate', severity: 'warning' },
      ],
    });
    const words = await runHere(['check', 'copies.csv'], { cwd });
    expect(words.stdout).toContain('copies.csv: 4 rows, no errors.');
    expect(words.stdout).toMatch(/These rows may be put on hold:\n +row 3 .*\n +row 5 /);
    expect(words.stdout).not.toContain('this stops no payment');
  });
});

describeDatabases('check of a sheet whose columns were assigned on the upload page', (database) => {
  const folder = testFolder();
  const header = ['Wer', 'Was', 'Womit'];

  it('reads it as the page does, and says so if the ledger cannot be reached', async () => {
    writeFileSync(join(folder, 'own.csv'), `${header.join()}\nV-1,10.00,EUR\n`);
    const without = await runHere(['check', 'own.csv'], { cwd: folder });
    expect(without.stderr).toContain('own.csv');
    expect(without.code).not.toBe(0);
    expect(existsSync(join(folder, '.payrun', 'db'))).toBe(false);

    const ledger = await database.open();
    const columns = { Wer: 'referenceId', Was: 'amount', Womit: 'currency' };
    const fingerprint = headerFingerprint(header);
    expect(await saveSheetFormat(ledger.db, { name: 'Own export', header, columns }, fingerprint, 'ann')).toBe(true);
    await ledger.close();
    const saved = await runHere(['check', 'own.csv'], { cwd: folder, env: database.env });
    expect(saved.stdout).toContain('own.csv: 1 row, no errors.\nRead as: Own export.');

    const mapped = await runHere(['map', 'own.csv'], { cwd: folder, env: database.env });
    expect(mapped.stdout).toContain('Read as: Own export.');
    expect(mapped.stdout).toMatch(/Wer\s+referenceId/);

    writeFileSync(join(folder, 'known.csv'), ROWS);
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
    const unreachable = await runHere(['check', 'known.csv'], { cwd: folder, env });
    expect(unreachable.stdout).toContain('known.csv: 1 row, no errors.');
    expect(unreachable.stdout).toContain('Payrun can’t read the ledger');
    const unmapped = await runHere(['map', 'known.csv'], { cwd: folder, env });
    expect(unmapped.stdout).toContain('Payrun can’t read the ledger');
  });
});

describeDatabases('rows with one reference', (database) => {
  const folder = testFolder();
  const header = 'paymentReference,amount,currency,type,firstName,lastName,email,street1,city,country,iban';
  const row = (reference: string, amount: string, iban = 'AT611904300234573201') =>
    `${reference},${amount},EUR,individual,Ina,Muster,ina@example.com,Ring 1,Wien,AT,${iban}`;
  const cases: readonly (readonly [name: string, rows: readonly string[], counts: Readonly<Record<string, number>>])[] =
    [
      ['equal', [row('A', '10'), row('A', '10')], { valid: 1, held: 1, invalid: 0 }],
      ['different', [row('A', '10'), row('A', '12')], { valid: 0, held: 2, invalid: 0 }],
      ['equal-and-different', [row('A', '10'), row('A', '10'), row('A', '12')], { valid: 0, held: 3, invalid: 0 }],
      ['one-invalid', [row('A', '10'), row('A', '0')], { valid: 1, held: 0, invalid: 1 }],
      ['other-account', [row('A', '10'), row('A', '10', 'DE89370400440532013000')], { valid: 0, held: 2, invalid: 0 }],
      [
        'beside-others',
        [row('A', '10'), row('A', '12'), row('B', '5'), row('C', '0')],
        { valid: 1, held: 2, invalid: 1 },
      ],
    ];

  it.each(cases)('are %s: check counts them as pay does', async (name, rows, counts) => {
    writeFileSync(join(folder, `${name}.csv`), `${[header, ...rows].join('\n')}\n`);
    const { env } = database;
    const checked = JSON.parse((await runHere(['check', `${name}.csv`, '--json'], { cwd: folder, env })).stdout);
    expect(checked).toMatchObject(counts);
    const planned = await runHere(['pay', `${name}.csv`, '--dry-run', '--json'], { cwd: folder, env });
    const { counts: paid, rows: all } = JSON.parse(planned.stdout);
    expect({ valid: all - paid.held - paid.invalid, held: paid.held, invalid: paid.invalid }).toEqual(counts);
    const words = await runHere(['check', `${name}.csv`], { cwd: folder, env });
    if (counts.held! > 0) expect(words.stdout).toContain(`, ${counts.held} on hold`);
  });
});
