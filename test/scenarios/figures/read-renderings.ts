import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import exceljs from 'exceljs';

/** The rows of a CSV by the payment's id. */
export function rowsOfCsv(path: string): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const records: Record<string, string>[] = parse(readFileSync(path, 'utf8'), { bom: true, columns: true });
  return new Map(records.map((record) => [record['payment id']!, record]));
}

export interface ReadBook {
  /** By the payment's id: header -> what the cell shows. */
  readonly rows: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Lines of the worksheet of totals. */
  readonly totals: readonly (readonly string[])[];
}

export async function readBook(path: string): Promise<ReadBook> {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(path);
  const lines = (name: string): string[][] => {
    const found: string[][] = [];
    book.worksheets
      .find((sheet) => sheet.name.startsWith(name))!
      .eachRow((row) => {
        found.push(Array.from({ length: row.cellCount }, (_, i) => row.getCell(i + 1).text));
      });
    return found;
  };
  const [header = [], ...rows] = lines('Payments');
  const records = rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
  return { rows: new Map(records.map((record) => [record['payment id']!, record])), totals: lines('Totals') };
}

/** Lines of a table of the totals, from its title to the next empty or titled line. */
export function totalsUnder(totals: ReadBook['totals'], head: string): readonly (readonly string[])[] {
  const from = totals.findIndex(([first]) => first === head);
  if (from < 0) return [];
  const rest = totals.slice(from + 1);
  const to = rest.findIndex((line) => !/^[A-Z]{3}$/.test(line[0] ?? ''));
  return rest.slice(0, to < 0 ? rest.length : to);
}

/** The cells of a table of a page, by its caption; empty if there is none. */
export function tableOf(page: string, caption: string): readonly (readonly string[])[] {
  const from = page.indexOf(`>${caption}</caption>`);
  if (from < 0) return [];
  const body = page.slice(from, page.indexOf('</table>', from)).replace(/^[\s\S]*?<tbody[^>]*>/, '');
  return body
    .split('</tr>')
    .map((row) => [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell]) => plain(cell!)))
    .filter((cells) => cells.length > 0);
}

export const plain = (markup: string) =>
  markup
    .replace(/<span aria-hidden="true">.*?<\/span>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
