import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/model.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import type { RowResult } from '../../../src/sheets/write/row-result.ts';
import type { WriteResults } from '../../../src/sheets/fill-results.ts';
import { writeResults } from '../../../src/sheets/write-results.ts';
import { OFFICE_PARTS, officeWorkbook, withDescriptors } from '../office-workbook.ts';
import { packageParts } from '../package-parts.ts';
import { allRows, sheetFolder } from '../sheet-folder.ts';

const folder = sheetFolder();
const JUNE = 'xl/worksheets/sheet1.xml';

const problem = (row: number, column: string, message = 'It is wrong. Correct it.'): Problem => ({ row, column, message, severity: 'error', code: 'x' });
const paid = (row: number): RowResult => ({ row, status: 'processed', payment: `P-${row}`, reference: `PR-${row}`, amount: '12.50', currency: 'EUR', problems: [] });
const wrong = (row: number, ...columns: string[]): RowResult => ({ row, status: 'invalid', reference: `PR-${row}`, problems: columns.map((column) => problem(row, column)) });

type ByRow = Readonly<Record<number, RowResult>>;
const FIRST: ByRow = { 3: paid(3), 4: wrong(4), 5: wrong(5, 'iban', 'memo') };

const options = (to: string, byRow: ByRow, more: Partial<WriteResults> = {}): WriteResults => ({
  kind: 'full',
  workbook: folder.path(to),
  heading: { title: 'Run 1', sandbox: false, at: Date.UTC(2026, 10, 22) },
  results: (rows) => new Map(rows.map(({ row }) => [row, byRow[row] ?? paid(row)])),
  totals: () => ({ stated: [{ currency: 'EUR', status: 'processed', rows: 1, amount: '12.50' }], debits: [], sheet: { line: 'PAYRUN,0', debited: {}, arriving: {} } }),
  ...more,
});

/** Drops a workbook and writes its results. */
async function results(bytes: Buffer | string, to: string, byRow = FIRST, more: Partial<WriteResults> = {}) {
  const from = typeof bytes === 'string' ? folder.path(bytes) : folder.path('in.xlsx');
  if (typeof bytes !== 'string') await writeFile(from, bytes);
  const sheet = await readSheet(from);
  const counts = await writeResults(sheet, options(to, byRow, more));
  return { ...counts, before: await packageParts(from), after: await packageParts(folder.path(to)) };
}

const tail = (xml: string) => xml.slice(xml.indexOf('</sheetData>'));
const cell = (xml: string, address: string) => new RegExp(`<c r="${address}"[^>]*?(?:/>|>.*?</c>)`).exec(xml)?.[0] ?? '';

