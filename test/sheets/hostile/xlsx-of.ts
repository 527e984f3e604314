import { type ZipEntry, zipOf } from './zip-of.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const STRICT = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  office: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
} as const;

export interface Sheet {
  readonly name: string;
  /** What stands in its element of rows. */
  readonly rows: string;
  readonly before?: string;
  readonly after?: string;
  readonly state?: string;
  /** The whole part, instead of all of that. */
  readonly xml?: string;
}

export interface Book {
  readonly sheets: readonly Sheet[];
  /** `<si>` elements. */
  readonly strings?: readonly string[];
  /** Formats of cells by style number; a number is one of the built-in ones. */
  readonly formats?: readonly (string | number)[];
  /** `<font>` elements by style number. */
  readonly fonts?: readonly string[];
  readonly date1904?: boolean;
  /** Prefix of all its elements, with a colon. */
  readonly prefix?: string;
  readonly namespaces?: { readonly main: string; readonly office: string };
  /** More parts, or other ones: the last of a name counts. */
  readonly parts?: readonly ZipEntry[];
}

/** The parts of a workbook. */
export function partsOf(book: Book): ZipEntry[] {
  const { main, office } = book.namespaces ?? { main: MAIN, office: OFFICE };
  const p = book.prefix ?? '';
  const xmlns = p === '' ? `xmlns="${main}"` : `xmlns:${p.slice(0, -1)}="${main}"`;
  const own: string[] = [];
  const formats = (book.formats ?? []).map((format) => {
    if (typeof format === 'number') return format;
    own.push(`<${p}numFmt numFmtId="${164 + own.length}" formatCode="${format.replaceAll('"', '&quot;')}"/>`);
    return 163 + own.length;
  });
  const relations = [
    ...book.sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`]),
    ['styles', 'styles.xml'],
    ...(book.strings ? [['sharedStrings', 'sharedStrings.xml']] : []),
  ];
  const parts: ZipEntry[] = [
    {
      name: '[Content_Types].xml',
      content: `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    },
    { name: '_rels/.rels', content: relationsXml([['officeDocument', 'xl/workbook.xml']], office) },
    {
      name: 'xl/workbook.xml',
      content: `${DECLARATION}<${p}workbook ${xmlns} xmlns:r="${office}"><${p}workbookPr${book.date1904 ? ' date1904="1"' : ''}/><${p}sheets>${book.sheets
        .map(
          ({ name, state }, i) =>
            `<${p}sheet name="${name}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
        )
        .join('')}</${p}sheets></${p}workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relationsXml(relations as [string, string][], office) },
    {
      name: 'xl/styles.xml',
      content: `${DECLARATION}<${p}styleSheet ${xmlns}><${p}numFmts count="${own.length}">${own.join('')}</${p}numFmts>${book.fonts ? `<${p}fonts>${book.fonts.join('')}</${p}fonts>` : ''}<${p}cellXfs count="${formats.length}">${formats
        .map((id, i) => `<${p}xf numFmtId="${id}"${book.fonts ? ` fontId="${i}"` : ''}/>`)
        .join('')}</${p}cellXfs></${p}styleSheet>`,
    },
    ...(book.strings
      ? [
          {
            name: 'xl/sharedStrings.xml',
            content: `${DECLARATION}<${p}sst ${xmlns}>${book.strings.join('')}</${p}sst>`,
          },
        ]
      : []),
    ...book.sheets.map(({ rows, before = '', after = '', xml }, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      content:
        xml ??
        `${DECLARATION}<${p}worksheet ${xmlns}>${before}<${p}sheetData>${rows}</${p}sheetData>${after}</${p}worksheet>`,
    })),
  ];
  const others = book.parts ?? [];
  return [...parts.filter(({ name }) => !others.some((other) => other.name === name)), ...others];
}

export function xlsxOf(book: Book): Buffer {
  return zipOf(partsOf(book));
}

function relationsXml(relations: readonly (readonly [type: string, target: string])[], office: string): string {
  return `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
    .map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A cell that is XML already, from its position and row. */
export type Cell = string | ((address: string) => string);

/** A row; a plain text becomes an inline string, '' no cell. */
export function row(number: number, cells: readonly Cell[], attributes = ''): string {
  const xml = cells.map((cell, at) => {
    const address = `${LETTERS[at]}${number}`;
    if (typeof cell === 'function') return cell(address);
    return cell === '' ? '' : `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`;
  });
  return `<row r="${number}"${attributes}>${xml.join('')}</row>`;
}

/** A cell with a value: its `<v>`, style number and type. */
export const value =
  (v: string | number, s?: number, t?: string): Cell =>
  (address) =>
    `<c r="${address}"${s === undefined ? '' : ` s="${s}"`}${t ? ` t="${t}"` : ''}><v>${v}</v></c>`;

/** A cell with a formula, and the value that was saved with it. */
export const formula =
  (f: string, v?: string, t?: string): Cell =>
  (address) =>
    `<c r="${address}"${t ? ` t="${t}"` : ''}><f>${escape(f)}</f>${v === undefined ? '' : `<v>${v}</v>`}</c>`;

/** A cell whose inner XML is given. */
export const raw =
  (attributes: string, inner: string): Cell =>
  (address) =>
    `<c r="${address}" ${attributes}>${inner}</c>`;
