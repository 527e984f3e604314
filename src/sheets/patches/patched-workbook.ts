import { columnLetters } from '../column-letters.ts';
import type { SheetPackage } from '../open-sheet.ts';
import type { Understood } from '../understood-sheet.ts';
import type { ResultsWorkbook } from '../write/results-workbook.ts';
import { relations } from '../xlsx/xlsx-workbook.ts';
import { SPREADSHEET } from '../xlsx/xlsx-xml.ts';
import type { PartForm } from './comment-parts.ts';
import { freePart, listedSheets, withWorksheets } from './edit-package.ts';
import { ownTables } from './own-tables.ts';
import type { OwnName } from './own-worksheet.ts';
import { oldWorksheets, ownWorksheets } from './own-worksheets.ts';
import { packagePatch } from './package-patch.ts';
import { patchStyles } from './patch-styles.ts';
import { patchedTable } from './patched-table.ts';
import { planPatch } from './plan-patch.ts';
import { emptyStyles } from './style-xml.ts';

const STYLES = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml';

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
  const tables = ownTables(own, styles, source);
  /** The worksheet of the sheet, until it is complete. */
  let patched: Awaited<ReturnType<typeof patchedTable>> | null = null;
  let places: readonly number[] = [];

  return {
    ...tables,
    inPlace: { worksheet: worksheet.name, column: (i) => places[i] ?? i },
    drain: () => (patched ?? tables).drain(),
    table: async (table) => {
      patched = null;
      if (!table.whole) return tables.table(table);
      patched = await patchedTable({ out, source, understood, plan, styles, form }, table);
      places = patched.places;
      return patched;
    },
    finish: async () => {
      await own.finish();
      await writeStyles();
      const letters = columnLetters(plan.from + count - 1);
      const filter = { at: names.indexOf(worksheet.name), row: understood.headerRow, letters };
      const rewritten = new Set(own.before.map((name) => names.indexOf(name)));
      await out.put(workbook.part, withWorksheets(workbookXml, own.added, form.relationships, filter, rewritten));
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
