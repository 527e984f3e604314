import type { SheetPackage } from '../open-sheet.ts';
import type { Understood } from '../understood-sheet.ts';
import { Unpatchable } from '../xlsx/unpatchable.ts';
import { MOST_COLUMNS } from '../xlsx/xlsx-address.ts';
import { relations, relationsPart } from '../xlsx/xlsx-workbook.ts';
import { SPREADSHEET } from '../xlsx/xlsx-xml.ts';
import { editXml } from './edit-xml.ts';
import { readTable, type XlsxTablePart } from './patch-table.ts';
import { getCellSlices, hasContent, lastCell, worksheetSlices } from './worksheet-slices.ts';

export interface PatchPlan {
  /** Position of the first result column. */
  readonly from: number;
  /** Excel tables that are extended by the result columns. */
  readonly tables: readonly XlsxTablePart[];
  /** The style that a column gives to missing cells. */
  columnStyle(at: number): number;
}

/** Parts that make a package unsafe to patch. */
const PARTS: readonly { readonly part: RegExp; readonly reason: string }[] = [
  { part: /^_xmlsignatures\//i, reason: 'it is signed, and a change would break the signature' },
  { part: /(?:^|\/)(?:vbaproject\.bin$|macrosheets\/)/i, reason: 'it has macros, which an .xlsx cannot hold' },
  { part: /(?:^|\/)revisions\//i, reason: 'it logs the changes of a shared workbook' },
];

/**
 * Finds the position for `count` result columns: after everything in and below the header, or in place of those of
 * earlier results. Throws `Unpatchable`.
 */
export async function planPatch(
  { pack, worksheet, merged }: SheetPackage,
  { header, headerRow, columns, results }: Understood,
  count: number,
): Promise<PatchPlan> {
  for (const { part, reason } of PARTS) if (pack.names.some((name) => part.test(name))) throw new Unpatchable(reason);
  for (const link of pack.names.filter((name) => /(?:^|\/)externallinks\/[^/]+\.xml$/i.test(name)))
    if (/<(?:[\w.-]+:)?(?:dde|ole)Link\b/.test(await pack.text(link)))
      throw new Unpatchable('it starts other programs');
  const isOld = (at: number) => results !== null && at >= results.from && at < results.to;
  const named = header.findLastIndex((text, at) => text.trim() !== '' && !isOld(at));
  const seen = await scanWorksheet(pack.stream(worksheet.part), headerRow, isOld);
  let last = Math.max(named, seen.last);
  for (const { bottom, right } of merged) if (bottom >= headerRow && !isOld(right)) last = Math.max(last, right);
  const tables = await tablesOf(pack, worksheet.part, headerRow);
  for (const table of tables) if (!isOld(table.right)) last = Math.max(last, table.right);

  const from = placeFor(results, last, count);
  if (from + count > MOST_COLUMNS) throw new Unpatchable('it has no room for more columns');
  const ofPayments = tables.filter(({ left, right }) =>
    columns.some((name, at) => name !== null && !isOld(at) && at >= left && at <= right),
  );
  for (const { top, right, plain } of ofPayments) {
    const reaches = right + 1 === from || (isOld(right) && results?.from === from && right + 1 === results.to);
    if (!plain || top !== headerRow || !reaches)
      throw new Unpatchable('its payments are in a table that columns cannot be added to');
  }
  return { from, tables: ofPayments, columnStyle: seen.columnStyle };
}

function placeFor(results: Understood['results'], last: number, count: number): number {
  if (results === null) return last + 1;
  return last < results.from || count <= results.to - results.from ? results.from : Math.max(last + 1, results.to);
}

/** The last position with content in and below the header, without result columns; and the styles of columns. */
async function scanWorksheet(
  chunks: AsyncIterable<Buffer>,
  headerRow: number,
  isOld: (at: number) => boolean,
): Promise<{ last: number; columnStyle: PatchPlan['columnStyle'] }> {
  let last = -1;
  let prefix = '';
  let columnStyle: PatchPlan['columnStyle'] = () => 0;
  for await (const slices of worksheetSlices(chunks)) {
    for (const slice of slices) {
      if (slice.kind === 'head') {
        prefix = slice.prefix;
        columnStyle = columnStyles(slice.xml, prefix);
      }
      if (slice.kind !== 'row' || slice.row < headerRow) continue;
      const end = lastCell(slice, prefix);
      if (end !== null && end <= last) continue;
      for (const cell of getCellSlices(slice, prefix))
        if (cell.at > last && !isOld(cell.at) && hasContent(slice.xml, cell)) last = cell.at;
    }
  }
  return { last, columnStyle };
}

function columnStyles(head: string, p: string): PatchPlan['columnStyle'] {
  const ranges: { readonly from: number; readonly to: number; readonly style: number }[] = [];
  editXml(`${head}</${p}sheetData></${p}worksheet>`, 'worksheet', SPREADSHEET, ({ name, attributes, path }) => {
    if (name === 'col' && path[1] === 'cols' && attributes.style)
      ranges.push({
        from: Number(attributes.min) - 1,
        to: Number(attributes.max) - 1,
        style: Number(attributes.style),
      });
    return null;
  });
  return (at) => ranges.find(({ from, to }) => at >= from && at <= to)?.style ?? 0;
}

/** The tables of a worksheet that end at or below its header. */
async function tablesOf(pack: SheetPackage['pack'], part: string, headerRow: number): Promise<XlsxTablePart[]> {
  if (!pack.has(relationsPart(part))) return [];
  const found: XlsxTablePart[] = [];
  for (const relation of await relations(pack, part))
    if (relation.type === 'table') found.push(readTable(relation.part, await pack.text(relation.part)));
  return found.filter(({ bottom }) => bottom >= headerRow);
}
