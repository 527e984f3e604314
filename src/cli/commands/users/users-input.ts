import { text } from 'node:stream/consumers';
import { newPassword } from '../../../engine/users/new-password.ts';
import { createPasswords } from '../../../engine/users/password.ts';
import { loadPasswordFault } from '../../../engine/users/password-fault.ts';
import { readApprovalLimits, readMerchants } from '../../../engine/users/read-rights.ts';
import type { UserDeps } from '../../../engine/users/users.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { UserRow } from '../../../ledger/users/user.ts';
import { systemClock } from '../../../platform/clock.ts';
import { usageError } from '../../../references/usage-error.ts';
import { type Options, textOf } from '../../command.ts';
import { createPrompts, type Prompts } from '../../terminal/prompts.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The dependencies of commands that change users. */
export const userDeps = (ledger: Ledger): UserDeps => ({ ledger, clock: systemClock, passwords: createPasswords() });

/** Reads `--merchants`. Undefined if the option is absent. Throws `usage`. */
export function merchantsOf(options: Options): UserRow['merchants'] | undefined {
  const given = textOf(options, 'merchants');
  return given === undefined ? undefined : readMerchants(given);
}

/** Reads `--limit`. Undefined if the option is absent. Throws `usage`. */
export function limitsOf(options: Options): UserRow['limits'] | undefined {
  const given = textOf(options, 'limit');
  return given === undefined ? undefined : readApprovalLimits(given);
}

/** A new password of a user. */
export interface GivenPassword {
  readonly password: string;
  /** It was generated, so it is shown once. */
  readonly made: boolean;
  /** The user must choose another one at the next login. */
  readonly toChange: boolean;
}

/**
 * A generated password with `--generate`, else a typed one. `--temporary` marks a password typed for another user.
 * Throws `usage`.
 */
export async function givenPassword(options: Options, terminal: Terminal, name: string): Promise<GivenPassword> {
  if (options.generate && options.passwordStdin) throw usageError('password_from_two_places');
  if (options.generate) return { password: newPassword(), made: true, toChange: true };
  return {
    password: await readNewPassword(options, terminal, name),
    made: false,
    toChange: options.temporary === true,
  };
}

/** The lines to print about a password: a generated one, and whether the user must change it. */
export function passwordLines({ password, made, toChange }: GivenPassword): readonly string[] {
  return [
    ...(made ? [`Password to begin with, shown once: ${password}`] : []),
    ...(toChange ? ['They choose one of their own at the first login with it.'] : []),
  ];
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
    message: 'The same again',
    fault: (again) => (again === password ? undefined : 'The two passwords are not the same.'),
  });
  return password;
}

/** A user's rights in a few words. */
export function rightsInWords({ role, merchants, limits }: Pick<UserRow, 'role' | 'merchants' | 'limits'>): string {
  const whose = merchants === null ? 'all merchants' : merchants.join(', ') || 'no merchant';
  const amounts = Object.entries(limits ?? {}).map(([currency, amount]) => `${amount} ${currency}`);
  return `${role} of ${whose}${limits === null ? '' : `, approves up to ${amounts.join(', ') || 'nothing'}`}`;
}

export const listOf = (given: string) =>
  given
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