describe('the results of a workbook as a copy of it', () => {
  it('keep formulas, hidden rows and columns, validations, formats, notes, names and print settings byte for byte', async () => {
    const { before, after, rewriteReason } = await results(officeWorkbook(), 'out.xlsx');
    expect(rewriteReason).toBeNull();
    const changed = [...before].filter(([part, xml]) => after.get(part) !== xml).map(([part]) => part);
    expect(changed.sort()).toEqual([
      '[Content_Types].xml', 'xl/_rels/workbook.xml.rels', 'xl/comments1.xml', 'xl/drawings/vmlDrawing1.vml', 'xl/styles.xml', 'xl/workbook.xml', JUNE,
    ]);
    const [was, is] = [before.get(JUNE)!, after.get(JUNE)!];
    expect(tail(is)).toBe(tail(was).replace('<autoFilter ref="A2:H5"/>', '<autoFilter ref="A2:W5"/>'));
    for (const address of ['A1', 'A2', 'B3', 'B4', 'B5', 'G3', 'D3', 'H5', 'A6', 'B6']) expect(cell(is, address), address).toBe(cell(was, address));
    expect(is).toContain('<row r="4" spans="1:22" hidden="1">');
    expect(is).toContain('<row r="1" spans="1:8" x14ac:dyDescent="0.25">');
    expect(is).toContain('<dimension ref="A1:W6"/>');
    expect(is).toContain('<col min="7" max="7" width="9" hidden="1" customWidth="1"/><col min="8" max="8" width="12.25" style="2" customWidth="1"/><col min="9" max="9"');
    expect(is).toContain('<col min="24" max="16384" width="12.25" style="2" customWidth="1"/></cols>');
    expect(after.get('xl/workbook.xml')).toContain('June!$A$2:$W$5</definedName><definedName name="HourlyRate">Rates!$B$1</definedName>');
    expect(after.get('xl/comments1.xml')).toContain('<comment ref="B3" authorId="0"><text><r><t>Agreed by phone.</t></r></text></comment>');
  });

  it('mark a wrong cell red and keep its number format, border and alignment', async () => {
    const { after } = await results(officeWorkbook(), 'out.xlsx');
    const is = after.get(JUNE)!;
    const xfs = /<cellXfs.*<\/cellXfs>/.exec(after.get('xl/styles.xml')!)![0].match(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/g)!;
    const style = (address: string) => xfs[Number(/ s="(\d+)"/.exec(cell(is, address))![1])]!;
    const fills = /<fills.*<\/fills>/.exec(after.get('xl/styles.xml')!)![0].match(/<fill>.*?<\/fill>/g)!;
    const red = fills.findIndex((fill) => fill.includes('<fgColor rgb="FFFFC7CE"/><bgColor rgb="FFDDEBF7"/>'));
    expect(style('D5')).toBe(`<xf numFmtId="49" fontId="0" fillId="${red}" borderId="1" xfId="0" applyNumberFormat="1" applyFill="1" applyBorder="1"><alignment horizontal="right"/><protection locked="0"/></xf>`);
    expect(cell(is, 'E5'), 'one that was not there').toMatch(/^<c r="E5" s="\d+"\/>$/);
    expect(after.get('xl/styles.xml')).toContain(`<cellXfs count="${xfs.length}">`);
  });

  it('can be read by exceljs, with our columns, comments and worksheets', async () => {
    const { after } = await results(officeWorkbook(), 'out.xlsx');
    const book = new exceljs.Workbook();
    await book.xlsx.readFile(folder.path('out.xlsx'));
    expect(book.worksheets.map(({ name }) => name)).toEqual(['June', 'Rates', 'Rows to fix', 'Totals', 'Problems']);
    const [june] = book.worksheets;
    expect(['I2', 'J2', 'W2'].map((at) => june!.getCell(at).text)).toEqual(['status', 'paymentReference', 'reason']);
    expect(june!.getCell('B5')).toMatchObject({ formula: 'F5*G5' });
    expect(june!.getCell('I5').text).toBe('Invalid');
    const note = (at: string) => {
      const { note: output } = june!.getCell(at);
      return typeof output === 'string' ? output : output?.texts?.map(({ text }) => text).join('');
    };
    expect([note('B3'), note('D5'), note('I2')?.slice(0, 22)]).toEqual(['Agreed by phone.', 'IBAN: It is wrong. Correct it.', 'Correct the red cells,']);
    expect(book.worksheets.at(-1)!.getCell('A2').text).toBe('D5');
    expect(after.get('xl/worksheets/sheet5.xml')).toContain(`<hyperlink ref="A2" location="'June'!D5"/>`);
  });

  it.each<[string, Buffer]>([
    ['whose sizes stand behind its entries', withDescriptors(OFFICE_PARTS)],
    ['without styles', officeWorkbook((part, xml) => (part === 'xl/styles.xml' ? null : part === 'xl/_rels/workbook.xml.rels' ? xml.replace(/<Relationship Id="rId3"[^>]*>/, '') : part === JUNE ? xml.replaceAll(/ (?:s|style)="\d"/g, '') : xml))],
    ['without notes', officeWorkbook((part, xml) => (/comments|vmlDrawing|sheet1.xml.rels/.test(part) ? null : part === JUNE ? xml.replace('<legacyDrawing r:id="rId1"/>', '') : xml))],
    ['with a prefix', officeWorkbook((part, xml) => (part === JUNE ? xml.replace(/<(\/?)(?=[a-zA-Z])/g, '<$1x:').replace('xmlns="', 'xmlns:x="') : xml))],
  ])('a workbook %s', async (_, bytes) => {
    const before = await allRows(await (async () => { await writeFile(folder.path('in.xlsx'), bytes); return readSheet(folder.path('in.xlsx')); })());
    const { rewriteReason } = await results(bytes, 'out.xlsx');
    expect(rewriteReason).toBeNull();
    const again = await readSheet(folder.path('out.xlsx'));
    expect(again.understood.results).toEqual({ from: 8, to: 23 });
    const rows = await allRows(again);
    expect(rows.map(({ row, original }) => [row, original.slice(0, 8)])).toEqual(before.map(({ row, original }) => [row, original.slice(0, 8)]));
    expect(rows.map(({ cells }) => cells.paymentReference)).toEqual(['PR-3', 'PR-4', 'PR-5']);
  });

  it('have the reference in the empty cells of a column that the sheet has for it', async () => {
    const bytes = officeWorkbook((part, xml) => (part === JUNE ? xml.replace('>memo<', '>paymentReference<') : xml));
    const { after, rewriteReason } = await results(bytes, 'out.xlsx', { 3: paid(3), 4: paid(4), 5: paid(5) });
    expect(rewriteReason).toBeNull();
    expect(cell(after.get(JUNE)!, 'E5')).toContain('PR-5');
    expect(cell(after.get(JUNE)!, 'E3'), 'its own').toContain('Zoë');
    expect(after.get(JUNE)).not.toContain('>PR-3<');
  });
});

