import type { UserAction } from '../action.ts';

/**
 * Turns off two-factor authentication for a user who lost the device and the recovery codes, and ends their sessions.
 * The password alone is enough until they set it up again.
 */
export const resetCodes: UserAction = {
  name: 'reset-totp',
  of: 'user',
  button: 'Reset two-factor authentication',
  question:
    'Use this if the user lost their device and recovery codes. They can log in with only their password until they set up two-factor authentication again.',
  done: 'Two-factor authentication is reset. They can set it up again.',
  command: {
    arguments: '<name>',
    summary: 'resets two-factor authentication, if the device and the recovery codes are lost',
    examples: [['payrun users reset-totp ben', 'Ben then sets up two-factor authentication again']],
  },
  async apply(place, { user = '' }, _, { by }) {
    const { resetTotp, userDeps } = await import('../../engine/users/users.ts');
    await resetTotp(userDeps(place), by, user);
    const line = `User ${user} is logged out everywhere, and needs no codes until they set up two-factor authentication again.`;
    return { answer: { document: { user, done: 'codes removed' }, lines: [line] } };
  },
};
