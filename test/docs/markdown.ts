const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

/** A table of Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

export const code = (text: string) => (text === '' ? '' : `\`${text}\``);

/** Text of a table of the code, which may hold `{detail}` and <argument>: a site would take both for its own. */
export const prose = (text: string) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replace(/\{(\w+)\}/g, '*$1*')))
    .join('');
