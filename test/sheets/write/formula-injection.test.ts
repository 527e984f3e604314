import { readFile } from 'node:fs/promises';
import exceljs from 'exceljs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/model.ts';
import { planTemplate } from '../../../src/intake/template-plan.ts';
import { restore } from '../../../src/sheets/cells/formula-guard.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { usableTheme } from '../../../src/sheets/patches/new-workbook.ts';
import { writeResults } from '../../../src/sheets/write-results.ts';
import { writeTemplate } from '../../../src/sheets/write/write-template.ts';
import { packageParts } from '../package-parts.ts';
import { sheetFolder } from '../sheet-folder.ts';

const folder = sheetFolder();

/** What a cell, a header, a name or a message may say to become a formula. */
const HOSTILE = [
  '=1+1', '+1+1', '-1+1', '@SUM(A1)', '=cmd|\'/c calc\'!A0', '=HYPERLINK("http://x","y")', '\t=1+1', '\r=1+1', '\n=1+1', ' =1+1', '\u00a0=1+1',
  '\u200b=1+1', '＝1+1', '＋1+1', '－1+1', '＠SUM(A1)', "'=1+1", "''=1+1", '"=1+1"', '=1+1","=2+2', '"+1', '-', '=', '@', '+', '=1+1</t></is><f>1+1</f>', '_x003D_1+1', '&#61;1+1',
];
/** A negative number is a value. */
const NUMBER = /^-\d+(?:[.,]\d+)?$/;
const FORMULA = /^[\s\u200B-\u200F\u2060]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** What a program that opens it takes for the text of an XML element. */
const unescaped = (xml: string) =>
  xml
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) => String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)))
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[name]!)
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Everything in a workbook that a program could carry out; empty where there is nothing. `own`: formulas that Payrun itself writes. */
async function dangersOf(path: string, own: RegExp): Promise<string[]> {
  const dangers: string[] = [];
  for (const [part, xml] of await packageParts(path)) {
    if (/externalLink|vba|connections|queryTable|embeddings/i.test(part)) dangers.push(`${part}: should not be there`);
    if (/TargetMode="External"/.test(xml)) dangers.push(`${part}: a link to another file`);
    if (/<f[ >/]/.test(xml)) dangers.push(`${part}: a formula`);
    for (const [, , text] of xml.matchAll(/<(t|v|author)(?: [^>]*)?>([^<]*)<\/\1>/g))
      if (FORMULA.test(unescaped(text!)) && !NUMBER.test(text!)) dangers.push(`${part}: text ${JSON.stringify(unescaped(text!))}`);
    for (const [, , text] of xml.matchAll(/<(formula\d?|definedName)(?: [^>]*)?>([^<]*)<\/\1>/g))
      if (!own.test(unescaped(text!))) dangers.push(`${part}: ${text}`);
    for (const [, location] of xml.matchAll(/<hyperlink [^>]*location="([^"]*)"/g))
      if (!/^'Payments'!\$?[A-Z]{1,3}\d+$/.test(unescaped(location!))) dangers.push(`${part}: link to ${location}`);
    if (part === 'xl/workbook.xml')
      for (const [, name] of xml.matchAll(/<sheet [^>]*name="([^"]*)"/g))
        if (!/^(Payments|Rows to fix|Totals|Problems|Examples|Lists)$/.test(name!)) dangers.push(`worksheet ${name}`);
  }
  return dangers;
}

const NO_FORMULA = /^(?!)/;

const results = (hostile: string, path: string, csv?: string): Parameters<typeof writeResults>[1] => {
  const problem = (row: number, column: string | null): Problem => ({ row, column, code: 'x', severity: 'error', message: hostile, value: hostile });
  return {
    kind: 'full',
    workbook: folder.path(path),
    csv: csv && folder.path(csv),
    heading: { title: hostile, merchant: hostile, sandbox: false, at: 0 },
    results: (rows) => new Map(rows.map(({ row }) => [row, {
      row, status: 'failed', payment: hostile, batch: hostile, reference: hostile, amount: hostile, currency: hostile, fees: hostile, rate: hostile,
      targetAmount: hostile, targetCurrency: hostile, reason: hostile, problems: [problem(row, 'memo'), problem(row, null), problem(row, hostile)],
    }])),
    totals: () => ({
      stated: [{ currency: hostile, status: hostile, rows: 1, amount: hostile }],
      debits: [{ currency: hostile, status: hostile, payments: 1, totalDebit: '2', beforeFees: '1', fees: '1', recipientFees: '0' }],
      sheet: { line: hostile, debited: {}, arriving: {} },
    }),
  };
};

