import type { CommandGroup } from './command-table.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { FOR_ALL } from './shared-options.ts';

/** Columns of the help, also on a wider terminal: longer lines are hard to read. */
export const HELP_WIDTH = 79;

const BEGINNING: readonly (readonly [typed: string, does: string])[] = [
  ['payrun demo', 'pays samples in a sandbox; no money moves'],
  ['payrun check june.csv', 'lists errors by row and column'],
  ['payrun pay june.csv', 'shows the plan, asks you to confirm, then pays'],
  ['payrun help everyday', 'the commands of a group'],
  ['payrun help pay', 'options and examples of a command'],
];

const OPTIONS: readonly (readonly [flags: string, does: string])[] = [
  ...FOR_ALL.map(({ flags, summary }) => [flags, summary] as const),
  ['-h, --help; -V, --version', 'help, also of a command; version'],
];

/** The help of `payrun --help`: one screen. */
export function generalHelp(groups: readonly CommandGroup[]): string {
  return [
    'Usage: payrun COMMAND [ARGUMENTS] [OPTIONS]',
    '\nPays people from spreadsheets.',
    '\nStart with:',
    ...twoColumns(BEGINNING),
    '\nCommands:',
    ...groups.flatMap(({ name, purpose, commands }) => [
      `  ${name}: ${purpose}`,
      wrapped([...new Set(commands.map((command) => command.name.split(' ')[0]))].join(', '), 4),
    ]),
    '\nOptions:',
    ...twoColumns(OPTIONS),
    '\nExit codes:',
    ...EXIT_CODES.map(({ code, means }) => `  ${String(code).padEnd(4)} ${means}`),
    '',
  ].join('\n');
}

export function groupHelp({ name, purpose, commands }: CommandGroup): string {
  return [
    `${name}: ${purpose}`,
    ...commands.map(
      (command) => `\n  ${`${command.name} ${command.arguments ?? ''}`.trim()}\n${wrapped(command.summary, 6)}`,
    ),
    '\n`payrun help COMMAND` shows options and examples.\n',
  ].join('\n');
}

function twoColumns(lines: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

/** Text in lines of the help's width, with this many spaces in front. */
export function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && indent + line.length + 1 + word.length <= HELP_WIDTH)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n');
}
