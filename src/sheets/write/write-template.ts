import type exceljs from 'exceljs';
import type { ConditionalFormattingRule, Fill, Style } from 'exceljs';
import type { Cells } from '../../model.ts';
import { writeFileAtomically } from '../../platform/write-file.ts';
import { neutralize } from '../cells/formula-guard.ts';
import { columnLetters } from '../column-letters.ts';
import { escapeText } from '../xlsx/xlsx-text.ts';
import { type CellComment, cellComment } from './cell-comment.ts';
import { FROZEN, PRINTED } from './page-setup.ts';
import { FONT } from './result-styles.ts';
import type { TemplateColumn, TemplatePlan } from './template-plan.ts';
import { templateRules } from './template-rules.ts';
import { WorkbookWriter } from './workbook-writer.ts';

/** The number of rows with drop-downs and colors. The text format applies to all rows. */
const TEMPLATE_ROWS = 5000;

const fill = (argb: string): Fill => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
const HEADER: Partial<Style> = { font: { ...FONT, bold: true }, fill: fill('FFD9E2F3') };
const NOTE: Partial<Style> = { font: { ...FONT, italic: true, color: { argb: 'FF7F7F7F' } } };
const TITLE: Partial<Style> = { font: { ...FONT, bold: true, size: 14 } };
/** Not in the catalog: these columns are only for the reader. */
const KNOWN_AS = ['Known as', 'In country'];

/** The hidden worksheet with the values for drop-downs and colors. */
const LISTS = 'Lists';

type Sheet = exceljs.Worksheet & {
  hasComments: boolean;
  readonly _sheetCommentsWriter: { addComments(comments: readonly CellComment[]): void };
  readonly dataValidations: { add(range: string, validation: exceljs.DataValidation): void };
};

/**
 * Writes an empty sheet to fill in: a header with comments, drop-downs, text columns that a spreadsheet does not
 * change, colors for missing cells, and a worksheet of examples that is never read as payments. `at` is in ms since the
 * epoch. Throws `file_unwritable`.
 */
export async function writeTemplate(path: string, plan: TemplatePlan, at: number): Promise<void> {
  await writeFileAtomically(path, async (filename) => {
    const date = new Date(at);
    const book = new WorkbookWriter({ filename, useStyles: true });
    Object.assign(book, { creator: 'Payrun', lastModifiedBy: 'Payrun', created: date, modified: date });
    // Makes the first worksheet the active one; exceljs leaves this open.
    book.views = [{ x: 0, y: 0, width: 24_000, height: 12_000, firstSheet: 0, activeTab: 0, visibility: 'visible' }];
    writePayments(book.addWorksheet('Payments', { views: [...FROZEN], pageSetup: PRINTED }), plan);
    writeExamples(book.addWorksheet('Examples', { pageSetup: PRINTED }), plan);
    writeLists(book, plan);
    await book.commit();
  });
}

function writePayments(worksheet: exceljs.Worksheet, plan: TemplatePlan): void {
  const sheet = worksheet as Sheet;
  const names = plan.columns.map(({ name }) => name);
  const more = plan.recipients.length > 0 ? KNOWN_AS : [];
  sheet.columns = [
    ...plan.columns.map((column) => ({ width: widthOf(column), style: styleOf(column) })),
    ...more.map(() => ({ width: 24, style: { numFmt: '@' } })),
  ];
  const head = sheet.addRow([...names, ...more]);
  head.eachCell((cell, i) => {
    cell.style = i > names.length ? { ...HEADER, ...NOTE, font: { ...FONT, italic: true } } : HEADER;
  });
  head.commit();
  sheet.hasComments = true;
  sheet._sheetCommentsWriter.addComments(plan.columns.map(({ comment }, i) => cellComment(i, 1, comment)));
  for (const { referenceId, name, country } of plan.recipients) {
    const cells: Cells = { referenceId, ...(plan.currency ? { currency: plan.currency } : {}) };
    writeRow(sheet, plan.columns, cells, [name, country]);
  }
  const columnOf = (name: string) => columnLetters(names.indexOf(name));
  for (const { column, list } of dropDowns(plan)) {
    if (!names.includes(column)) continue;
    sheet.dataValidations.add(`${columnOf(column)}2:${columnOf(column)}${TEMPLATE_ROWS}`, {
      type: 'list',
      allowBlank: true,
      formulae: [list],
      showErrorMessage: true,
      errorStyle: 'stop',
      errorTitle: column,
      error: 'Choose one from the list.',
    });
  }
  for (const [i, { column, formula, need }] of templateRules(names, plan).entries()) {
    const rule = { type: 'expression', priority: i + 1, formulae: [formula], style: MISSING[need] } as const;
    sheet.addConditionalFormatting({
      ref: `${columnOf(column)}2:${columnOf(column)}${TEMPLATE_ROWS}`,
      rules: [rule as unknown as ConditionalFormattingRule],
    });
  }
  sheet.commit();
}