describe('nothing from data becomes a formula', () => {
  it.each(HOSTILE)('from a CSV: %j in cells, headers, the file’s name, messages of rules and of the service', async (hostile) => {
    const quoted = `"${hostile.replaceAll('"', '""')}"`;
    const name = `${hostile.replace(/[/\0]/g, '')}.csv`;
    const text = `email,amount,currency,memo,${quoted}\na@b.de,1,EUR,${quoted},${quoted}\n`;
    const sheet = await readSheet(await folder.put(name, text));
    await writeResults(sheet, results(hostile, 'csv.xlsx', 'csv.out.csv'));
    expect(await dangersOf(folder.path('csv.xlsx'), NO_FORMULA)).toEqual([]);
    const lines = parse(await readFile(folder.path('csv.out.csv')), { bom: true }) as string[][];
    expect(lines.flat().filter((cell) => FORMULA.test(cell) && !NUMBER.test(cell))).toEqual([]);
    const again = await readSheet(folder.path('csv.xlsx'));
    expect(again.understood.header[4]?.trim(), 'and it is still what it was').toBe(restore(hostile).trim());
    await again.close();
  });

  /** A workbook with formulas, links, names, validations, comments and formats. */
  async function hostileWorkbook(): Promise<string> {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet("='x'!A1".replace(/[*?:\\/[\]']/g, ''));
    sheet.addRow(['email', 'amount', 'currency', 'memo', ...HOSTILE]);
    sheet.addRow(['a@b.de', 1, 'EUR', 'x', ...HOSTILE]);
    sheet.addRow([{ text: 'b@b.de', hyperlink: 'http://example.com/=1' }, { formula: '1+1', result: 2 }, { formula: 'HYPERLINK("x")', result: 'EUR' }, { formula: 'A1', result: '=1+1' }]);
    sheet.getCell('D2').note = '=1+1';
    sheet.getCell('D2').dataValidation = { type: 'list', allowBlank: true, formulae: ['=HYPERLINK("x")'] };
    sheet.addConditionalFormatting({ ref: 'A1:A9', rules: [{ type: 'expression', priority: 1, formulae: ['CALL("x")'], style: {} }] });
    book.definedNames.add("Sheet1!$A$1", '_xlnm.Auto_Open');
    await book.xlsx.writeFile(folder.path('hostile.xlsx'));
    return folder.path('hostile.xlsx');
  }

  it('from an XLSX that is patched: the team’s own content stays, and nothing is added to it', async () => {
    const path = await hostileWorkbook();
    const { rewriteReason } = await writeResults(await readSheet(path), results('=1+1', 'xlsx.xlsx'));
    expect(rewriteReason).toBeNull();
    const own = new Set(await dangersOf(path, NO_FORMULA));
    const after = await dangersOf(folder.path('xlsx.xlsx'), NO_FORMULA);
    expect(after.filter((danger) => !own.has(danger) && !/: link to '=x!A1'![A-Z]{1,3}\d+$/.test(danger))).toEqual([]);
    const formulas = (parts: Map<string, string>) => [...parts.values()].join('').match(/<f[ >/].*?(?:<\/f>|\/>)/g);
    expect(formulas(await packageParts(folder.path('xlsx.xlsx')))).toEqual(formulas(await packageParts(path)));
  });

  it('from an XLSX that is rewritten: formulas, links, names, validations, comments and formats are dropped', async () => {
    const { package: _, ...opened } = await readSheet(await hostileWorkbook());
    await writeResults(opened, results('=1+1', 'xlsx.xlsx'));
    expect(await dangersOf(folder.path('xlsx.xlsx'), NO_FORMULA)).toEqual([]);
    const parts = await packageParts(folder.path('xlsx.xlsx'));
    expect([...parts.values()].join('')).not.toMatch(/CALL\(|Auto_Open|example\.com|dataValidation |conditionalFormatting /);
  });

  it.each([
    ['<a:theme xmlns:a="x"><a:blip r:embed="rId1"/></a:theme>', false],
    ['<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><a:theme xmlns:a="x"/>', false],
    ['<a:theme xmlns:a="x"><a:b></a:theme>', false],
    ['<?xml version="1.0"?><a:theme xmlns:a="x"><a:b/></a:theme>', true],
  ])('by its theme: %s', (xml, usable) => {
    expect(usableTheme(xml)).toBe(usable);
  });

  it('into a template: numbers and names of recipients', async () => {
    const recipients = HOSTILE.map((text) => ({ referenceId: text, name: text, country: text }));
    await writeTemplate(folder.path('t.xlsx'), planTemplate(['DE', 'US'], 'EUR', recipients), 0);
    expect(await dangersOf(folder.path('t.xlsx'), /^(payrun_\w+|"[a-z,-]+"|AND\([^|]*\)|Lists!\$[A-Z]\$1(:\$[A-Z]\$\d+)?)$/)).toEqual([]);
  });
});
