import { showInZone } from '../../platform/time-zone.ts';
import type { InstallationAction } from '../action.ts';

/** Gives an endpoint a new secret. */
export const rotateEndpointAction: InstallationAction = {
  name: 'rotate',
  permission: 'endpoints',
  of: 'installation',
  takes: (field) => field === 'name',
  button: 'Change secret',
  question: 'Messages are signed with the new secret, and for 24 hours also with the current one.',
  done: 'The secret is changed.',
  command: {
    name: 'endpoints rotate',
    arguments: '<name>',
    summary: 'creates a new secret and shows it once; for 24 hours, messages are signed with both',
    examples: [['payrun endpoints rotate erp', 'then change it where your program verifies messages']],
    input: ([name]) => ({ name }),
  },
  async apply(place, _, { name = '' }, { by }) {
    const { rotateEndpoint } = await import('../../engine/endpoints/endpoints.ts');
    const { secret, formerUntil } = await rotateEndpoint(place, by, name);
    const until = showInZone(formerUntil.getTime(), place.config.timeZone);
    return {
      password: secret,
      answer: {
        document: { name, secret, formerUntil: formerUntil.toISOString() },
        lines: [
          `New secret of ${name}, shown only once:`,
          secret,
          `Messages are also signed with the previous one until ${until}.`,
        ],
      },
    };
  },
};
