import { EXIT, PayrunError } from '../../../errors.ts';
import type { Command, CommandEntry } from '../../command.ts';
import { SHELLS } from '../../shell-completion.ts';

/** The command that prints the script by which a shell completes the commands of this table. */
export const completionOf =
  (table: readonly CommandEntry[]): Command =>
  async ({ args: [shell = ''], terminal }) => {
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (!script) {
      const detail = `There is no completion for "${shell.slice(0, 40)}": name bash, zsh or fish.`;
      throw new PayrunError('usage', { detail });
    }
    const text = script(table);
    terminal.print(text.trimEnd());
    terminal.document({ shell, script: text });
    return EXIT.done;
  };
