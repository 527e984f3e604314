import type { UserAction } from '../action.ts';

/**
 * Turns off two-factor authentication for a user who lost the device and the recovery codes, and ends their sessions.
 * The password alone is enough until they set it up again.
 */
export const resetCodes: UserAction = {
  name: 'reset-totp',
  of: 'user',
  permission: 'users',
  button: 'Reset two-factor authentication',
  asksPassword: true,
  fields: {},
  done: 'Two-factor authentication is reset. They can set it up again.',
  command: {
    arguments: '<name>',
    summary: 'resets two-factor authentication, if the device and the recovery codes are lost',
    options: [],
    examples: [['payrun users reset-totp ben', 'he sets up codes again on his account page']],
  },
  async load() {
    const { resetTotp, userDeps } = await import('../../engine/users/users.ts');
    return async (place, { user = '' }, _, { by }) => {
      await resetTotp(userDeps(place), by, user);
      const line = `User ${user} needs no codes until they set up two-factor authentication again, and is logged out everywhere.`;
      return { runs: [], answer: { document: { user, done: 'codes removed' }, lines: [line] } };
    };
  },
};
