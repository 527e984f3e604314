import { text } from 'node:stream/consumers';
import { type GivenPassword, generatedPassword } from '../engine/users/new-password.ts';
import { loadPasswordFault } from '../engine/users/password-fault.ts';
import { usageError } from '../references/usage-error.ts';
import type { Options } from './command.ts';
import { createPrompts, type Prompts } from './terminal/prompts.ts';
import type { Terminal } from './terminal/terminal.ts';

/**
 * A generated password with `--generate`, else a typed one. `--temporary` marks a password typed for another user.
 * Throws `usage`.
 */
export async function givenPassword(options: Options, terminal: Terminal, name: string): Promise<GivenPassword> {
  if (options.generate && options.passwordStdin) throw usageError('password_from_two_places');
  if (options.generate) return generatedPassword();
  return {
    password: await readNewPassword(options, terminal, name),
    isGenerated: false,
    toChange: options.temporary === true,
  };
}

/** Reads a new password from standard input, or asks for it twice on a terminal. Never an argument. Throws `usage`. */
async function readNewPassword(options: Options, terminal: Terminal, name: string): Promise<string> {
  if (options.passwordStdin) {
    const password = (await text(process.stdin)).replace(/\r?\n$/, '');
    if (password === '') throw usageError('password_missing');
    return password;
  }
  if (!terminal.interactive) throw usageError('no_terminal_for_password');
  return typedPassword(createPrompts(process), name);
}

/** Asks for a new password, twice. */
export async function typedPassword(prompts: Prompts, name: string): Promise<string> {
  const passwordFault = await loadPasswordFault();
  const password = await prompts.secret({
    message: `New password of ${name} (12 characters or more, not shown)`,
    fault: (typed) => {
      const found = passwordFault(typed, name);
      return found === null ? undefined : `The password ${found}`;
    },
  });
  await prompts.secret({
    message: 'Confirm password',
    fault: (again) => (again === password ? undefined : 'The two passwords don’t match.'),
  });
  return password;
}
