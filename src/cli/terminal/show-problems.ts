import { onCommandLine } from '../../messages.ts';
import type { Problem } from '../../model.ts';
import { reasonWords } from '../../outcomes/reason-words.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { MOST_PROBLEMS } from '../../reports/payment-run-outcome.ts';
import { oneLine, printedTable } from './table.ts';

/** A problem in this many rows has a heading of its own: it probably has one cause. */
const A_KIND = 3;
/** The most rows under such a heading. */
const MOST_ROWS = 10;

/**
 * Groups problems by the next step: first the rows that are not paid, with all their problems, then payments that may
 * have been made, then rows that are put on hold, then those that need a look. Within a group, problems of many rows
 * come first, the most frequent before the others; then the rest by row. The last line counts them if some are not
 * shown.
 *
 * @param all the problems to count, if `problems` has only some of them
 * @param holds codes of warnings that put a row on hold when the sheet is paid
 * @param total the number of problems, if `all` has only some of them
 */
export function showProblems(
  problems: readonly Problem[],
  all = problems,
  holds: readonly string[] = [],
  total = all.length,
): readonly string[] {
  const open = new Set(problems.flatMap(({ row, mayBePaid }) => (mayBePaid ? [row] : [])));
  const refused = new Set(
    problems.flatMap(({ row, severity }) => (severity === 'error' && !open.has(row) ? [row] : [])),
  );
  const held = new Set(
    problems.flatMap(({ row, code }) => (!refused.has(row) && !open.has(row) && holds.includes(code) ? [row] : [])),
  );
  const decided = (row: number) => refused.has(row) || open.has(row) || held.has(row);
  const groups = [
    ['Not paid, needs correction or review:', problems.filter(({ row }) => refused.has(row))],
    ['These payments may have been made. Confirm their outcome:', problems.filter(({ row }) => open.has(row))],
    ['These rows may be put on hold:', problems.filter(({ row }) => held.has(row))],
    ['Warnings, which do not stop a payment:', problems.filter(({ row }) => !decided(row))],
  ] as const;
  const shown = groups.flatMap(([, found]) => [...Map.groupBy(found, kindOf).values()].map(shownRows));
  const count = shown.reduce((sum, rows) => sum + rows, 0);
  return [
    ...groups.flatMap(([title, found]) => showGroup(title, found, all)),
    ...(count < total
      ? ['', `${count.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} errors and warnings shown.`]
      : []),
  ];
}

/** Says that only the problems of the first rows were read, if there may be more. */
export function onlyFirst(problems: readonly Problem[]): readonly string[] {
  if (new Set(problems.map(({ row }) => row)).size < MOST_PROBLEMS) return [];
  const most = MOST_PROBLEMS.toLocaleString('en-US');
  return [
    '',
    `Only the first ${most} rows with errors or warnings are counted here. The results of the run list all of them.`,
  ];
}

const shownRows = ({ length }: readonly Problem[]) => (length >= A_KIND ? Math.min(length, MOST_ROWS) : length);

function showGroup(title: string, problems: readonly Problem[], all: readonly Problem[]): readonly string[] {
  if (problems.length === 0) return [];
  const kinds = [...Map.groupBy(problems, kindOf)];
  const shared = kinds.filter(([, found]) => found.length >= A_KIND).sort(([, a], [, b]) => b.length - a.length);
  const rest = kinds.filter(([, found]) => found.length < A_KIND).flatMap(([, found]) => found);
  return ['', title, ...shared.flatMap(([kind, found]) => showKind(kind, found, all)), ...showRows(rest)];
}

function showKind(kind: string, problems: readonly Problem[], all: readonly Problem[]): readonly string[] {
  const count = all.filter((problem) => kindOf(problem) === kind).length;
  const more = count - shownRows(problems);
  return [
    `  ${kind} (${pluralize(count, 'row')})`,
    ...showRows(problems, MOST_ROWS).map((line) => `  ${line}`),
    ...(more > 0 ? [`    and ${pluralize(more, 'more row')}`] : []),
  ];
}

function showRows(problems: readonly Problem[], most = Number.POSITIVE_INFINITY): readonly string[] {
  if (problems.length === 0) return [];
  const byRow = problems.toSorted((a, b) => a.row - b.row).slice(0, most);
  const table = printedTable(
    [
      { title: '', align: 'right', text: ({ row }) => `row ${row}` },
      ...(byRow.some(({ recipient }) => recipient)
        ? [{ title: '', text: ({ recipient }: Problem) => oneLine(recipient ?? '') }]
        : []),
      { title: '', text: ({ column }) => columnOf(column) },
      {
        title: '',
        text: ({ message, code, value, reference }) =>
          oneLine(`${onCommandLine(message, code, reference)}${value === undefined ? '' : ` [${value}]`}`),
      },
    ],
    byRow,
  );
  return table
    .split('\n')
    .slice(1)
    .map((line) => `  ${line}`);
}

function kindOf({ code, column }: Problem): string {
  return `${columnOf(column)}: ${reasonWords(code, '')}`;
}

function columnOf(column: string | null): string {
  return column ?? 'the row';
}
