import type { UserAction } from '../action.ts';

/** Revokes the token of a program for ever. */
export const revokeToken: UserAction = {
  name: 'revoke',
  of: 'user',
  button: 'Revoke token',
  title: 'Revoke',
  question:
    'Its requests are refused at once. The audit log keeps what the program did, and its name cannot be reused.',
  done: 'The token is revoked.',
  command: {
    name: 'tokens revoke',
    arguments: '<name>',
    summary: "revokes a program's token; its requests are refused at once",
    examples: [['payrun tokens revoke erp', 'a new token needs another name']],
  },
  async apply(place, { user = '' }, _, { by }) {
    const { revokeProgram } = await import('../../engine/users/programs.ts');
    await revokeProgram(place, by, user);
    return { answer: { document: { name: user, revoked: true }, lines: [`The token of ${user} is revoked.`] } };
  },
};
