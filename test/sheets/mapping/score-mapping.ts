import { mapSheet } from '../../../src/intake/map-sheet.ts';
import { CRITICAL } from '../../../src/sheets/headers/resolve-columns.ts';

/** A column of a sheet of the set. */
export interface MappedColumn {
  readonly header: string;
  /** What it means; null if nothing is paid by it, `?` where it has to be asked. Several where more than one is right. */
  readonly meant: readonly (string | null)[];
  readonly cells: readonly string[];
}

/**
 * `asked`: nothing is proposed, or nothing that is taken without a person. `dangerous`: a column of money, an account, a key or a reference is
 * wrong without a question.
 */
export type Verdict = 'right' | 'asked' | 'wrong' | 'dangerous';

export interface MappedSheet {
  readonly name: string;
  readonly source: string | null;
  readonly columns: readonly { readonly header: string; readonly verdict: Verdict; readonly shown: string }[];
}

export function columnsOf(text: string): readonly MappedColumn[] {
  return text
    .trim()
    .split('\n')
    .filter((line) => !BESIDE.test(line))
    .map((line) => {
      const [header = '', meant = '', ...cells] = line.split(' | ').map((part) => part.trim());
      const named = meant.split('/').map((name) => (name === '-' ? null : name));
      return { header, meant: named, cells };
    });
}

/** A line above the header, or one below the rows. */
const BESIDE = /^\s*[$^] /;

function linesOf(text: string, mark: string): readonly string[][] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(2).split('|').map((cell) => cell.trim()));
}

/** The sheet as a CSV with a semicolon, which none of its cells has. */
export function csvOf(text: string): string {
  const columns = columnsOf(text);
  const rows = Math.max(...columns.map(({ cells }) => cells.length));
  const lines = [...linesOf(text, '^'), columns.map(({ header }) => header)];
  for (let row = 0; row < rows; row++) lines.push(columns.map(({ cells }) => cells[row] ?? ''));
  lines.push(...linesOf(text, '$'));
  return `${lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\n')}\n`;
}

/** What is proposed for each column of a file, beside what it means. */
export async function scoreSheet(name: string, file: string, columns: readonly MappedColumn[]): Promise<MappedSheet> {
  const { source, columns: proposals } = await mapSheet(file, {});
  return {
    name,
    source,
    columns: columns.map(({ header, meant }) => {
      const proposal = proposals.find((one) => one.header === header);
      const { column = null, sure = false, candidate = null } = proposal ?? {};
      const verdict = verdictOf(meant, column, sure, candidate);
      return { header, verdict, shown: `${column ?? (candidate === null ? '-' : `? ${candidate}`)}${sure || column === null ? '' : ' ?'}` };
    }),
  };
}

function verdictOf(
  meant: readonly (string | null)[],
  column: string | null,
  sure: boolean,
  candidate: string | null,
): Verdict {
  // Where only someone can know it, to ask is right.
  if (meant.length === 1 && meant[0] === '?' && (column === null || !sure)) return 'right';
  if (meant.includes(column) && (column === null ? candidate === null : sure)) return 'right';
  if (column === null || !sure) return 'asked';
  return CRITICAL.has(column) || meant.some((name) => name !== null && CRITICAL.has(name)) ? 'dangerous' : 'wrong';
}
