import { Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander';
import { PayrunError } from '../errors.ts';
import type { CommandEntry, Invocation, Options } from './command.ts';
import { version } from './project-folder.ts';

/** The command that the arguments name. Null if only a text was printed (help, version). */
export type Request = { entry: CommandEntry; args: readonly string[]; options: Options } | null;

const AFTER_HELP = `
Exit codes: 0 done; 1 a defect in Payrun; 2 usage or configuration; 3 finished, but some rows were refused or failed;
4 waits for a person or for funds; 5 service or database out of reach, run \`payrun resume\` later.`;

/**
 * Parses the arguments by the table. Prints help and version with `print`. Throws `usage` for an unknown command or
 * option, or a missing argument.
 */
export async function parseArguments(
  argv: readonly string[],
  table: readonly CommandEntry[],
  print: (text: string) => void,
): Promise<Request> {
  let request: Request = null;
  const program = new Commander('payrun')
    .description('Pays people from spreadsheets. Every command takes --json and --help.')
    .option('--json', 'one JSON document on standard output')
    .version(version(), '--version')
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: () => {} })
    .showSuggestionAfterError()
    .addHelpText('after', AFTER_HELP);
  for (const entry of table) {
    const words = entry.name.split(' ');
    const parent = words.slice(0, -1).reduce(groupOf, program);
    const command = parent.command(`${words.at(-1)} ${entry.arguments}`.trim());
    command.summary(entry.summary).description(sentence(entry.summary));
    for (const { flags, summary, choices, form } of entry.options) {
      const option = new Option(flags, summary);
      if (form) {
        option.argParser((value) => {
          if (form.fits(value)) return value;
          throw new InvalidArgumentError(`It can be ${form.inWords}.`);
        });
      }
      command.addOption(choices ? option.choices(choices) : option);
    }
    command.option('--json', 'one JSON document on standard output');
    command.addHelpText('after', examplesOf(entry));
    command.action((...all: unknown[]) => {
      const args = command.processedArgs.flat().filter((argument) => typeof argument === 'string');
      request = { entry, args, options: all.at(-2) as Invocation['options'] };
    });
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    const detail =
      error.code === 'commander.help' ? whichCommand(argv, table) : sentence(error.message.replace(/^error: /, ''));
    throw new PayrunError('usage', { detail });
  }
  return request;
}

function groupOf(parent: Commander, word: string): Commander {
  return (
    parent.commands.find((command) => command.name() === word) ??
    parent.command(word).description(`see payrun ${word} --help`)
  );
}

function examplesOf({ examples }: CommandEntry): string {
  return `\nExamples:\n${examples.map(([typed, does]) => `  ${typed}\n      ${does}`).join('\n')}`;
}

/** The error if the arguments name no command, or only the first word of one. */
function whichCommand(argv: readonly string[], table: readonly CommandEntry[]): string {
  const group = argv.find((word) => !word.startsWith('-'));
  const names = table.map(({ name }) => name).filter((name) => group === undefined || name.startsWith(`${group} `));
  return `Name a command: ${names.join(', ')}.`;
}

/** Turns a message of commander into sentences: "unknown option '--x'\n(Did you mean --y?)" becomes two of them. */
function sentence(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^\((.*)\)$/, '$1').trim())
    .map((line) => line.charAt(0).toUpperCase() + line.slice(1) + (/[.?!]$/.test(line) ? '' : '.'))
    .join(' ');
}
