import type { CommandEntry } from './command.ts';

/**
 * The command whose help explains an error in these arguments: `pay `, `users add `, `users `; empty if they name none.
 */
export function getHelp(argv: readonly string[], table: readonly Pick<CommandEntry, 'name'>[]): string {
  const words = argv.filter((word) => !word.startsWith('-'));
  const begins = (name: string) => name.split(' ').every((word, i) => words[i] === word);
  const named = table.find(({ name }) => begins(name))?.name;
  const group = table.some(({ name }) => name.startsWith(`${words[0]} `)) ? words[0] : undefined;
  const command = named ?? group;
  return command === undefined ? '' : `${command} `;
}
