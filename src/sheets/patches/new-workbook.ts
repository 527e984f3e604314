import { crc32 } from 'node:zlib';
import type { OpenSheet, SheetPackage } from '../open-sheet.ts';
import type { StyleBook } from '../write/result-styles.ts';
import type { ResultsWorkbook } from '../write/results-workbook.ts';
import { XlsxFault } from '../xlsx/xlsx-fault.ts';
import type { XlsxPackage } from '../xlsx/xlsx-package.ts';
import { RELATIONSHIPS, SPREADSHEET } from '../xlsx/xlsx-xml.ts';
import { xmlTokens } from '../xlsx/xml-parser.ts';
import { withWorksheets } from './edit-package.ts';
import { ownTables } from './own-tables.ts';
import { ownWorksheets } from './own-worksheets.ts';
import { packagePatch } from './package-patch.ts';
import { type PatchedStyles, patchStyles } from './patch-styles.ts';
import { emptyStyles } from './style-xml.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument';
const [WORKBOOK, STYLES, THEME, CORE] = [
  'xl/workbook.xml',
  'xl/styles.xml',
  'xl/theme/theme1.xml',
  'docProps/core.xml',
] as const;
/** An input with more cell formats lends none: Excel accepts 65,490. */
const MOST_STYLES = 50_000;

/**
 * Opens a new results workbook at `path`, an existing empty file: the patch of a package without worksheets.
 * @param sheet the input, whose styles and widths an XLSX lends; those of earlier results without their red fills
 */
export async function newWorkbook(
  path: string,
  at: number,
  sheet: Pick<OpenSheet, 'package' | 'understood'> | null = null,
): Promise<ResultsWorkbook> {
  const look = await lookOf(sheet?.package);
  const styles = look?.styles ?? patchStyles(emptyStyles(SPREADSHEET[0]));
  const again = sheet !== null && sheet.understood.results !== null;
  const theme = look?.theme ?? null;
  const pack = emptyPackage(at, theme);
  const out = await packagePatch(path, at, pack);
  const form = { strict: false, namespace: SPREADSHEET[0], relationships: OFFICE };
  const own = ownWorksheets(out, { pack, workbook: { part: WORKBOOK, worksheets: [] } }, form, [], new Map());
  return {
    ...ownTables(own, lentStyles(styles, again), look?.styles ? look : null),
    inPlace: null,
    finish: async () => {
      await out.put(STYLES, styles.xml());
      const filter = { at: -1, row: 0, letters: '' };
      await out.put(WORKBOOK, withWorksheets(await pack.text(WORKBOOK), own.added, OFFICE, filter, new Set()));
      await out.finish();
    },
    abandon: out.abandon,
  };
}

/** Null if they cannot be read: results without styles are better than none. */
async function lookOf(open: (() => Promise<SheetPackage>) | undefined) {
  try {
    if (!open) return null;
    const { pack, workbook, widths, header } = await open();
    const theme = workbook.theme === null ? null : await pack.text(workbook.theme);
    return {
      styles: workbook.styles === null ? null : inputStyles(await pack.text(workbook.styles)),
      theme: theme !== null && usableTheme(theme) ? theme : null,
      widths,
      header,
    };
  } catch {
    return null;
  }
}

function inputStyles(xml: string): PatchedStyles | null {
  const styles = patchStyles(xml.replaceAll(SPREADSHEET[1], SPREADSHEET[0]));
  return styles.count > 0 && styles.count <= MOST_STYLES ? styles : null;
}

/** Styles by the numbers of the input, some of which may not exist. */
function lentStyles(styles: PatchedStyles, again: boolean): StyleBook {
  const baseOf = (base: number) => (again ? (styles.notRed(base) ?? base) : base);
  return { add: (base, change) => styles.add(base < 0 || base >= styles.count ? -1 : baseOf(base), change) };
}

/**
 * Whether a theme can be copied into another workbook: it is well-formed and refers to no other parts, such as
 * pictures.
 */
export function usableTheme(xml: string): boolean {
  if (/\br:(?:embed|link|id)=|<!DOCTYPE|purl\.oclc\.org/i.test(xml)) return false;
  try {
    const tokens = xmlTokens({ open: () => {}, text: () => {}, close: () => {} });
    tokens.write(xml);
    tokens.end();
    return true;
  } catch (error) {
    if (error instanceof XlsxFault) return false;
    throw error;
  }
}

/** The parts of a workbook without worksheets, in memory. */
function emptyPackage(at: number, theme: string | null): XlsxPackage {
  const date = new Date(at).toISOString();
  const parts = new Map([
    ['[Content_Types].xml', contentTypes(theme !== null)],
    ['_rels/.rels', relationsXml({ officeDocument: WORKBOOK, '/metadata/core-properties': CORE })],
    [
      CORE,
      `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
        '<dc:creator>Payrun</dc:creator><cp:lastModifiedBy>Payrun</cp:lastModifiedBy>' +
        `<dcterms:created xsi:type="dcterms:W3CDTF">${date}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${date}</dcterms:modified></cp:coreProperties>`,
    ],
    [WORKBOOK, `${XML}<workbook xmlns="${SPREADSHEET[0]}" xmlns:r="${OFFICE}"><sheets></sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      relationsXml({ styles: 'styles.xml', ...(theme ? { theme: 'theme/theme1.xml' } : {}) }),
    ],
    ...(theme === null ? [] : [[THEME, theme] as const]),
  ]);
  const bytesOf = (part: string): Buffer => {
    const text = parts.get(part);
    if (text === undefined) throw new XlsxFault('a part of the workbook is missing');
    return Buffer.from(text);
  };
  async function* stream(part: string) {
    yield bytesOf(part);
  }
  return {
    has: (part) => parts.has(part),
    stream,
    meta: stream,
    text: async (part) => bytesOf(part).toString(),
    names: [...parts.keys()],
    packed: async (name) => {
      const packed = bytesOf(name);
      return { name, method: 0, crc: crc32(packed), size: packed.length, packed, time: 0, date: FIRST_DAY };
    },
  };
}

/** 1 January 1980 in MS-DOS format. */
const FIRST_DAY = 33;

function contentTypes(hasTheme: boolean): string {
  const overrides: readonly (readonly [string, string])[] = [
    [WORKBOOK, `${TYPES}.spreadsheetml.sheet.main+xml`],
    [STYLES, `${TYPES}.spreadsheetml.styles+xml`],
    [CORE, 'application/vnd.openxmlformats-package.core-properties+xml'],
    ...(hasTheme ? [[THEME, `${TYPES}.theme+xml`] as const] : []),
  ];
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `${overrides.map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`).join('')}</Types>`
  );
}

/** Relationships by type; a type with a slash is one of the package. */
function relationsXml(targets: Readonly<Record<string, string>>): string {
  const tags = Object.entries(targets).map(
    ([type, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="${type.startsWith('/') ? `${RELATIONSHIPS[0]}${type}` : `${OFFICE}/${type}`}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${RELATIONSHIPS[0]}">${tags.join('')}</Relationships>`;
}
