import { usageError } from '../../references/usage-error.ts';
import type { UserAction } from '../action.ts';
import { NEW_PASSWORD, PASSWORD_OPTIONS, passwordLines, promptNewPassword, TEMPORARY } from './password.ts';
import { RIGHTS, RIGHTS_OPTIONS, rightsText } from './rights.ts';

export const addUserAction: UserAction = {
  name: 'add',
  of: 'user',
  button: 'Add user',
  fields: {
    name: { label: 'Name', hint: 'Used to log in, and shown in events. It can’t be changed later.' },
    email: {
      label: 'Email address',
      hint: 'For notifications. Leave blank to send no email.',
      type: 'email',
      isOptional: true,
    },
    ...RIGHTS,
    new: NEW_PASSWORD,
  },
  done: 'They can log in, and must choose their own password first.',
  command: {
    arguments: '<name>',
    summary: 'adds a user; asks for the password',
    options: [
      { flags: '--role <role>', summary: 'what they may do', choices: RIGHTS.role.choices.map(([role]) => role) },
      ...RIGHTS_OPTIONS,
      ...PASSWORD_OPTIONS,
      TEMPORARY,
      { flags: '--email <address>', summary: 'where their notifications go (default: none are sent)' },
      { flags: '--os-user <account>', summary: 'their operating system account, if it has another name' },
      {
        flags: '--provider',
        summary: 'no password: they log in through the identity provider, with NAME as their email address',
      },
    ],
    examples: [
      ['payrun users add anna --role admin', 'the first user; asks for a password on the terminal'],
      [
        'payrun users add ben --role approver --merchants acme --limit EUR=5000 --password-stdin < file',
        'up to 5,000 EUR',
      ],
      ['payrun users add cleo --role maker --generate', 'generates a password, which she changes at her first login'],
    ],
    makesLedger: true,
    input([name], { passwordStdin, generate, temporary, ...options }) {
      if (options.provider && (passwordStdin || generate || temporary)) throw usageError('password_of_provider');
      const texts = Object.entries(options).map(([field, value]) => [field, value === true ? 'yes' : value] as const);
      return { name, merchants: 'all', limit: 'none', ...Object.fromEntries(texts) };
    },
  },
  async apply(place, _, typed, acting) {
    const { addUser, checkNewName, userDeps, userName } = await import('../../engine/users/users.ts');
    const { readRights } = await import('../../engine/users/read-rights.ts');
    const { userDocument } = await import('../../engine/users/user-document.ts');
    const name = userName(typed.name ?? '');
    const { role, merchants = null, limits = null } = readRights({ merchants: '', limit: '', ...typed });
    await checkNewName(place.ledger.db, name);
    const given = typed.provider ? null : await promptNewPassword(name, typed, acting);
    const { password = null, toChange = false, isGenerated = false } = given ?? {};
    const user = await addUser(userDeps(place), acting.by, {
      ...{ name, role, merchants, limits, password, toChange },
      osUser: typed.osUser ?? null,
      email: typed.email?.trim() || null,
    });
    const shown = isGenerated && password !== null ? { password } : {};
    return {
      user: user.name,
      ...shown,
      answer: {
        document: { ...userDocument(user), email: user.email, ...shown },
        lines: [
          `User ${user.name} added: ${rightsText(user)}.`,
          ...(user.email === null ? [] : [`Notifications go to ${user.email}.`]),
          ...(given ? passwordLines(given) : []),
        ],
      },
    };
  },
};
