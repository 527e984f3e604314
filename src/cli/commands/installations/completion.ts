import { usageError } from '../../../references/usage-error.ts';
import type { Command, CommandEntry } from '../../command.ts';
import { SHELLS } from '../../shell-completion.ts';

/** The command that prints the script by which a shell completes the commands of this table. */
export const completionOf =
  (table: readonly CommandEntry[]): Command =>
  async ({ args: [shell = ''] }) => {
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (!script) throw usageError('shell_unknown', { shell: shell.slice(0, 40) });
    const text = script(table);
    return { document: { shell, script: text }, lines: [text.trimEnd()] };
  };
