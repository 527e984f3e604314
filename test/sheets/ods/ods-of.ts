import { type ZipEntry, zipOf } from '../hostile/zip-of.ts';

const MIMETYPE = 'application/vnd.oasis.opendocument.spreadsheet';
const NAMESPACES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"';

const MANIFEST: ZipEntry = {
  name: 'META-INF/manifest.xml',
  content:
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml"/></manifest:manifest>',
};

export const text = (value: string, attributes = '') =>
  `<table:table-cell${attributes} office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
export const number = (value: string, attributes = '', shown: string | null = value) =>
  `<table:table-cell${attributes} office:value-type="float" office:value="${value}">${shown === null ? '' : `<text:p>${shown}</text:p>`}</table:table-cell>`;
export const row = (cells: readonly string[], attributes = '') =>
  `<table:table-row${attributes}>${cells.join('')}</table:table-row>`;
export const table = (name: string, rows: readonly string[], attributes = '') =>
  `<table:table table:name="${name}"${attributes}>${rows.join('')}</table:table>`;

/** The XML of the content; `tables` is what stands in the workbook. */
export function contentOf(tables: string, styles = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
}

/** An OpenDocument workbook with this content. */
export function odsOf(content: string, more: readonly ZipEntry[] = []): Buffer {
  const manifest = more.some(({ name }) => name === 'META-INF/manifest.xml') ? [] : [MANIFEST];
  return zipOf([{ name: 'mimetype', content: MIMETYPE, stored: true }, { name: 'content.xml', content }, ...manifest, ...more]);
}
