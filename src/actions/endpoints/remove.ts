import type { InstallationAction } from '../action.ts';

export const removeEndpointAction: InstallationAction = {
  name: 'remove',
  permission: 'endpoints',
  of: 'installation',
  takes: (field) => field === 'name',
  button: 'Remove endpoint',
  question: 'Payrun stops posting to it, and deletes its message list.',
  done: 'The endpoint is removed.',
  command: {
    name: 'endpoints remove',
    arguments: '<name>',
    summary: 'removes an endpoint with its messages',
    examples: [['payrun endpoints remove erp', 'Payrun stops posting to it']],
    input: ([name]) => ({ name }),
  },
  async apply(place, _, { name = '' }, { by }) {
    const { deleteEndpoint } = await import('../../engine/endpoints/endpoints.ts');
    await deleteEndpoint(place, by, name);
    return { answer: { document: { name, removed: true }, lines: [`The endpoint ${name} is removed.`] } };
  },
};
