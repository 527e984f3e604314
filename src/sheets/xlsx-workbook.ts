import type { Readable } from 'node:stream';
import exceljs from 'exceljs';
// @ts-expect-error: no types. It is the SAX half of exceljs: chunks of XML in, chunks of events out.
import parseSax from 'exceljs/lib/utils/parse-sax.js';

export type SaxEvent =
  | {
      readonly eventType: 'opentag';
      readonly value: { readonly name: string; readonly attributes: Record<string, string> };
    }
  | { readonly eventType: 'closetag'; readonly value: { readonly name: string } }
  | { readonly eventType: 'text'; readonly value: string };

/** Events of an XML stream, as they come. Throws where the XML is not well-formed. */
export function saxEvents(xml: AsyncIterable<Buffer | string>): AsyncGenerator<SaxEvent[], void> {
  return parseSax(xml) as AsyncGenerator<SaxEvent[], void>;
}

/** A worksheet that exceljs found: its raw XML is read by `xlsxRecords`. */
export interface WorksheetXml {
  readonly name: string;
  readonly state?: string;
  readonly iterator: AsyncIterable<Buffer | string>;
}

/** The parts of exceljs's streaming reader (4.4.0) that are used or replaced; its own types leave them out. */
interface ReaderParts {
  sharedStrings: string[] | undefined;
  model: { sheets?: readonly unknown[] } | undefined;
  properties: { model?: { date1904?: boolean } } | undefined;
  styles: { getStyleModel(id: number): { numFmt?: string } | null };
  parse(): AsyncGenerator<{ eventType: string; value: unknown }, void>;
  _parseStyles(entry: unknown): Promise<void>;
}

const Base = exceljs.stream.xlsx.WorkbookReader as unknown as new (input: Readable, options: object) => ReaderParts;

/**
 * exceljs's streaming workbook reader, with two of its parts replaced:
 * - it parses a worksheet as soon as shared strings are known, and takes dates for numbers where the styles stand behind
 *   it in the file; here a worksheet waits for the workbook and the styles too (`workbookRels` is what it asks for);
 * - its shared strings lose the text of cells with phonetic guides (Japanese names) and hold a font for every run.
 */
export class WorkbookXml extends Base {
  #rels: unknown;
  #styled = false;

  get workbookRels(): unknown {
    return this.model && this.#styled ? this.#rels : undefined;
  }

  set workbookRels(rels: unknown) {
    this.#rels = rels;
  }

  get date1904(): boolean {
    return this.properties?.model?.date1904 === true;
  }

  override async _parseStyles(entry: unknown): Promise<void> {
    await super._parseStyles(entry);
    this.#styled = true;
  }

  // biome-ignore lint/correctness/useYield: exceljs delegates to it with yield*.
  async *_parseSharedStrings(entry: AsyncIterable<Buffer>): AsyncGenerator<never, void> {
    const strings: string[] = [];
    let text = '';
    let reading = false;
    let phonetic = false;
    for await (const events of saxEvents(entry)) {
      for (const { eventType, value } of events) {
        if (eventType === 'text') {
          if (reading) text += value;
        } else if (eventType === 'opentag') {
          if (value.name === 't') reading = !phonetic;
          else if (value.name === 'rPh') phonetic = true;
        } else if (value.name === 't') reading = false;
        else if (value.name === 'rPh') phonetic = false;
        else if (value.name === 'si') {
          strings.push(unescapeText(text));
          text = '';
        }
      }
    }
    this.sharedStrings = strings;
  }
}

/** Excel writes characters that XML cannot hold as _xHHHH_, and a literal _x as _x005F_x. */
export function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}

/** What XML cannot hold, or does not keep: control characters, CR, and two that are no characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
const FRAGILE = /[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]/g;

/** The opposite of `unescapeText`: text that survives XML as it is. */
export function escapeText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(FRAGILE, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
}
