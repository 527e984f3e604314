import { describe, expect, it } from 'vitest';
import { type DeliveryQueue, sendDue, type TakenDelivery } from '../../../src/engine/deliveries/send-due.ts';

const STOPS = { stop: new AbortController().signal, hurry: new AbortController().signal };

describe('a pass over what is due', () => {
  /** A hundred deliveries; those with these ids do not arrive. */
  const pass = async (failing: readonly number[], tooOld: readonly number[] = []) => {
    const waiting = Array.from({ length: 100 }, (_, id): TakenDelivery<number> => {
      return { id, attempts: 1, age: tooOld.includes(id) ? 2 * 86_400_000 : 0 };
    });
    const became: Record<number, string> = {};
    const queue: DeliveryQueue<number, TakenDelivery<number>> = {
      take: async (_holdMs, limit) => waiting.splice(0, limit),
      send: async ({ id }) => {
        if (failing.includes(id)) throw Object.assign(new Error('no answer'), { code: 'HTTP_500' });
      },
      sent: async (id) => {
        became[id] = 'sent';
      },
      failed: async (id, code, againMs) => {
        became[id] = `${code}, again after ${againMs} ms`;
      },
      giveUpMs: 86_400_000,
    };
    await sendDue(queue, STOPS, () => {});
    return became;
  };

  it('sends all of it', async () => {
    expect(Object.values(await pass([]))).toEqual(Array.from({ length: 100 }, () => 'sent'));
  });

  it('goes on after what is too old to be sent', async () => {
    const became = await pass([], [0, 1, 2, 3]);
    expect(Object.values(became).filter((one) => one === 'sent')).toHaveLength(96);
    expect(became[0]).toBe('TOO_OLD, again after null ms');
  });

  it('ends with a failed attempt: a receiver that does not answer holds up nothing else for long', async () => {
    expect(await pass([5])).toEqual({
      ...Object.fromEntries([0, 1, 2, 3, 4, 6, 7].map((id) => [id, 'sent'])),
      5: 'HTTP_500, again after 30000 ms',
    });
  });
});
