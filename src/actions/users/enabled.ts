import type { Apply, LedgerPlace, UserAction } from '../action.ts';

const settingEnabled = async (enabled: boolean): Promise<Apply<LedgerPlace>> => {
  const { setEnabled, userDeps } = await import('../../engine/users/users.ts');
  return async (place, { user = '' }, _, { by }) => {
    const done = await setEnabled(userDeps(place), by, user, enabled);
    const state = enabled ? 'enabled' : 'disabled';
    const lines = [done === 'changed' ? `User ${user} is ${state}.` : `User ${user} was ${state} already.`];
    return { runs: [], answer: { document: { user, disabled: !enabled, done }, lines } };
  };
};

/** Ends the user's sessions at once. They cannot log in again. */
export const disable: UserAction = {
  name: 'disable',
  of: 'user',
  permission: 'users',
  button: 'Disable user',
  asksPassword: true,
  fields: {},
  done: 'They cannot log in any more, and are logged out everywhere.',
  command: {
    arguments: '<name>',
    summary: 'they cannot log in any more, and are logged out at once',
    options: [],
    examples: [['payrun users disable ben', 'who left; what he did stays in the audit log']],
  },
  load: () => settingEnabled(false),
};

/** The user can log in again, also after too many wrong passwords. */
export const enable: UserAction = {
  name: 'enable',
  of: 'user',
  permission: 'users',
  button: 'Enable user',
  asksPassword: true,
  fields: {},
  done: 'They can log in. Wrong logins of before do not count any more.',
  command: {
    arguments: '<name>',
    summary: 'they can log in again, also if they would have to wait after wrong passwords',
    options: [],
    examples: [['payrun users enable ben', 'with the password that he had']],
  },
  load: () => settingEnabled(true),
};
