import type { InstallationAction } from '../action.ts';

/** Removes an endpoint. */
export const removeEndpointAction: InstallationAction = {
  name: 'remove',
  permission: 'endpoints',
  of: 'installation',
  takes: (field) => field === 'name',
  button: 'Remove endpoint',
  question: 'Nothing is posted to it any more, and the list of its messages is deleted.',
  done: 'The endpoint is removed.',
  command: {
    name: 'endpoints remove',
    arguments: '<name>',
    summary: 'removes an endpoint with its messages',
    examples: [['payrun endpoints remove erp', 'nothing is posted to it any more']],
    input: ([name]) => ({ name }),
  },
  async apply(place, _, { name = '' }, { by }) {
    const { deleteEndpoint } = await import('../../engine/endpoints/endpoints.ts');
    await deleteEndpoint(place, by, name);
    return { answer: { document: { name, removed: true }, lines: [`The endpoint ${name} is removed.`] } };
  },
};