describe('dropped again', () => {
  it('our columns, comments and worksheets are replaced, and red cells get their color back', async () => {
    await results(officeWorkbook(), 'one.xlsx');
    const { before, after, rewriteReason } = await results('one.xlsx', 'two.xlsx', { 3: paid(3), 4: wrong(4), 5: wrong(5, 'memo') });
    expect(rewriteReason).toBeNull();
    expect([...after.keys()].sort(), 'no part more').toEqual([...before.keys()].sort());
    expect(after.get('xl/workbook.xml')).toBe(before.get('xl/workbook.xml'));
    const is = after.get(JUNE)!;
    expect(is.match(/>status</g)).toHaveLength(1);
    expect(after.get('xl/comments1.xml')!.match(/<comment /g)).toHaveLength(3);
    expect(after.get('xl/comments1.xml')).not.toContain('ref="D5"');
    expect(after.get('xl/drawings/vmlDrawing1.vml')!.match(/<v:shape /g)).toHaveLength(3);
    const xfs = /<cellXfs.*<\/cellXfs>/.exec(after.get('xl/styles.xml')!)![0].match(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/g)!;
    const fills = /<fills.*<\/fills>/.exec(after.get('xl/styles.xml')!)![0].match(/<fill>.*?<\/fill>/g)!;
    const fill = fills[Number(/fillId="(\d+)"/.exec(xfs[Number(/ s="(\d+)"/.exec(cell(is, 'D5'))![1])]!)![1])];
    expect(fill, 'the blue that it had').toContain('<fgColor rgb="FFDDEBF7"/>');
  });

  it('and if nothing is wrong any more, our worksheets say so', async () => {
    await results(officeWorkbook(), 'one.xlsx');
    const { after } = await results('one.xlsx', 'two.xlsx', { 3: paid(3), 4: paid(4), 5: paid(5) });
    expect([...after.values()].filter((xml) => /No row needs you\.|There are no problems\./.test(xml))).toHaveLength(2);
    const third = await results('two.xlsx', 'three.xlsx', FIRST);
    expect([...third.after.keys()].sort(), 'and are ours again').toEqual(expect.arrayContaining([...after.keys()]));
    expect(third.after.get('xl/workbook.xml')).toBe(after.get('xl/workbook.xml'));
  });

  it('a team’s worksheet with the name of one of ours stays', async () => {
    const named = officeWorkbook((_, xml) => xml.replaceAll('"Rates"', '"Totals"').replaceAll('Rates!', 'Totals!'));
    const one = await results(named, 'one.xlsx');
    expect(one.after.get('xl/workbook.xml')).toContain('name="Totals (2)"');
    const two = await results('one.xlsx', 'two.xlsx');
    expect(two.after.get('xl/worksheets/sheet2.xml')).toBe(one.before.get('xl/worksheets/sheet2.xml'));
    expect(two.after.get('xl/workbook.xml')).toBe(one.after.get('xl/workbook.xml'));
  });

  it('beside another worksheet of payments, there is a question which one is meant', async () => {
    const two = join(import.meta.dirname, '../hostile/xlsx-two-worksheets-with-payments.xlsx');
    const [first] = (await readSheet(two).catch((error) => error.details.detail)).match(/[^"]+/g) as string[];
    await writeResults(await readSheet(two, { worksheet: first }), options('one.xlsx', {}));
    await expect(readSheet(folder.path('one.xlsx'))).rejects.toMatchObject({ code: 'sheet_worksheets' });
    const again = await readSheet(folder.path('one.xlsx'), { worksheet: first });
    expect(again.understood.results).not.toBeNull();
    await again.close();
  });

  it('a total between payments is no payment, whatever the results said about it', async () => {
    const book = new exceljs.Workbook();
    const total = ['paymentReference,email,amount,currency', 'A,a@b.de,1,EUR', ',Total,1,EUR', 'B,b@b.de,2,EUR'].map((line) => line.split(','));
    book.addWorksheet('June').addRows(total);
    await book.xlsx.writeFile(folder.path('total.xlsx'));
    await results('total.xlsx', 'one.xlsx', { 3: { row: 3, status: 'processed', reference: 'PR-3', problems: [] } });
    const rows = await allRows(await readSheet(folder.path('one.xlsx')));
    expect(rows[1]!.findings.map(({ code }) => code)).toEqual(['row_is_total']);
  });

  it('after a check, the results of a run take more columns, and none of the check’s are left', async () => {
    await results(officeWorkbook(), 'check.xlsx', FIRST, { kind: 'check' });
    const { after } = await results('check.xlsx', 'run.xlsx');
    const again = await readSheet(folder.path('run.xlsx'));
    expect(again.understood.header.slice(8)).toEqual([
      'status', 'paymentReference', 'payment id', 'batch id', 'amount paid', 'currency paid', 'fees', 'tax withheld', 'exchange rate', 'amount received', 'currency received',
      'recipient in Payrun', 'compliance', 'status code', 'reason',
    ]);
    expect(after.get(JUNE)).not.toContain('row in the sheet');
  });

  it('columns that a team added after ours stay, and ours go after them if they do not fit', async () => {
    const one = await results(officeWorkbook(), 'check.xlsx', FIRST, { kind: 'check' });
    const [at] = [one.after.get(JUNE)!.replace('</row><row r="4"', '<c r="M3"><v>7</v></c></row><row r="4"').replace(/(<row r="2".*?)<\/row>/, '$1<c r="M2" t="inlineStr"><is><t>Ours</t></is></c></row>')];
    await writeFile(folder.path('more.xlsx'), withDescriptors([...one.after].map(([name, content]) => ({ name, content: name === JUNE ? at! : content }))));
    await results('more.xlsx', 'run.xlsx');
    const again = await readSheet(folder.path('run.xlsx'));
    expect(again.understood.header.slice(8, 15)).toEqual(['', '', '', '', 'Ours', 'status', 'paymentReference']);
    expect((await allRows(again))[0]!.original[12]).toBe('7');
  });
});

const TABLE = (columns: readonly string[], attributes = '', ref = 'A2:H5') =>
  `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="T" displayName="T" ref="${ref}"${attributes}><autoFilter ref="${ref}"/><tableColumns count="${columns.length}">${columns.map((name, i) => `<tableColumn id="${i + 1}" name="${name}"/>`).join('')}</tableColumns></table>`;
const COLUMNS = ['email', 'amount', 'currency', 'iban', 'memo', 'Hours', 'Rate', 'accountHolderName'];

/** The workbook with a table of Excel over its payments. */
const withTable = (table: string, change = (xml: string) => xml) =>
  officeWorkbook(
    (part, xml) => {
      if (part === JUNE) return change(xml.replace('<autoFilter ref="A2:H5"/>', '').replace('</worksheet>', '<tableParts count="1"><tablePart r:id="rId9"/></tableParts></worksheet>'));
      if (!part.includes('sheet1.xml.rels')) return xml;
      return xml.replace('</Relationships>', '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/table" Target="../tables/table1.xml"/></Relationships>');
    },
    [{ name: 'xl/tables/table1.xml', content: table }],
  );

describe('a table of Excel', () => {
  it('is extended by our columns once, so that sorting includes them', async () => {
    const one = await results(withTable(TABLE(COLUMNS)), 'one.xlsx');
    expect(one.rewriteReason).toBeNull();
    const table = one.after.get('xl/tables/table1.xml')!;
    expect(table).toContain('ref="A2:W5"><autoFilter ref="A2:W5"/><tableColumns count="23">');
    expect(table).toContain('<tableColumn id="9" name="status"/>');
    const two = await results('one.xlsx', 'two.xlsx');
    expect(two.rewriteReason).toBeNull();
    expect(two.after.get('xl/tables/table1.xml')!.match(/<tableColumn /g)).toHaveLength(23);
  });
});

describe('a workbook that cannot be patched safely is rewritten with the reason', () => {
  const SIGNED = [{ name: '_xmlsignatures/sig1.xml', content: '<x/>' }];
  it.each<[string, Buffer]>([
    ['it is signed, and a change would break the signature', officeWorkbook(undefined, SIGNED)],
    ['it has macros, which an .xlsx cannot hold', officeWorkbook(undefined, [{ name: 'xl/vbaProject.bin', content: 'x' }])],
    ['it logs the changes of a shared workbook', officeWorkbook(undefined, [{ name: 'xl/revisions/revisionHeaders.xml', content: '<x/>' }])],
    ['its rows hold something that Payrun does not know', officeWorkbook((part, xml) => (part === JUNE ? xml.replace('<row r="5"', '<!-- x --><row r="5"') : xml))],
    ['it has no room for more columns', officeWorkbook((part, xml) => (part === JUNE ? xml.replace('</row><row r="4"', '<c r="XFC3"><v>1</v></c></row><row r="4"') : xml))],
    ['its payments are in a table that columns cannot be added to', withTable(TABLE(COLUMNS, ' totalsRowCount="1"', 'A2:H6'))],
    ['its payments are in a table that columns cannot be added to', withTable(TABLE(COLUMNS), (xml) => xml.replace('</row><row r="4"', '<c r="J3"><v>1</v></c></row><row r="4"'))],
    ['its table has a column "reason" of its own', withTable(TABLE([...COLUMNS.slice(0, 7), 'Reason']))],
    ['a formula is in a cell that Payrun writes', officeWorkbook((part, xml) => (part === JUNE ? xml.replace('>memo<', '>paymentReference<').replace('<c r="F5">', '<c r="E5" t="str"><f>""</f><v></v></c><c r="F5">') : xml))],
    ['it starts other programs', officeWorkbook(undefined, [{ name: 'xl/externalLinks/externalLink1.xml', content: '<externalLink><ddeLink ddeService="cmd"/></externalLink>' }])],
  ])('%s', async (reason, bytes) => {
    const { rewriteReason, after, rows } = await results(bytes, 'out.xlsx', { 5: paid(5) });
    expect([rewriteReason, rows]).toEqual([reason, 3]);
    expect([...after.values()].join("")).toContain(`because ${reason}.`);
    expect([...after.keys()].filter((part) => /vba|signature|revision|external/.test(part))).toEqual([]);
    const again = await readSheet(folder.path('out.xlsx'));
    expect(again.understood.results).not.toBeNull();
    await again.close();
  });

  it('even if the worksheets say that no money moved, and now it does', async () => {
    const sandbox = { title: 'Run 1', sandbox: true, at: 0 };
    const { after } = await results(officeWorkbook(), 'one.xlsx', FIRST, { heading: sandbox });
    expect(after.get('xl/comments1.xml')).toContain('SANDBOX, NO MONEY MOVES.');
    expect((await results('one.xlsx', 'two.xlsx')).rewriteReason).toMatch(/sandbox/);
    expect((await results('one.xlsx', 'two.xlsx', FIRST, { heading: sandbox })).rewriteReason).toBeNull();
  });
});
