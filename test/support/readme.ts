import { readFileSync, writeFileSync } from 'node:fs';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { settingLines } from '../../src/config.ts';
import { COLUMNS } from '../../src/sheets/headers/columns.ts';

export const README = new URL('../../README.md', import.meta.url);

const row = (...cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[]) =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n');

/** The parts of the README that are printed from the code's tables, by the name in their marks. */
const PARTS: Readonly<Record<string, () => string>> = {
  columns: () =>
    table(
      ['column', 'what it holds', 'example', 'also known as'],
      COLUMNS.map(({ name, summary, example, aliases }) => row(`\`${name}\``, summary, example, aliases.join(', '))),
    ),
  commands: () =>
    table(
      ['command', 'does'],
      COMMANDS.map((command) =>
        row(`\`${[command.name, command.arguments].filter(Boolean).join(' ')}\``, command.summary),
      ),
    ),
  settings: () =>
    table(
      ['environment', 'in the file', 'what it is', 'default'],
      settingLines().map(({ name, env, summary, otherwise }) =>
        row(env ? `\`${env}\`` : '', `\`${name}\``, summary, otherwise),
      ),
    ),
};

/** The README with its printed parts as the code has them now. */
export function printedReadme(text: string): string {
  return Object.entries(PARTS).reduce((readme, [name, print]) => {
    const marks = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`);
    if (!marks.test(readme)) throw new Error(`README.md has no part ${name}`);
    return readme.replace(marks, (_, begin: string, end: string) => begin + print() + end);
  }, text);
}

if (process.argv[1] === import.meta.filename) writeFileSync(README, printedReadme(readFileSync(README, 'utf8')));
