import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { checkRow } from '../../../src/intake/check-row.ts';
import { checkSheet } from '../../../src/intake/check-sheet.ts';
import { getSheetRecipients } from '../../../src/intake/recipients-of-sheet.ts';
import { planTemplate } from '../../../src/intake/template-plan.ts';
import { COUNTRIES } from '../../../src/rules/countries/countries.ts';
import { columnNamed } from '../../../src/sheets/headers/columns.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import type { KnownRecipient } from '../../../src/sheets/write/template-plan.ts';
import { writeTemplate } from '../../../src/sheets/write/write-template.ts';
import { fillTemplate } from '../fill-template.ts';
import { packageParts } from '../package-parts.ts';
import { sheetFolder } from '../sheet-folder.ts';

const folder = sheetFolder();
const AT = Date.UTC(2026, 10, 21);
const FIVE = ['DE', 'US', 'MX', 'GB', 'BR'];
const CONTEXT = { merchantCountry: 'US', environment: 'sandbox' } as const;

async function template(countries: readonly string[] = FIVE, recipients: readonly KnownRecipient[] = []) {
  const plan = planTemplate(countries, 'EUR', recipients);
  await writeTemplate(folder.path('t.xlsx'), plan, AT);
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(folder.path('t.xlsx'));
  return { plan, book, payments: book.worksheets[0]! };
}

describe('the template', () => {
  it('filled in for five countries has no problems', async () => {
    const { plan } = await template();
    await fillTemplate(folder.path('t.xlsx'), folder.path('filled.xlsx'), plan.examples.map((cells) => ({ ...cells, amount: '100' })));
    const config = loadConfig({}, folder.path('.'));
    const report = await checkSheet(folder.path('filled.xlsx'), config, { now: () => AT });
    expect(report).toMatchObject({ rows: 5, valid: 5, problems: [], warnings: [] });
  });

  it('as it is pays nobody: the examples are no payments', async () => {
    await template();
    await expect(readSheet(folder.path('t.xlsx'))).rejects.toMatchObject({ code: 'sheet_no_rows' });
  });

  it('has an example for every country that can receive a bank transfer, and with an amount it is payable', () => {
    const faults = Object.values(COUNTRIES)
      .filter(({ receives, currency }) => receives === 'yes' && currency !== '')
      .flatMap(({ code }) => {
        const [cells] = planTemplate([code], 'EUR', []).examples;
        const { draft, problems } = checkRow({ row: 2, cells: { ...cells!, amount: '100.00' }, original: [], findings: [] }, CONTEXT);
        return draft === null || problems.length > 0 ? [`${code}: ${problems.map((problem) => `${problem.column} ${problem.code}`).join(', ')}`] : [];
      });
    expect(faults).toEqual([]);
  });

  it('keeps codes as text, even in cells that are still empty', async () => {
    const { payments, plan } = await template();
    for (const [i, { name }] of plan.columns.entries())
      expect(payments.getColumn(i + 1).numFmt, name).toBe(columnNamed(name)!.kind === 'amount' ? '#,##0.00' : '@');
  });

  it('states in a comment what each country needs, in local terms', async () => {
    const { payments, plan } = await template();
    const note = (name: string) => {
      const cell = payments.getRow(1).getCell(plan.columns.findIndex((column) => column.name === name) + 1);
      return typeof cell.note === 'string' ? cell.note : cell.note.texts!.map(({ text }) => text).join('');
    };
    expect(note('iban')).toMatch(/Germany: required, 22 characters that begin with DE, for example DE89/);
    expect(note('iban')).toMatch(/United States.*: not used/);
    expect(note('branchId')).toMatch(/United Kingdom.*: required, sort code, 6 digits, for example 60-16-13/);
    expect(note('accountNum')).toMatch(/Mexico: required, CLABE, 18 digits/);
    expect(note('currency')).toContain('EUR');
  });

  it('offers lists of values, and colors cells that a country still needs', async () => {
    await template();
    const parts = await packageParts(folder.path('t.xlsx'));
    const sheet = parts.get('xl/worksheets/sheet1.xml')!;
    const workbook = parts.get('xl/workbook.xml')!;
    expect([...sheet.matchAll(/<formula1>(.*?)<\/formula1>/g)].map(([, list]) => list)).toEqual([
      'payrun_currencies', '&quot;individual,business&quot;', 'payrun_countries', '&quot;bank-transfer,paypal&quot;',
    ]);
    const used = new Set([...sheet.matchAll(/payrun_\w+/g)].map(([name]) => name));
    const named = new Set([...workbook.matchAll(/definedName name="(\w+)"/g)].map(([, name]) => name));
    for (const name of used) expect(named).toContain(name);
    expect(workbook).toContain('name="Lists" state="hidden"');
  });

  it('is a complete package, with its worksheets in the order of the schema', async () => {
    await template([], [{ referenceId: 'V-1', name: 'Ana', country: 'ES' }]);
    const parts = await packageParts(folder.path('t.xlsx'));
    const types = parts.get('[Content_Types].xml')!;
    for (const path of parts.keys())
      expect(types.includes(`PartName="/${path}"`) || types.includes(`Extension="${path.split('.').at(-1)}"`), path).toBe(true);
    for (const [path, xml] of parts) {
      if (!path.endsWith('.rels')) continue;
      const base = path.replace(/_rels\/[^/]*$/, '');
      for (const [, target] of xml.matchAll(/Target="([^"]+)"/g))
        expect(parts.has(new URL(target!, `http://x/${base}`).pathname.slice(1)), `${path}: ${target}`).toBe(true);
    }
    const order = ['sheetPr', 'sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'autoFilter', 'conditionalFormatting', 'dataValidations', 'hyperlinks', 'pageMargins', 'pageSetup', 'legacyDrawing'];
    for (const [path, xml] of parts) {
      if (!path.startsWith('xl/worksheets/sheet')) continue;
      const places = order.map((name) => xml.search(new RegExp(`<${name}[ >/]`))).filter((at) => at >= 0);
      expect(places, path).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  it('has a row for every known recipient, with their number and name and no bank details', async () => {
    const text = 'referenceId,firstName,lastName,email,country,amount,currency,iban\nV-1,Ana,Ruiz,a@b.de,ES,1,EUR,ES9121000418450200051332\nV-1,,,,,2,EUR,\n,Bo,Li,b@b.de,DE,3,EUR,\n';
    const recipients = await getSheetRecipients(await folder.put('last.csv', text), {});
    expect(recipients).toEqual([{ referenceId: 'V-1', name: 'Ana Ruiz', country: 'ES' }]);
    const { payments, plan } = await template(FIVE, recipients);
    const row = (payments.getRow(2).values as string[]).filter(Boolean);
    expect(row).toEqual(['EUR', 'V-1', 'Ana Ruiz', 'ES']);
    await fillTemplate(folder.path('t.xlsx'), folder.path('known.xlsx'), [{ amount: '5' }]);
    const report = await checkSheet(folder.path('known.xlsx'), loadConfig({}, folder.path('.')), { now: () => AT });
    expect(report).toMatchObject({ rows: 1, valid: 1, problems: [] });
    expect(plan.recipients).toHaveLength(1);
  });
});
