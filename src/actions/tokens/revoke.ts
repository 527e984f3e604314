import type { UserAction } from '../action.ts';

/** Revokes the token of a program for ever. */
export const revokeToken: UserAction = {
  name: 'revoke',
  of: 'user',
  button: 'Revoke token',
  title: 'Revoke',
  question:
    'Requests with this token are rejected immediately. The audit log keeps what the program did, and its name can’t be reused.',
  done: 'The token is revoked.',
  command: {
    name: 'tokens revoke',
    arguments: '<name>',
    summary: "revokes a program's token; its requests are rejected immediately",
    examples: [['payrun tokens revoke erp', 'a new token needs another name']],
  },
  async apply(place, { user = '' }, _, { by }) {
    const { revokeProgram } = await import('../../engine/users/programs.ts');
    await revokeProgram(place, by, user);
    return { answer: { document: { name: user, revoked: true }, lines: [`The token of ${user} is revoked.`] } };
  },
};
