import { Unpatchable } from '../xlsx/unpatchable.ts';
import { SPREADSHEET } from '../xlsx/xlsx-xml.ts';
import { editXml, relationId, rootTag, withAttribute } from './edit-xml.ts';
import { type AddedColumns, endingAt, getBottomRow, patchHead } from './patch-columns.ts';
import { patchRow, type RowPatch, type RowStyles } from './patch-row.ts';
import { type WorksheetSlice, worksheetSlices } from './worksheet-slices.ts';

/** Copies a worksheet unchanged except for the patched rows. Call `patch` in order of rows. */
export interface WorksheetCopy {
  /** Copies up to row `row`, and patches that row. */
  patch(row: number, change: RowPatch): void;
  /** Writes everything patched so far. */
  drain(): Promise<void>;
  /** Copies the rest. */
  end(tail: WorksheetTail): Promise<void>;
}

export interface WorksheetTail {
  /** A filter that covers rows from `row` on is extended to column `to`. */
  readonly filter: { readonly row: number; readonly to: number };
  /** The relationship ID of the comment drawing, if the worksheet had none; else null. */
  readonly drawing: string | null;
  readonly relationships: string;
}

export interface CopyTarget {
  write(piece: Buffer): void;
  drain(): Promise<void>;
}

/**
 * Copies a worksheet and patches its rows. Memory does not grow with its size. Throws `Unpatchable`.
 * @param again the input is a results workbook
 */
export function copyWorksheet(
  chunks: AsyncIterable<Buffer>,
  target: CopyTarget,
  columns: AddedColumns,
  styles: RowStyles,
  again: boolean,
): WorksheetCopy {
  const source = worksheetSlices(chunks);
  const waiting: { readonly row: number; readonly change: RowPatch }[] = [];
  let slices: readonly WorksheetSlice[] = [];
  let at = 0;
  let prefix = '';
  let root = '';
  let tail: string | null = null;
  let out: string[] = [];

  const next = async (): Promise<WorksheetSlice | null> => {
    while (at >= slices.length) {
      await flush();
      const more = await source.next();
      if (more.done) return null;
      slices = more.value;
      at = 0;
    }
    return slices[at++]!;
  };
  const flush = async () => {
    if (out.length === 0) return;
    target.write(Buffer.from(out.join(''), 'latin1'));
    out = [];
    await target.drain();
  };
  /** Copies up to row `row` and returns it; null if it does not exist. */
  const copyTo = async (row: number) => {
    for (;;) {
      const slice = tail === null ? await next() : null;
      if (slice === null) return null;
      if (slice.kind === 'head') {
        prefix = slice.prefix;
        root = rootTag(slice.xml);
        out.push(inUtf8(slice.xml, (xml) => patchHead(xml, prefix, columns, again)));
      } else if (slice.kind === 'tail') tail = slice.xml;
      else if (slice.row === row) return slice;
      else if (slice.row > row) return null;
      else out.push(slice.xml);
    }
  };

  return {
    patch: (row, change) => {
      waiting.push({ row, change });
    },
    drain: async () => {
      for (const { row, change } of waiting) {
        const slice = await copyTo(row);
        if (!slice) throw new Unpatchable('its rows changed while they were read');
        out.push(patchRow(slice, prefix, change, styles));
      }
      waiting.length = 0;
      await flush();
    },
    end: async (more) => {
      await copyTo(Number.POSITIVE_INFINITY);
      if (tail === null) throw new Unpatchable('its rows changed while they were read');
      out.push(inUtf8(tail, (xml) => patchTail(root, prefix, xml, more)));
      await flush();
      await source.return();
    },
  };
}

/** Changes Latin-1 that represents UTF-8 bytes as the text that it encodes. */
export function inUtf8(latin1: string, change: (text: string) => string): string {
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  return Buffer.from(change(text)).toString('latin1');
}

/** Elements that the format allows after the comment drawing. Controls are often wrapped. */
const BEHIND_DRAWING: ReadonlySet<string> = new Set([
  ...['legacyDrawingHF', 'drawingHF', 'picture', 'oleObjects', 'controls', 'webPublishItems', 'tableParts', 'extLst'],
  '?mc:AlternateContent',
]);

function patchTail(root: string, p: string, tail: string, { filter, drawing, relationships }: WorksheetTail): string {
  const before = `${root}<${p}sheetData>`;
  let placed = drawing === null;
  const element = () => {
    placed = true;
    return `<${p}legacyDrawing${relationId(root, relationships, drawing!)}/>`;
  };
  const edited = editXml(before + tail, 'worksheet', SPREADSHEET, ({ name, attributes, raw, path }) => {
    if (path.length !== 1) return null;
    // Sorting by the filter must include the result columns, so that a status stays next to its payment.
    if (name === 'autoFilter' && attributes.ref && getBottomRow(attributes.ref) >= filter.row)
      return { tag: withAttribute(raw, 'ref', endingAt(attributes.ref, filter.to)) };
    return !placed && BEHIND_DRAWING.has(name) ? { before: element() } : null;
  });
  const end = edited.lastIndexOf(`</${p}worksheet`);
  return `${edited.slice(before.length, end)}${placed ? '' : element()}${edited.slice(end)}`;
}
