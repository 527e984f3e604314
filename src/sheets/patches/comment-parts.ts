import type { SheetPackage } from '../open-sheet.ts';
import { Unpatchable } from '../xlsx/unpatchable.ts';
import { relations, relationsPart } from '../xlsx/xlsx-workbook.ts';
import { freePart } from './edit-package.ts';
import { BOXES, type PackagePatch } from './package-patch.ts';
import { type FoundComment, type PatchComment, patchComments, readComments } from './patch-comments.ts';

/** The XML form of the parts of a package: the spreadsheet namespace and the URI prefix of relationship types. */
export interface PartForm {
  readonly namespace: string;
  readonly relationships: string;
  /** The "Strict" variant, which has no legacy drawings for comments. */
  readonly strict: boolean;
}

export interface WrittenComments {
  /** The ID of the new relationship that the worksheet must reference; null if it already references one. */
  readonly relation: string | null;
  /** Writes the parts. Call it when no other part is being written. */
  write(): Promise<void>;
}

const COMMENTS = 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml';

/** The comments of a new worksheet; null if it gets none. */
export async function newComments(
  out: PackagePatch,
  worksheet: string,
  { namespace, relationships, strict }: PartForm,
  added: readonly PatchComment[],
): Promise<WrittenComments | null> {
  if (added.length === 0 || strict) return null;
  const parts = patchComments({ comments: null, boxes: null }, namespace, added, () => false)!;
  const part = freePart(out.has, worksheet, '..', (n) => `comments${n}.xml`);
  await out.relate(worksheet, `${relationships}/comments`, part);
  out.describe(part, COMMENTS);
  const boxes = freePart(out.has, worksheet, '../drawings', (n) => `vmlDrawing${n}.vml`);
  out.describe(boxes, BOXES);
  return {
    relation: await out.relate(worksheet, `${relationships}/vmlDrawing`, boxes),
    write: async () => {
      await out.put(part, parts.comments);
      await out.put(boxes, parts.boxes);
    },
  };
}

export async function getComments({ pack, worksheet: { part } }: SheetPackage): Promise<readonly FoundComment[]> {
  if (!pack.has(relationsPart(part))) return [];
  const comments = (await relations(pack, part)).find(({ type }) => type === 'comments');
  return comments ? readComments(await pack.text(comments.part)).found : [];
}

/**
 * The comments of an existing worksheet with those of Payrun; null if nothing changes. Throws `Unpatchable` if comments
 * of earlier results cannot be removed.
 * @param isOurs whether a comment is from earlier results; null if the worksheet has none of them
 */
export async function sheetComments(
  out: PackagePatch,
  { pack, worksheet }: SheetPackage,
  form: PartForm,
  added: readonly PatchComment[],
  isOurs: ((comment: FoundComment) => boolean) | null,
): Promise<WrittenComments | null> {
  const { part } = worksheet;
  const own = pack.has(relationsPart(part)) ? await relations(pack, part) : [];
  const comments = own.find(({ type }) => type === 'comments')?.part ?? null;
  const drawings = own.filter(({ type }) => type === 'vmlDrawing').map((relation) => relation.part);
  const texts = await Promise.all(drawings.map((drawing) => pack.text(drawing)));
  // Pictures in headers and footers use the same kind of drawing.
  const found = texts.findIndex((text) => text.includes('ClientData'));
  const boxes = found < 0 ? null : drawings[found]!;
  if (comments === null && boxes === null) return newComments(out, part, form, added);
  if (added.length === 0 && !isOurs) return null;

  const before = { comments: comments === null ? null : await pack.text(comments), boxes: texts[found] ?? null };
  const after = patchComments(before, form.namespace, added, isOurs ?? (() => false));
  if (after === null) {
    if (isOurs) throw new Unpatchable('its comments are not as Excel writes them');
    return null;
  }
  const commentsPart = comments ?? freePart(out.has, part, '..', (n) => `comments${n}.xml`);
  if (comments === null) {
    out.describe(commentsPart, COMMENTS);
    await out.relate(part, `${form.relationships}/comments`, commentsPart);
  }
  const boxesPart = boxes ?? freePart(out.has, part, '../drawings', (n) => `vmlDrawing${n}.vml`);
  if (boxes === null) out.describe(boxesPart, BOXES);
  return {
    relation: boxes === null ? await out.relate(part, `${form.relationships}/vmlDrawing`, boxesPart) : null,
    write: async () => {
      await out.put(commentsPart, after.comments);
      await out.put(boxesPart, after.boxes);
    },
  };
}
