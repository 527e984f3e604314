import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Problem, SheetRow } from '../../model.ts';
import { rowStatus } from '../../outcomes/status-words.ts';
import { columnLetters } from '../column-letters.ts';
import type { ResultColumn } from './result-table.ts';
import type { ResultsWorkbook } from './results-workbook.ts';
import type { RowResult } from './row-result.ts';
import { createRowXml } from './row-xml.ts';

/** Excel allows 65,530 links in a worksheet and repairs a file with more. */
const LINKS = 60_000;
/** Excel's worksheets end at row 1,048,576. */
const LINES = 1_048_000;
const PART = 256_000;
/** Characters of XML to write at once. */
const SENT = 32_000;
/** Half the size that Deflate gives, at the same speed; the window is no larger than a part. */
const PACKED = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const WARNING = 'only a warning';
/** The columns of the worksheet. */
export const PROBLEM_COLUMNS = [
  { header: 'cell', width: 11 },
  { header: 'row in the sheet', width: 17 },
  { header: 'column of the sheet', width: 22 },
  { header: 'what is wrong', width: 60 },
  { header: 'what to do', width: 70 },
  { header: 'what happens', width: 20 },
  { header: 'recipient in Payrun', width: 30 },
] as const;
/** The header that identifies such a list. */
export const PROBLEM_SIGNS: readonly string[] = PROBLEM_COLUMNS.map(({ header }) => header);

export interface ProblemList {
  /** Adds the problems of a row; `line` is its row number in the worksheet that the links lead to. */
  add(line: number, row: SheetRow, result: RowResult): void;
  /** Adds the worksheet, unless the list is empty. */
  write(name: string): Promise<void>;
}

/**
 * Collects problems, one line each, while another worksheet is written; `write` adds them at the end. Until then they
 * are compressed: 100,000 of them take 2 MB.
 */
export function createProblemList(
  book: ResultsWorkbook,
  columns: readonly ResultColumn[],
  worksheet: string,
): ProblemList {
  const positions = new Map(columns.map(({ name, header, at }, i) => [name ?? (at === null ? `/${header}` : ''), i]));
  const status = positions.get('/status') ?? 0;
  const link = book.style({ font: { color: { argb: 'FF0563C1' }, underline: true }, alignment: { vertical: 'top' } });
  const text = book.style({ alignment: { vertical: 'top', wrapText: true } });
  const bad = book.style({
    alignment: { vertical: 'top' },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC7CE' } },
  });
  const place = (book.inPlace?.worksheet ?? worksheet).replaceAll("'", "''");
  let waiting = '';
  const spool: Buffer[] = [];
  const links: { address: string; target: string }[] = [];
  let count = 0;

  const addLine = (line: number, row: SheetRow, problem: Omit<Problem, 'row' | 'code'>, result: RowResult) => {
    if (count >= LINES) return;
    count++;
    const at = problem.column === null ? undefined : positions.get(problem.column);
    const address = `${columnLetters(book.inPlace?.column(at ?? status) ?? at ?? status)}${line}`;
    const column = at === undefined ? (problem.column ?? 'the row') : (columns[at]?.header ?? '');
    const state = problem.severity === 'error' ? rowStatus(result.status) : WARNING;
    const problemLine: ProblemLine = [address, row.row, column, problem.message, state, result.recipient ?? ''];
    waiting += `${JSON.stringify(problemLine)}\n`;
    if (waiting.length < PART) return;
    spool.push(packed(waiting));
    waiting = '';
  };

  function* parts(): Generator<string, void> {
    const xml = createRowXml();
    let number = 1;
    const write = function* (lines: string) {
      for (const line of lines.split('\n')) {
        if (line === '') continue;
        number++;
        const [address, row, column, message, state, recipient] = JSON.parse(line) as ProblemLine;
        const { wrong, todo } = inTwo(message);
        // Created late: kept during the other worksheets, 60,000 links would take 15 MB.
        if (links.length < LINKS) links.push({ address: `A${number}`, target: `'${place}'!${address}` });
        xml.begin(number, Math.max(Math.ceil(wrong.length / 52), Math.ceil(todo.length / 62), 1));
        xml.cell(address, 'text', link);
        xml.cell(String(row), 'number', text);
        xml.cell(column, 'text', text);
        xml.cell(wrong, 'text', text);
        xml.cell(todo, 'text', text);
        xml.cell(state, 'text', state === WARNING ? text : bad);
        xml.cell(recipient, 'text', text);
        xml.end();
        if (xml.waiting > SENT) yield xml.take();
      }
    };
    for (let part = spool.shift(); part; part = spool.shift())
      yield* write(brotliDecompressSync(part).toString('utf8'));
    yield* write(waiting);
    yield xml.take();
  }

  return {
    add: (line, row, result) => {
      for (const problem of result.problems) addLine(line, row, problem, result);
      // The reason of a failure, hold or rejection, unless a problem already states it.
      if (result.reason && !result.problems.some(({ message }) => message === result.reason))
        addLine(line, row, { column: null, severity: 'error', message: result.reason }, result);
    },
    write: async (name) => {
      if (count === 0) return;
      await book.list({ name, columns: PROBLEM_COLUMNS, rows: count, xml: parts(), links });
    },
  };
}

/** One line of the list. As XML, the lines would take twice the memory. */
type ProblemLine = readonly [
  address: string,
  row: number,
  column: string,
  message: string,
  state: string,
  recipient: string,
];

/** Copied, because zlib returns a view of a larger buffer. */
function packed(lines: string): Buffer {
  const bytes = brotliCompressSync(lines, PACKED);
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Splits a message: the first sentence says what is wrong, the others what to do. "U.S." does not end a sentence. */
function inTwo(message: string): { wrong: string; todo: string } {
  const end = /(?<!\b\p{Lu})[.!?]\s+(?=\p{Lu})/u.exec(message);
  if (!end) return { wrong: message, todo: '' };
  return { wrong: message.slice(0, end.index + 1), todo: message.slice(end.index + end[0].length) };
}
