import type { Apply, LedgerPlace, UserAction } from '../action.ts';

const settingEnabled =
  (enabled: boolean): Apply<LedgerPlace> =>
  async (place, { user = '' }, _, { by }) => {
    const { setEnabled, userDeps } = await import('../../engine/users/users.ts');
    const done = await setEnabled(userDeps(place), by, user, enabled);
    const state = enabled ? 'enabled' : 'disabled';
    const lines = [done === 'changed' ? `User ${user} is ${state}.` : `User ${user} was ${state} already.`];
    return { answer: { document: { user, disabled: !enabled, done }, lines } };
  };

/** Ends the user's sessions at once. They cannot log in again. */
export const disable: UserAction = {
  name: 'disable',
  of: 'user',
  button: 'Disable user',
  question: 'They are logged out immediately and can no longer log in or approve. Past events still show their name.',
  done: 'They can no longer log in, and are logged out everywhere.',
  command: {
    arguments: '<name>',
    summary: 'disables a user, who is logged out immediately',
    examples: [['payrun users disable ben', 'for a user who left; the audit log keeps their events']],
  },
  apply: settingEnabled(false),
};

/** The user can log in again, also after too many wrong passwords. */
export const enable: UserAction = {
  name: 'enable',
  of: 'user',
  button: 'Enable user',
  question: 'They can log in with their previous password.',
  done: 'They can log in. Earlier failed logins no longer count.',
  command: {
    arguments: '<name>',
    summary: 'enables a user, and ends a lockout after wrong passwords',
    examples: [['payrun users enable ben', 'with the same password']],
  },
  apply: settingEnabled(true),
};
