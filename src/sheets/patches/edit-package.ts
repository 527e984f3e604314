import { posix } from 'node:path';
import { RELATIONSHIPS, SPREADSHEET } from '../xlsx/xlsx-xml.ts';
import { editXml, prefixOf, quotedAttribute, relationId, rootTag } from './edit-xml.ts';

/** The parts by which the parts of a package find each other. */

export interface NewRelation {
  readonly id: string;
  /** In full. */
  readonly type: string;
  /** From the folder of the part that it leads from: exceljs takes no other. */
  readonly target: string;
}

const EMPTY_RELATIONS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${RELATIONSHIPS[0]}"></Relationships>`;
const CONTENT_TYPES = ['http://schemas.openxmlformats.org/package/2006/content-types'];

export function withRelations(xml: string | null, added: readonly NewRelation[]): string {
  const before = xml ?? EMPTY_RELATIONS;
  const p = prefixOf(before);
  const tags = added.map(
    ({ id, type, target }) => `<${p}Relationship Id="${id}" Type="${type}" Target="${quotedAttribute(target)}"/>`,
  );
  return editXml(before, 'Relationships', RELATIONSHIPS, ({ path }) =>
    path.length === 0 ? { last: tags.join('') } : null,
  );
}

/** An id that no relation of a part has; `taken` are those that it has. */
export function freeId(taken: readonly string[], from = 1): string {
  for (let at = from; ; at++) if (!taken.includes(`payrun${at}`)) return `payrun${at}`;
}

/** What the parts are. `gone` are parts that the package has no more. */
export function withContentTypes(
  xml: string,
  added: readonly { readonly part: string; readonly type: string }[],
  gone: ReadonlySet<string>,
  withBoxes: boolean,
): string {
  const p = prefixOf(xml);
  const news = new Set(added.map(({ part }) => `/${part}`.toLowerCase()));
  let knowsBoxes = false;
  const edited = editXml(xml, 'Types', CONTENT_TYPES, ({ name, attributes, path }) => {
    if (path.length !== 1) return null;
    if (name === 'Default' && attributes.Extension?.toLowerCase() === 'vml') knowsBoxes = true;
    const part = name === 'Override' ? (attributes.PartName ?? '').toLowerCase() : '';
    return news.has(part) || gone.has(part.slice(1)) ? { drop: true } : null;
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
  /** Id of its relation. */
  readonly relation: string;
}

/** What the part of a workbook lists, in its order, sheets of charts among them. */
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
 * The part of a workbook with more worksheets. A filter's range has a name too, which is hidden: that of the worksheet at
 * `filter.at` reaches our columns, those of worksheets in `anew` go with what they were of.
 */
export function withWorksheets(
  xml: string,
  added: readonly NewWorksheet[],
  relationships: string,
  filter: { readonly at: number; readonly row: number; readonly letters: string },
  anew: ReadonlySet<number>,
): string {
  const p = prefixOf(xml);
  const root = rootTag(xml);
  const first = Math.max(0, ...listedSheets(xml).ids) + 1;
  const tags = added.map(
    ({ name, relation }, i) =>
      `<${p}sheet name="${quotedAttribute(name)}" sheetId="${first + i}"${relationId(root, relationships, relation)}/>`,
  );
  return editXml(xml, 'workbook', SPREADSHEET, ({ name, attributes, path }) => {
    if (path.length === 1 && name === 'sheets') return { last: tags.join('') };
    if (name !== 'definedName' || attributes.name !== '_xlnm._FilterDatabase') return null;
    if (anew.has(Number(attributes.localSheetId))) return { drop: true };
    if (Number(attributes.localSheetId) !== filter.at) return null;
    return {
      text: (text) =>
        text.replace(/\$[A-Z]+\$(\d+)$/, (end, row: string) =>
          Number(row) < filter.row ? end : `$${filter.letters}$${row}`,
        ),
    };
  });
}

/** A name for a part that the package does not have: `name` with the first number that is free. */
export function freePart(
  has: (part: string) => boolean,
  beside: string,
  folder: string,
  name: (n: number) => string,
): string {
  for (let n = 1; ; n++) {
    const part = posix.join(posix.dirname(beside), folder, name(n));
    if (!has(part)) return part;
  }
}
