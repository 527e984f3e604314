import { Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander';
import { PayrunError } from '../errors.ts';
import type { CommandEntry, Invocation, Options } from './command.ts';
import type { CommandGroup } from './command-table.ts';
import { generalHelp, groupHelp, HELP_WIDTH, wrapped } from './help-text.ts';
import { version } from './project-folder.ts';
import { FOR_ALL } from './shared-options.ts';

/** The command that the arguments name. Null if only a text was printed (help, version). */
export type Request = { entry: CommandEntry; args: readonly string[]; options: Options } | null;

/**
 * Parses the arguments by the commands of these groups. Prints help and version with `print`. Throws `usage` for an
 * unknown command or option, or a missing argument.
 */
export async function parseArguments(
  argv: readonly string[],
  groups: readonly CommandGroup[],
  print: (text: string) => void,
): Promise<Request> {
  const group = argv[0] === 'help' && groups.find(({ name }) => name.toLowerCase() === argv[1]?.toLowerCase());
  if (group) {
    print(groupHelp(group));
    return null;
  }
  let request: Request = null;
  const program = new Commander('payrun')
    .version(version(), '-V, --version')
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: () => {}, getOutHelpWidth: () => HELP_WIDTH })
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${usageOf(command)}`.trim() })
    .showSuggestionAfterError()
    // `payrun report RUN` and `payrun report months` have options of the same name: each takes those behind its own.
    .enablePositionalOptions();
  program.helpInformation = () => generalHelp(groups);
  addOptionsForAll(program);
  const table = groups.flatMap(({ commands }) => commands);
  for (const entry of table) {
    const words = entry.name.split(' ');
    const parent = words.slice(0, -1).reduce(groupOf, program);
    const command = parent.command(`${words.at(-1)} ${entry.arguments ?? ''}`.trim());
    if (entry.anyOptions) command.allowUnknownOption();
    command.summary(entry.summary).description(sentence(entry.summary));
    for (const { flags, summary, choices, form } of entry.options ?? []) {
      const option = new Option(flags, summary);
      if (form) {
        option.argParser((value) => {
          if (form.fits(value)) return value;
          throw new InvalidArgumentError(`It can be ${form.inWords}.`);
        });
      }
      command.addOption(choices ? option.choices(choices) : option);
    }
    addOptionsForAll(command);
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
    const first = argv.find((word) => !word.startsWith('-'));
    if (error.code === 'commander.help' && first === undefined) {
      print(generalHelp(groups));
      return null;
    }
    const detail =
      error.code === 'commander.help' ? commandQuestion(first, table) : sentence(error.message.replace(/^error: /, ''));
    throw new PayrunError('usage', { detail });
  }
  return request;
}

/** The arguments of a command as its usage names them, without `[options]`: every command has some. */
const usageOf = (command: Commander) => command.usage().replace('[options]', '').replace('[command]', '').trim();

function groupOf(parent: Commander, word: string): Commander {
  return (
    parent.commands.find((command) => command.name() === word) ??
    addOptionsForAll(parent.command(word).description(`see payrun ${word} --help`))
  );
}

function addOptionsForAll(command: Commander): Commander {
  for (const { flags, summary } of FOR_ALL) command.option(flags, summary);
  return command;
}

function examplesOf({ examples }: CommandEntry): string {
  return `\nExamples:\n${examples.map(([typed, does]) => `  ${typed}\n${wrapped(does, 6)}`).join('\n')}`;
}

/** The error if the arguments name only the first word of a command. */
function commandQuestion(first: string | undefined, table: readonly CommandEntry[]): string {
  const names = table.map(({ name }) => name).filter((name) => name.startsWith(`${first} `));
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
