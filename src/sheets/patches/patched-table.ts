import type { SheetPackage } from '../open-sheet.ts';
import type { Understood } from '../understood-sheet.ts';
import { ADDED_HEADER, cellStyles } from '../write/result-styles.ts';
import { COMMENTS, commentOn, getCellForm, getCellTone, getColumnWidth } from '../write/results-rows.ts';
import type { ResultsTable, ResultsWorksheet } from '../write/results-workbook.ts';
import { Unpatchable } from '../xlsx/unpatchable.ts';
import { parseAddress } from '../xlsx/xlsx-address.ts';
import { getComments, type PartForm, sheetComments } from './comment-parts.ts';
import type { PackagePatch } from './package-patch.ts';
import type { FoundComment, PatchComment } from './patch-comments.ts';
import type { NewCell } from './patch-row.ts';
import type { PatchedStyles } from './patch-styles.ts';
import { patchTable } from './patch-table.ts';
import { copyWorksheet } from './patch-worksheet.ts';
import type { PatchPlan } from './plan-patch.ts';

interface Patched {
  readonly out: PackagePatch;
  readonly source: SheetPackage;
  readonly understood: Understood;
  readonly plan: PatchPlan;
  readonly styles: PatchedStyles;
  readonly form: PartForm;
}

/** The worksheet of the sheet with the result columns after its own. Cells with an error are red and have a comment. */
export async function patchedTable(
  { out, source, understood, plan, styles, form }: Patched,
  { columns, sample, hint }: ResultsTable,
): Promise<ResultsWorksheet & { drain(): Promise<void>; readonly places: readonly number[] }> {
  const { results, headerRow } = understood;
  const { pack, worksheet } = source;
  let next = plan.from;
  const places = columns.map(({ at }) => at ?? next++);
  const addedColumns = columns.flatMap((column, i) => (column.at === null ? [{ column, i }] : []));
  const entry = out.entry(worksheet.part);
  const copy = copyWorksheet(
    pack.stream(worksheet.part),
    entry,
    { from: plan.from, widths: addedColumns.map(({ column, i }) => getColumnWidth(column, i, sample)) },
    { red: styles.red, notRed: styles.notRed, ofColumn: plan.columnStyle },
    results !== null,
  );
  const header = styles.add(-1, ADDED_HEADER);
  copy.patch(headerRow, {
    cells: addedColumns.map(
      ({ column, i }): NewCell => ({ at: places[i]!, text: column.header, kind: 'text', style: header }),
    ),
    clear: results,
    red: [],
    wasRed: null,
  });
  const comments: PatchComment[] = [];
  const status = addedColumns.find(({ column }) => column.header === 'status');
  if (hint && status) comments.push({ row: headerRow, column: places[status.i]!, text: hint });
  const most = comments.length + COMMENTS;
  const styleIds = columns.map((column) => cellStyles(styles, column));
  const old = results === null ? null : oldComments(await getComments(source), headerRow);
  const wasRed = results === null ? null : (at: number) => (understood.columns[at] ?? null) !== null;

  return {
    places,
    drain: copy.drain,
    write: (cells, { row, reason }) => {
      old?.hear(row, reason);
      const added: NewCell[] = [];
      const red: number[] = [];
      for (let i = 0; i < cells.length; i++) {
        const cell = cells[i]!;
        const column = columns[i]!;
        const at = places[i]!;
        const tone = getCellTone(cell);
        if (cell.problems.length > 0 && comments.length < most)
          comments.push({ row, column: at, text: commentOn(cell.problems) });
        if (column.at !== null) {
          // A style number beyond the input's list would refer to an added style.
          if ((cell.style ?? 0) > Math.max(0, styles.count - 1))
            throw new Unpatchable('its cells have formats that it does not list');
          if (tone === 'bad') red.push(at);
          if (cell.filled) added.push({ at, text: cell.text, kind: cell.kind ?? 'text', style: -1 });
          continue;
        }
        const { places: decimals, kind } = getCellForm(column, cell);
        const style = styleIds[i]!(decimals, tone, false, -1, false);
        if (cell.text !== '' || style > 0) added.push({ at, text: cell.text, kind, style });
      }
      copy.patch(row, { cells: added.sort((a, b) => a.at - b.at), clear: results, red, wasRed });
    },
    end: async () => {
      await copy.drain();
      const comment = await sheetComments(out, source, form, comments, old?.isOurs ?? null);
      const { relationships } = form;
      const filter = { row: headerRow, to: plan.from + addedColumns.length - 1 };
      await copy.end({ filter, drawing: comment?.relation ?? null, relationships });
      await entry.end();
      await comment?.write();
      const headers = addedColumns.map(({ column }) => column.header);
      for (const table of plan.tables) await out.put(table.part, patchTable(table, plan.from, headers));
    },
  };
}

/**
 * Recognizes comments of earlier results. A spreadsheet may save them under another author, so their text decides: it
 * repeats the column of reasons or, on the header, the hint.
 */
function oldComments(found: readonly FoundComment[], headerRow: number) {
  const rows = new Set(found.map(({ ref }) => parseAddress(ref).row));
  const reasons = new Map<number, string>();
  return {
    hear: (row: number, reason: string) => {
      if (rows.has(row)) reasons.set(row, reason);
    },
    isOurs: ({ ref, text }: FoundComment): boolean => {
      const { row } = parseAddress(ref);
      const reason = reasons.get(row);
      const comment = text.trim();
      if (row === headerRow) return /^(?:SANDBOX, NO MONEY MOVES\. )?Correct the red cells, save, and /.test(comment);
      return (
        comment !== '' && reason !== undefined && comment.split(/[\r\n]+/).every((line) => reason.includes(line.trim()))
      );
    },
  };
}
