import { RUN_ACTIONS } from '../actions/actions.ts';
import type { AnyList } from '../lists/list.ts';
import { LISTS } from '../lists/lists.ts';
import { actionCommand } from './actions/action-command.ts';
import type { CommandEntry } from './command.ts';
import { ADMINISTRATION_COMMANDS } from './command-groups/administration-commands.ts';
import { AUTOMATION_COMMANDS } from './command-groups/automation-commands.ts';
import { DEVELOPMENT_COMMANDS } from './command-groups/development-commands.ts';
import { EVERYDAY_COMMANDS } from './command-groups/everyday-commands.ts';
import { REVIEW_COMMANDS } from './command-groups/review-commands.ts';
import { listCommand } from './lists/list-command.ts';

/** Not in the table of its group, because it completes the words of all commands. */
const COMPLETION: CommandEntry = {
  name: 'completion',
  arguments: '<shell>',
  summary: 'prints a script that completes commands and options in bash, zsh or fish',
  examples: [
    [
      'payrun completion bash > ~/.local/share/bash-completion/completions/payrun',
      'for zsh, add eval "$(payrun completion zsh)" to ~/.zshrc',
    ],
    ['payrun completion fish > ~/.config/fish/completions/payrun.fish', 'the same for fish'],
  ],
  load: async () => (await import('./shell-completion.ts')).completionOf(COMMANDS),
};

export interface CommandGroup {
  readonly name: string;
  readonly purpose: string;
  readonly commands: readonly CommandEntry[];
}

/**
 * The commands by their group, in the order of `payrun --help`. A new command is an entry in the table of its group and
 * a file in `commands/`. Those that only list are made from `lists`, those that only decide from `RUN_ACTIONS`.
 */
export const commandGroups = (lists: readonly AnyList[]): readonly CommandGroup[] =>
  GROUPS.map((group) => ({
    ...group,
    commands: lists
      .filter(({ command }) => command?.group === group.name)
      .map(listCommand)
      .reduce(besideItsKind, group.commands),
  }));

/** `users list` follows the other commands of users. */
function besideItsKind(commands: readonly CommandEntry[], entry: CommandEntry): readonly CommandEntry[] {
  const kindOf = ({ name }: CommandEntry) => name.split(' ')[0];
  const at = commands.findLastIndex((one) => kindOf(one) === kindOf(entry));
  return commands.toSpliced(at < 0 ? commands.length : at + 1, 0, entry);
}

const GROUPS: readonly CommandGroup[] = [
  { name: 'Everyday', purpose: 'check a sheet, pay it, see its results', commands: EVERYDAY_COMMANDS },
  {
    name: 'Review',
    purpose: 'approve or stop a run, decide on payments',
    commands: [...REVIEW_COMMANDS, ...RUN_ACTIONS.map(actionCommand)],
  },
  { name: 'Automation', purpose: 'pages, inbox, schedule, jobs and webhooks', commands: AUTOMATION_COMMANDS },
  {
    name: 'Administration',
    purpose: 'users, merchants, rules, database, backups',
    commands: [...ADMINISTRATION_COMMANDS, COMPLETION],
  },
  { name: 'Development', purpose: 'try it without money', commands: DEVELOPMENT_COMMANDS },
];

export const COMMAND_GROUPS = commandGroups(LISTS);

export const COMMANDS: readonly CommandEntry[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
