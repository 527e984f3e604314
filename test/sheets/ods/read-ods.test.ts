import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ReadOptions } from '../../../src/sheets/open-sheet.ts';
import type { SheetSource } from '../../../src/sheets/understood-sheet.ts';
import { readAs } from '../../../src/sheets/read/reading.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { contentOf, number, odsOf, row, table, text } from './ods-of.ts';

async function readAll(source: SheetSource, options?: ReadOptions) {
  const sheet = await readSheet(source, options);
  const rows: { row: number; cells: Record<string, string>; codes: string[] }[] = [];
  for await (const chunk of sheet.rows(7))
    for (const { row: at, cells, findings } of chunk)
      rows.push({ row: at, cells: { ...cells }, codes: findings.map(({ column, code }) => `${column} ${code}`).sort() });
  return { rows, warnings: [...sheet.understood.notes, ...sheet.noticed().totals.notes].map(({ text }) => text), understood: sheet.understood };
}

const readBytes = (bytes: Buffer, options?: ReadOptions) => readAll({ name: 'sheet.ods', content: () => Readable.from([bytes]) }, options);
const HEADER = row(['referenceId', 'amount', 'currency', 'memo'].map((name) => text(name)));
const line = (id: string, amount = number('10.5')) => row([text(id), amount, text('EUR')]);
const readRows = async (rows: readonly string[], styles = '') =>
  (await readBytes(odsOf(contentOf(table('June', [HEADER, ...rows]), styles)))).rows;

