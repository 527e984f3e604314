import { type GivenPassword, generatedPassword } from '../../engine/users/new-password.ts';
import type { Acting, ActionOption, Typed, UserAction } from '../action.ts';

/** A password of another user: typed, or generated if it is left empty. */
export const NEW_PASSWORD = {
  label: 'Password',
  hint: 'At least 12 characters. Leave blank to generate one, which is shown once. They choose their own when they log in.',
  type: 'new-password',
  isOptional: true,
} as const;

/** The sources of a password for a command. */
export const PASSWORD_OPTIONS: readonly ActionOption[] = [
  { flags: '--password-stdin', summary: 'reads the password from standard input' },
  {
    flags: '--generate',
    summary: 'generates a password and shows it once; it must be changed at the first login',
  },
];

export const TEMPORARY: ActionOption = {
  flags: '--temporary',
  summary: 'the password must be changed at the first login, because you know it',
};

/** The password for a user; that of a form is known to the admin who typed it. */
export async function promptNewPassword(user: string, typed: Typed, { givenPassword }: Acting): Promise<GivenPassword> {
  if (givenPassword) return givenPassword(user);
  return typed.new ? { password: typed.new, isGenerated: false, toChange: true } : generatedPassword();
}

/** The lines to print about a password: a generated one, and whether the user must change it. */
export function passwordLines({ password, isGenerated, toChange }: GivenPassword): readonly string[] {
  return [
    ...(isGenerated ? [`Initial password, shown once: ${password}`] : []),
    ...(toChange ? ['They must choose their own password at the first login.'] : []),
  ];
}

/** Sets another password, and ends the user's sessions. */
export const changePassword: UserAction = {
  name: 'password',
  of: 'user',
  button: 'Set password',
  title: 'Set new password',
  question: 'They are logged out everywhere.',
  fields: { new: NEW_PASSWORD },
  done: 'Password set. They are logged out everywhere, and must choose their own password at the next login.',
  command: {
    arguments: '<name>',
    summary: "sets a user's password, and logs the user out everywhere",
    options: [...PASSWORD_OPTIONS, TEMPORARY],
    examples: [
      ['payrun users password ben', 'asks for it on the terminal'],
      ['payrun users password ben --generate', 'generates one, which he must change at the next login'],
    ],
  },
  async apply(place, { user: asked = '' }, typed, acting) {
    const { requireUser, setPassword, userDeps } = await import('../../engine/users/users.ts');
    const { name: user } = await requireUser(place.ledger.db, asked);
    const given = await promptNewPassword(user, typed, acting);
    const { password, toChange, isGenerated } = given;
    await setPassword(userDeps(place), acting.by, user, password, { toChange });
    const shown = isGenerated ? { password } : {};
    return {
      ...shown,
      answer: {
        document: { user, done: 'password changed', passwordToChange: toChange, ...shown },
        lines: [`User ${user} has a new password and is logged out everywhere.`, ...passwordLines(given)],
      },
    };
  },
};