const MISSING = {
  required: { fill: { type: 'pattern', pattern: 'solid', bgColor: { argb: 'FFFFD966' } } },
  advised: { fill: { type: 'pattern', pattern: 'solid', bgColor: { argb: 'FFFFF2CC' } } },
} as const;

function dropDowns(plan: TemplatePlan): readonly { column: string; list: string }[] {
  return [
    { column: 'type', list: '"individual,business"' },
    { column: 'payoutMethod', list: `"${plan.methods.join(',')}"` },
    { column: 'country', list: 'payrun_countries' },
    { column: 'currency', list: 'payrun_currencies' },
  ];
}

/**
 * One row per country, in the order of the columns, ready to copy. The headers end with "(example)", so that Payrun
 * never reads this worksheet as payments.
 */
function writeExamples(sheet: exceljs.Worksheet, { columns, examples }: TemplatePlan): void {
  sheet.columns = columns.map((column) => ({
    width: Math.max(widthOf(column), column.name.length + 13),
    style: styleOf(column),
  }));
  const lines: readonly (readonly [string, Partial<Style>])[] = [
    ['Examples', TITLE],
    ['This worksheet is not read, and nothing in it is paid. Fill in the worksheet Payments.', {}],
    ['There, cells still needed are dark yellow; cells that banks in the country ask for are light yellow.', {}],
    [
      'Move the mouse over a header: its comment says what each country needs. A known recipient needs only the recipient number (referenceId).',
      {},
    ],
    ['', {}],
  ];
  for (const [text, style] of lines) {
    const row = sheet.addRow([text]);
    row.getCell(1).style = style;
    row.commit();
  }
  const head = sheet.addRow(columns.map(({ name }) => `${name} (example)`));
  head.eachCell((cell) => {
    cell.style = HEADER;
  });
  head.commit();
  for (const cells of examples) writeRow(sheet, columns, cells, []);
  sheet.commit();
}

function writeRow(
  sheet: exceljs.Worksheet,
  columns: readonly TemplateColumn[],
  cells: Cells,
  more: readonly string[],
): void {
  const row = sheet.addRow([]);
  const put = (i: number, text: string, style: Partial<Style>) => {
    const cell = row.getCell(i + 1);
    cell.style = style;
    if (text !== '') cell.value = escapeText(neutralize(text));
  };
  columns.forEach((column, i) => {
    put(i, cells[column.name] ?? '', styleOf(column));
  });
  more.forEach((text, i) => {
    put(columns.length + i, text, { ...NOTE, numFmt: '@' });
  });
  row.commit();
}

/**
 * The lists for the drop-downs, and the requirements by country for the colors. Defined names make them available to
 * all worksheets.
 */
function writeLists(book: exceljs.stream.xlsx.WorkbookWriter, plan: TemplatePlan): void {
  const lists = [
    { name: 'payrun_countries', values: plan.countries },
    { name: 'payrun_currencies', values: plan.currencies },
    { name: 'payrun_required', values: plan.required },
    { name: 'payrun_advised', values: plan.advised },
    { name: 'payrun_iban', values: plan.ibanInstead },
  ];
  const sheet = book.addWorksheet(LISTS, { state: 'hidden' });
  // A defined name must refer to at least one cell.
  const filled = lists.map(({ name, values }) => ({ name, values: values.length > 0 ? values : ['none'] }));
  const longest = Math.max(...filled.map(({ values }) => values.length));
  for (let i = 0; i < longest; i++) sheet.addRow(filled.map(({ values }) => values[i] ?? null)).commit();
  filled.forEach(({ name, values }, i) => {
    const letters = columnLetters(i);
    const names = (book as unknown as { definedNames: { add(range: string, name: string): void } }).definedNames;
    names.add(`${LISTS}!$${letters}$1:$${letters}$${values.length}`, name);
  });
  sheet.commit();
}

function styleOf({ text }: TemplateColumn): Partial<Style> {
  return { numFmt: text ? '@' : '#,##0.00' };
}

const WIDTHS: Readonly<Record<string, number>> = {
  iban: 34,
  email: 28,
  street1: 26,
  memo: 28,
  accountNum: 24,
  paymentReference: 20,
  bankAddress: 24,
  paypalEmail: 28,
};

function widthOf({ name }: TemplateColumn): number {
  return WIDTHS[name] ?? Math.max(12, name.length + 3);
}
