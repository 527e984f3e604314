import { pluralize } from '../../platform/pluralize.ts';
import type { InstallationAction } from '../action.ts';

/** Sends messages to an endpoint again. */
export const replayEndpointAction: InstallationAction = {
  name: 'replay',
  permission: 'endpoints',
  of: 'installation',
  takes: (field) => field === 'name' || field === 'message',
  button: 'Replay',
  question: 'The message will be posted again, with the same ID and current data.',
  done: 'The messages will be posted again.',
  command: {
    name: 'endpoints replay',
    arguments: '<name> [message]',
    summary: 'resends a message to an endpoint, or all that Payrun gave up on',
    examples: [
      ['payrun endpoints replay erp', 'all that failed'],
      ['payrun endpoints replay erp 3f0d2c6e-5a41-4c5e-9d5b-0a7f3f1b2c4d', 'one message, even if it was delivered'],
    ],
    input: ([name, message]) => ({ name, message }),
  },
  async apply(place, _, { name = '', message = '' }, { by }) {
    const { replayEndpoint } = await import('../../engine/endpoints/endpoints.ts');
    const messages = await replayEndpoint(place, by, name, message.trim());
    const done = messages === 0 ? 'No message failed.' : `Posted again: ${pluralize(messages, 'message')}.`;
    return { done, answer: { document: { name, messages }, lines: [done] } };
  },
};
