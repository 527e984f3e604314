import { posix } from 'node:path';
import { RELATIONSHIPS, SPREADSHEET } from '../xlsx/xlsx-xml.ts';
import { editXml, getXmlPrefix, quotedAttribute, relationId, rootTag } from './edit-xml.ts';

/** A relationship from one part of a package to another. */

export interface NewRelation {
  readonly id: string;
  /** The full URI. */
  readonly type: string;
  /** Relative to the folder of the source part: exceljs accepts no other form. */
  readonly target: string;
}

const EMPTY_RELATIONS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${RELATIONSHIPS[0]}"></Relationships>`;
const CONTENT_TYPES = ['http://schemas.openxmlformats.org/package/2006/content-types'];

export function withRelations(xml: string | null, added: readonly NewRelation[]): string {
  const before = xml ?? EMPTY_RELATIONS;
  const p = getXmlPrefix(before);
  const tags = added.map(
    ({ id, type, target }) => `<${p}Relationship Id="${id}" Type="${type}" Target="${quotedAttribute(target)}"/>`,
  );
  return editXml(before, 'Relationships', RELATIONSHIPS, ({ path }) =>
    path.length === 0 ? { last: tags.join('') } : null,
  );
}

/** An ID that is not in `taken`. */
export function freeId(taken: readonly string[], from = 1): string {
  for (let at = from; ; at++) if (!taken.includes(`payrun${at}`)) return `payrun${at}`;
}

/** The content types with `added` parts. `gone` are parts that were removed, in lower case. */
export function withContentTypes(
  xml: string,
  added: readonly { readonly part: string; readonly type: string }[],
  gone: ReadonlySet<string>,
  withBoxes: boolean,
): string {
  const p = getXmlPrefix(xml);
  const newParts = new Set(added.map(({ part }) => `/${part}`.toLowerCase()));
  let knowsBoxes = false;
  const edited = editXml(xml, 'Types', CONTENT_TYPES, ({ name, attributes, path }) => {
    if (path.length !== 1) return null;
    if (name === 'Default' && attributes.Extension?.toLowerCase() === 'vml') knowsBoxes = true;
    const part = name === 'Override' ? (attributes.PartName ?? '').toLowerCase() : '';
    return newParts.has(part) || gone.has(part.slice(1)) ? { drop: true } : null;
  });
  const boxes =
    withBoxes && !knowsBoxes
      ? `<${p}Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>`
      : '';
  const tags = added.map(
    ({ part, type }) => `<${p}Override PartName="/${quotedAttribute(part)}" ContentType="${type}"/>`,
  );
  return editXml(edited, 'Types', CONTENT_TYPES, ({ path }) =>
    path.length === 0 ? { last: boxes + tags.join('') } : null,
  );
}

export interface NewWorksheet {
  readonly name: string;
  /** The ID of its relationship. */
  readonly relation: string;
}

/** The sheets that the workbook part lists, in order, including chart sheets. */
export interface ListedSheets {
  readonly names: readonly string[];
  readonly ids: readonly number[];
}

export function listedSheets(xml: string): ListedSheets {
  const names: string[] = [];
  const ids: number[] = [];
  editXml(xml, 'workbook', SPREADSHEET, ({ name, attributes, path }) => {
    if (name === 'sheet' && path[1] === 'sheets') {
      names.push(attributes.name ?? '');
      ids.push(Number(attributes.sheetId ?? 0));
    }
    return null;
  });
  return { names, ids };
}

/**
 * The workbook part with more worksheets. A filter's range also has a hidden name: that of the worksheet at `filter.at`
 * is extended to the result columns, and those of the worksheets in `anew` are removed.
 */
export function withWorksheets(
  xml: string,
  added: readonly NewWorksheet[],
  relationships: string,
  filter: { readonly at: number; readonly row: number; readonly letters: string },
  rewritten: ReadonlySet<number>,
): string {
  const p = getXmlPrefix(xml);
  const root = rootTag(xml);
  const first = Math.max(0, ...listedSheets(xml).ids) + 1;
  const tags = added.map(
    ({ name, relation }, i) =>
      `<${p}sheet name="${quotedAttribute(name)}" sheetId="${first + i}"${relationId(root, relationships, relation)}/>`,
  );
  return editXml(xml, 'workbook', SPREADSHEET, ({ name, attributes, path }) => {
    if (path.length === 1 && name === 'sheets') return { last: tags.join('') };
    if (name !== 'definedName' || attributes.name !== '_xlnm._FilterDatabase') return null;
    if (rewritten.has(Number(attributes.localSheetId))) return { drop: true };
    if (Number(attributes.localSheetId) !== filter.at) return null;
    return {
      text: (text) =>
        text.replace(/\$[A-Z]+\$(\d+)$/, (end, row: string) =>
          Number(row) < filter.row ? end : `$${filter.letters}$${row}`,
        ),
    };
  });
}

/** A part name that the package does not have yet: `name` with the first free number. */
export function freePart(
  has: (part: string) => boolean,
  siblingPart: string,
  folder: string,
  name: (n: number) => string,
): string {
  for (let n = 1; ; n++) {
    const part = posix.join(posix.dirname(siblingPart), folder, name(n));
    if (!has(part)) return part;
  }
}
