import type { SheetPackage } from '../open-sheet.ts';
import type { Understood } from '../understood-sheet.ts';
import { ADDED_HEADER, decimals, NO_NUMBER } from '../write/result-styles.ts';
import { headerChange, resultsRows, widthOf } from '../write/results-rows.ts';
import { pageStyle, type ResultsWorkbook } from '../write/results-workbook.ts';
import type { ResultsTable, ResultsWorksheet } from '../write/results-worksheet.ts';
import { columnLetters, createRowXml } from '../write/row-xml.ts';
import { relations } from '../xlsx/xlsx-workbook.ts';
import { SPREADSHEET } from '../xlsx/xlsx-xml.ts';
import type { PartForm } from './comment-parts.ts';
import { freePart, listedSheets, withWorksheets } from './edit-package.ts';
import type { OwnName } from './own-worksheet.ts';
import { type OwnWriter, oldWorksheets, ownWorksheets } from './own-worksheets.ts';
import { packagePatch } from './package-patch.ts';
import type { PatchComment } from './patch-comments.ts';
import { patchStyles } from './patch-styles.ts';
import { patchedTable } from './patched-table.ts';
import { planPatch } from './plan-patch.ts';
import { emptyStyles } from './style-xml.ts';

const STYLES = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml';
/** Characters of XML to write at once. */
const PART = 32_000;

/**
 * Opens a results workbook that is a patched copy of the input: its worksheet gets result columns, red cells and
 * comments, and Payrun's worksheets are added; everything else is copied byte for byte. Earlier results are replaced.
 * `path` is an existing empty file. Memory does not grow with the number of rows. Throws `Unpatchable`, possibly only
 * while writing.
 * @param count number of added columns
 */
export async function patchedWorkbook(
  path: string,
  at: number,
  source: SheetPackage,
  understood: Understood,
  { count, sandbox }: { readonly count: number; readonly sandbox: boolean },
): Promise<ResultsWorkbook> {
  const { pack, workbook, worksheet } = source;
  const plan = await planPatch(source, understood, count);
  const workbookXml = await pack.text(workbook.part);
  const strict = new RegExp(`xmlns(?::[\\w.-]+)?\\s*=\\s*["']${SPREADSHEET[1]}["']`).test(workbookXml);
  const root = (await relations(pack, '')).find(({ part }) => part === workbook.part)!;
  const form: PartForm = { strict, namespace: SPREADSHEET[strict ? 1 : 0], relationships: root.family.slice(0, -1) };
  const { names } = listedSheets(workbookXml);
  const old = understood.results === null ? new Map<OwnName, string>() : await oldWorksheets(source, sandbox);
  const styles = patchStyles(workbook.styles === null ? emptyStyles(form.namespace) : await pack.text(workbook.styles));
  const out = await packagePatch(path, at, pack);
  const own = ownWorksheets(out, source, form, names, old);
  let current: { drain(): Promise<void> } | null = null;
  let places: readonly number[] = [];

  const begin = async (...args: Parameters<typeof own.begin>): Promise<OwnWriter> => {
    const writer = await own.begin(...args);
    current = writer;
    return writer;
  };

  const part = async ({ name, columns, sample, hint }: ResultsTable): Promise<ResultsWorksheet> => {
    const code = columns.some((column) => column.form === 'code') ? styles.add(-1, { numFmt: '@' }) : 0;
    const writer = await begin(name, {
      filtered: true,
      widths: columns.map(
        (column, i) => (column.at === null ? undefined : source.widths[column.at]) ?? widthOf(column, i, sample),
      ),
      styles: columns.map((column) => (column.form === 'code' ? code : 0)),
    });
    const headStyle = (column: (typeof columns)[number]) =>
      column.at === null
        ? styles.add(-1, ADDED_HEADER)
        : styles.add(source.header[column.at] ?? 0, headerChange(column, true));
    writer.send(headXml(columns.map((column) => ({ text: column.header, style: headStyle(column) }))));
    const comments: PatchComment[] = [];
    const addComment = (column: number, row: number, text: string) => void comments.push({ row, column, text });
    const status = columns.findIndex((column) => column.at === null && column.header === 'status');
    if (hint && status >= 0) addComment(status, 1, hint);
    const rows = resultsRows(columns, styles, true, addComment);
    return {
      write: (cells, { hidden }) => {
        rows.write(cells, hidden);
        if (rows.xml.waiting > PART) writer.send(rows.xml.take());
      },
      end: async () => {
        writer.send(rows.xml.take());
        await writer.end(rows.last, [], comments);
      },
    };
  };

  return {
    inPlace: { worksheet: worksheet.name, column: (i) => places[i] ?? i },
    style: (style) => styles.add(-1, style),
    drain: async () => current?.drain(),
    table: async (table) => {
      if (!table.whole) return part(table);
      const patched = await patchedTable({ out, source, understood, plan, styles, form }, table);
      places = patched.places;
      current = patched;
      return patched;
    },
    page: async (name, rows, widths) => {
      const writer = await begin(name, { widths, filtered: false });
      const xml = createRowXml();
      for (const [i, cells] of rows.entries()) {
        xml.begin(i + 1, 1);
        for (const cell of cells) {
          const number = cell.form === 'number' || cell.form === 'sum' ? decimals(cell.text) : NO_NUMBER;
          const look = pageStyle(cell.form, number);
          const style = Object.keys(look).length > 0 ? styles.add(-1, look) : 0;
          xml.cell(cell.text, number === NO_NUMBER ? 'text' : 'number', style);
        }
        xml.end();
      }
      writer.send(xml.take());
      await writer.end(rows.length, [], []);
    },
    list: async ({ name, columns, rows, xml, links }) => {
      const writer = await begin(name, { widths: columns.map(({ width }) => width), filtered: true });
      const style = styles.add(-1, ADDED_HEADER);
      writer.send(headXml(columns.map(({ header }) => ({ text: header, style }))));
      for (const piece of xml) {
        writer.send(piece);
        await writer.drain();
      }
      await writer.end(rows + 1, links, []);
    },
    finish: async () => {
      await own.finish();
      await writeStyles();
      const letters = columnLetters(plan.from + count - 1);
      const filter = { at: names.indexOf(worksheet.name), row: understood.headerRow, letters };
      const anew = new Set(own.before.map((name) => names.indexOf(name)));
      await out.put(workbook.part, withWorksheets(workbookXml, own.added, form.relationships, filter, anew));
      await out.finish();
    },
    abandon: out.abandon,
  };

  async function writeStyles(): Promise<void> {
    if (workbook.styles !== null) return out.put(workbook.styles, styles.xml());
    const name = freePart(out.has, workbook.part, '.', (n) => (n === 1 ? 'styles.xml' : `styles${n}.xml`));
    out.describe(name, STYLES);
    await out.relate(workbook.part, `${form.relationships}/styles`, name);
    await out.put(name, styles.xml());
  }
}

function headXml(cells: readonly { readonly text: string; readonly style: number }[]): string {
  const xml = createRowXml();
  xml.begin(1, 1);
  for (const { text, style } of cells) xml.cell(text, 'text', style);
  xml.end();
  return xml.take();
}
