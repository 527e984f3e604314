import { expect, it } from 'vitest';
import { PayrunError } from '../../src/errors.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { knownOutcome } from '../../src/service/repeat-call.ts';
import { ServiceRefusal } from '../../src/service/service-refusal.ts';

const lost = () => new PayrunError('service_timeout', { call: 'POST', seconds: 1 }, { retry: 'read-first' });
const refused = () => {
  const details = { call: 'POST', detail: 'no' };
  return new ServiceRefusal('service_refused', details, { retry: 'never', status: 400, refusals: [] });
};
const CLOCK: Clock = { now: () => 0, sleep: async () => {} };

/** What came of a call whose answers and readings are these, in this order; and what was done. */
async function outcome(answers: readonly (string | Error)[], readings: readonly (string | Error | null)[]) {
  const did: string[] = [];
  const [left, unread] = [[...answers], [...readings]];
  const came = await knownOutcome(CLOCK, new AbortController().signal, {
    send: async () => {
      did.push('send');
      const answer = left.shift()!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    read: async () => {
      did.push('read');
      const reading = unread.shift()!;
      if (reading instanceof Error) throw reading;
      return reading;
    },
  }).catch((error: PayrunError) => error.code);
  return [came, did.join(' ')];
}

it.each<[string, (string | Error)[], (string | Error | null)[], [string, string]]>([
  ['that is answered is not read', ['made'], [], ['made', 'send']],
  [
    'whose answer was lost is read, and not sent again when it took effect',
    [lost()],
    ['found'],
    ['found', 'send read'],
  ],
  ['is sent again only after it was read that nothing happened', [lost(), 'made'], [null], ['made', 'send read send']],
  ['is read after every lost answer', [lost(), lost()], [null, 'found'], ['found', 'send read send read']],
  [
    'is given up after three lost answers, each of them read',
    [lost(), lost(), lost()],
    [null, null, null],
    ['service_timeout', 'send read send read send read'],
  ],
  [
    'stays unconfirmed when the reading is refused: that is no refusal of the call',
    [lost()],
    [refused()],
    ['service_timeout', 'send read'],
  ],
  ['that was refused is neither read nor sent again', [refused()], [], ['service_refused', 'send']],
])('G3: a call that changes something %s', async (_, answers, readings, expected) => {
  expect(await outcome(answers, readings)).toEqual(expected);
});
