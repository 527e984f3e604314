/** One column of a printed table. */
export interface TableColumn<Row> {
  readonly title: string;
  readonly align?: 'right';
  text(row: Row): string;
}

/** Rows as lines of aligned columns under their titles. A cell is always one line. */
export function printedTable<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ text }) => oneLine(text(row)))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => width(line[index] ?? ''))));
  return cells
    .map((line) =>
      line
        .map((cell, index) => {
          const padding = ' '.repeat(widths[index]! - width(cell));
          return columns[index]?.align === 'right' ? padding + cell : cell + padding;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Puts text on one line and removes the control characters that could move a terminal's cursor. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');
}

/** Characters that take two columns: East Asian wide and full-width forms, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/gu;
const COMBINING = /[\p{Mn}\p{Me}\p{Cf}]/gu;

/** In columns of the terminal: Chinese characters take two, combining accents none. */
function width(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  const visible = text.replace(COMBINING, '');
  return [...visible].length + (visible.match(WIDE)?.length ?? 0);
}