describe('an OpenDocument workbook', () => {
  it.each(globSync('*.ods', { cwd: import.meta.dirname }).sort())('%s, saved by LibreOffice, is read as the XLSX that it was', async (name) => {
    const expected = join(import.meta.dirname, '../hostile', name.replace(/ods$/, 'expected.json'));
    const { options } = JSON.parse(readFileSync(expected, 'utf8')) as { options?: ReadOptions };
    const ods = await readAll(join(import.meta.dirname, name), options);
    const xlsx = await readAll(join(import.meta.dirname, '../hostile', name.replace(/ods$/, 'xlsx')), options);
    // What is shown behind the point of a number is not kept: 10.50 is 10.5.
    const plain = ({ rows }: typeof ods) =>
      rows.map(({ cells, ...rest }) => ({
        ...rest,
        cells: Object.fromEntries(
          Object.entries(cells).map(([column, value]) => [column, /^-?\d{1,15}\.\d+$/.test(value) ? String(Number(value)) : value]),
        ),
      }));
    expect(ods.rows.length).toBeGreaterThan(0);
    expect(plain(ods)).toEqual(plain(xlsx));
    expect(ods.warnings).toEqual(xlsx.warnings);
    expect(ods.understood).toMatchObject({ format: 'ods', encoding: null, delimiter: null });
    expect(readAs(ods.understood, null)).toMatch(/^Read from the worksheet "/);
  });

  it('has repeated rows and cells, and row numbers that count the empty ones', async () => {
    const rows = await readRows([
      '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      row([text('A'), number('1'), text('EUR', ' table:number-columns-repeated="2"')], ' table:number-rows-repeated="250"'),
      line('B'),
    ]);
    expect(rows).toHaveLength(251);
    expect(rows.map((one) => one.row)).toEqual(Array.from({ length: 251 }, (_, i) => i + 5));
    expect(rows[249]!.cells).toEqual({ referenceId: 'A', amount: '1', currency: 'EUR', memo: 'EUR' });
    expect(rows[250]!.cells).toEqual({ referenceId: 'B', amount: '10.5', currency: 'EUR' });
  });

  it.each<[string, string, Record<string, string>, string[]]>([
    ['a number', number('1240.5', '', '1,240.50'), { amount: '1240.5' }, []],
    ['what is left of 0.1 + 0.2', number('0.30000000000000004'), { amount: '0.3' }, []],
    ['a number with the currency of the row', number('5', '', '5.00 €'), { amount: '5' }, []],
    ['a number with the sign of another', number('5', '', '$5.00'), { amount: '5' }, ['amount amount_other_currency']],
    [
      'a cell of another currency, whatever it shows',
      '<table:table-cell office:value-type="currency" office:currency="USD" office:value="5"><text:p>5.00</text:p></table:table-cell>',
      { amount: '5' },
      ['amount amount_other_currency'],
    ],
    ['a share', '<table:table-cell office:value-type="percentage" office:value="0.1"/>', { amount: '10%' }, ['amount amount_form']],
    ['a date', '<table:table-cell office:value-type="date" office:date-value="2026-11-20"/>', { amount: '2026-11-20' }, ['amount cell_is_date']],
    ['a time', '<table:table-cell office:value-type="time" office:time-value="PT12H30M00S"/>', { amount: '12:30:00' }, ['amount cell_is_date']],
    ['a number whose value is not shown', number('5', '', ''), { amount: '5' }, ['amount cell_unseen']],
    ['a number of more digits than are kept', number('12345678901234567'), { amount: '12345678901234567' }, ['amount number_too_long']],
    ['a number that is none', number('0x1F'), { amount: '0x1F' }, ['amount cell_error']],
    ['a formula', number('7', ' table:formula="of:=[.B2]"'), { amount: '7' }, ['amount cell_formula']],
    ['a formula without a value', '<table:table-cell table:formula="of:=[.B2]"/>', {}, ['amount cell_uncalculated']],
    [
      'an error',
      '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>',
      { amount: '#DIV/0!' },
      ['amount cell_error'],
    ],
    ['a number of which thousands are left out', number('5', ' table:style-name="K"'), { amount: '5' }, ['amount number_scaled']],
    ['a number shown with a minus', number('5', '', '-5.00'), { amount: '5' }, ['amount number_altered']],
    ['a number shown in parentheses', number('5', '', '(5,00 €)'), { amount: '5' }, ['amount number_altered']],
    ['a number shown as a share', number('5', '', '5%'), { amount: '5' }, ['amount number_altered']],
    ['a number shown as cents', number('1240', '', '12.40'), { amount: '1240' }, ['amount number_altered']],
    ['a number shown with more digits', number('5', '', '500'), { amount: '5' }, ['amount number_altered']],
    ['a number shown in thousands', number('1240', '', '1.240'), { amount: '1240' }, []],
    ['a number shown without its cents', number('1240.5', '', '1,241'), { amount: '1240.5' }, []],
    ['a number with a line through it', number('5', ' table:style-name="S"'), { amount: '5' }, ['null row_struck']],
    ['merged cells', number('5', ' table:number-rows-spanned="2" table:number-columns-spanned="1"'), { amount: '5' }, ['amount cell_merged']],
    ['a covered cell that kept its value', number('5').replaceAll('table:table-cell', 'table:covered-table-cell'), { amount: '5' }, ['amount cell_merged']],
  ])('has %s', async (_, cell, wanted, codes) => {
    const styles =
      '<number:number-style style:name="N1"><number:number number:display-factor="1000"/></number:number-style><style:style style:name="P" style:family="table-cell" style:data-style-name="N1"/><style:style style:name="K" style:family="table-cell" style:parent-style-name="P"/><style:style style:name="S" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>';
    const [read] = await readRows([line('A', cell)], styles);
    const { amount, ...others } = read!.cells;
    expect(amount === undefined ? {} : { amount }).toEqual(wanted);
    expect(others).toEqual({ referenceId: 'A', currency: 'EUR' });
    expect(read!.codes).toEqual(codes.filter((code) => code !== 'amount amount_form'));
  });

  it('reads codes as shown, if that is the number with zeros or hyphens', async () => {
    const header = row(['referenceId', 'amount', 'currency', 'branchId', 'accountNum'].map((name) => text(name)));
    const cells = [number('200000', '', '20-00-00'), number('123', '', '00000123')];
    const { rows } = await readBytes(odsOf(contentOf(table('June', [header, row([text('A'), number('1240', '', '1 240'), text('EUR'), ...cells])]))));
    expect(rows[0]!.cells).toMatchObject({ amount: '1240', branchId: '20-00-00', accountNum: '00000123' });
  });

  it('reads a text with its spaces and lines, and no note, picture or earlier version of it', async () => {
    const memo =
      '<table:table-cell office:value-type="string"><office:annotation><dc:creator>Eva</dc:creator><text:p>pay 99 instead</text:p></office:annotation><text:p>a<text:s text:c="2"/><text:span>b</text:span>\n   c<text:line-break/>d</text:p><text:p>e<text:a>f</text:a></text:p></table:table-cell>';
    const deleted = '<table:tracked-changes><table:deletion><table:cell-content-deletion><table:table table:name="x"/></table:cell-content-deletion></table:deletion></table:tracked-changes>';
    const content = contentOf(deleted + table('June', [HEADER, row([text('A'), number('1'), text('EUR'), memo])]));
    expect((await readBytes(odsOf(content))).rows[0]!.cells.memo).toBe('a  b c\nd\nef');
  });

  it('reports hidden rows, including those of closed groups and filters, and hidden columns', async () => {
    const column = '<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/>';
    const rows = [
      line('A'),
      line('B').replace('<table:table-row', '<table:table-row table:visibility="filter"'),
      line('C').replace('<table:table-row', '<table:table-row table:visibility="collapse"'),
      `<table:table-row-group table:display="false">${line('D')}</table:table-row-group>`,
      `<table:table-row-group>${line('E')}</table:table-row-group>`,
    ];
    const read = await readBytes(odsOf(contentOf(table('June', [column, `<table:table-header-rows>${HEADER}</table:table-header-rows>`, ...rows]))));
    expect(read.rows.map(({ codes }) => codes)).toEqual([[], ['null row_hidden'], ['null row_hidden'], ['null row_hidden'], []]);
    expect(read.warnings.join()).toContain('Column D ("memo") is hidden');
  });

  it('has worksheets: one by its name, none that is hidden or of another file, none of two possible ones', async () => {
    const hidden = '<style:style style:name="H" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const linked = table("'file:///x.ods'#$June", [HEADER, line('L')]).replaceAll("'", '&apos;');
    const both = table('June', [HEADER, line('A')]) + table('Old', [HEADER, line('B')], ' table:style-name="H"') + linked;
    expect((await readBytes(odsOf(contentOf(both, hidden)))).rows.map(({ cells }) => cells.referenceId)).toEqual(['A']);
    expect((await readBytes(odsOf(contentOf(both, hidden)), { worksheet: 'Old' })).rows.map(({ cells }) => cells.referenceId)).toEqual(['B']);
    await expect(readBytes(odsOf(contentOf(both)))).rejects.toMatchObject({ code: 'sheet_worksheets' });
  });

  it('is read with any prefixes that its root declares', async () => {
    const content = contentOf(table('June', [HEADER, line('A')]))
      .replace(/(?<=[<\/ ])table:/g, 't:')
      .replace(/(?<=[<\/ ])text:/g, 'x:')
      .replace('xmlns:table', 'xmlns:t')
      .replace('xmlns:text', 'xmlns:x');
    expect((await readBytes(odsOf(content))).rows).toHaveLength(1);
  });

  const good = contentOf(table('June', [HEADER, line('A')]));
  const repeated = (rows: string, columns: string) =>
    contentOf(table('June', [HEADER, row([text('A', ` table:number-columns-repeated="${columns}"`)], ` table:number-rows-repeated="${rows}"`)]));
  it.each<[string, Buffer, string]>([
    ['cut off', odsOf(good.slice(0, -40)), 'sheet_damaged'],
    ['without content', odsOf('').subarray(0), 'sheet_damaged'],
    ['with a DTD', odsOf(good.replace('<office', '<!DOCTYPE x [<!ENTITY a "a">]><office')), 'sheet_damaged'],
    ['with more rows than there are', odsOf(repeated('99999999', '1')), 'sheet_damaged'],
    ['with more cells in a row than there are', odsOf(repeated('1', '99999')), 'sheet_damaged'],
    ['with more cells than anything has', odsOf(repeated('1048000', '16384')), 'sheet_damaged'],
    ['repeated minus once', odsOf(repeated('-1', '1')), 'sheet_damaged'],
    ['with a table in a cell', odsOf(good.replace('<text:p>A</text:p>', `<text:p>A</text:p>${table('in', [line('B')])}`)), 'sheet_damaged'],
    ['with a prefix that changes its meaning', odsOf(good.replace('<text:p>A', '<text:p xmlns:table="urn:x">A')), 'sheet_damaged'],
    [
      'encrypted',
      odsOf('gibberish', [
        {
          name: 'META-INF/manifest.xml',
          content:
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
        },
      ]),
      'sheet_not_a_sheet',
    ],
  ])('%s is refused', async (_, bytes, code) => {
    await expect(readBytes(bytes)).rejects.toMatchObject({ code });
  });
});
