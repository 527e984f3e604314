import { expect, it } from 'vitest';
import { type ComponentToStart, restartComponents } from '../../../src/engine/activities/restart-components.ts';
import type { ServeEvent } from '../../../src/engine/activities/serve-event.ts';
import { PayrunError } from '../../../src/errors.ts';
import { systemClock } from '../../../src/platform/clock.ts';

const keep = (wanted: readonly ComponentToStart[], reported: ServeEvent[] = []) =>
  restartComponents(wanted, { clock: systemClock, report: (happened) => reported.push(happened), againMs: 5 });
const until = async (condition: () => boolean) => {
  while (!condition()) await systemClock.sleep(2);
};
const fine = (name: string, closed: string[] = []): ComponentToStart => ({
  name,
  start: async () => ({
    async close() {
      closed.push(name);
    },
  }),
});

it('a component that cannot be started reports itself once, does not stop the others, and is retried soon', async () => {
  const reported: ServeEvent[] = [];
  const closed: string[] = [];
  let tries = 0;
  const inbox: ComponentToStart = {
    name: 'inbox',
    async start() {
      tries++;
      if (tries < 4) throw new PayrunError('file_unreadable', { file: '/mnt/in', detail: 'it is not there' });
      return fine('inbox', closed).start();
    },
  };
  const kept = await keep([inbox, fine('workers', closed)], reported);
  expect([...kept.on]).toEqual(['workers']);
  await until(() => kept.on.has('inbox'));
  expect(reported.map(({ event, part }) => [event, part])).toEqual([
    ['part_failed', 'inbox'],
    ['part_on', 'inbox'],
  ]);
  expect(reported[0]).toMatchObject({
    code: 'file_unreadable',
    text: expect.stringContaining('The file /mnt/in can’t be read'),
  });
  expect(await kept.close(10_000)).toEqual([]);
  expect(closed.sort()).toEqual(['inbox', 'workers']);
});

it('an unexpected failure is reported by its code, without its message', async () => {
  const reported: ServeEvent[] = [];
  const broken: ComponentToStart = {
    name: 'schedule',
    start: () => Promise.reject(Object.assign(new Error('row of Ada'), { code: '23505' })),
  };
  const kept = await keep([broken], reported);
  await until(() => reported.length > 0);
  await kept.close(10_000);
  expect(reported).toHaveLength(1);
  expect(reported[0]).toMatchObject({ event: 'part_failed', part: 'schedule', code: '23505' });
  expect(reported[0]!.text).not.toContain('Ada');
});

it('closing starts no more, waits for a component that is just starting, and closes it', async () => {
  const closed: string[] = [];
  let tries = 0;
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const slow: ComponentToStart = {
    name: 'slow',
    async start() {
      tries++;
      if (tries === 1) throw new PayrunError('database_unreachable', { detail: 'x' });
      await gate;
      return fine('slow', closed).start();
    },
  };
  const kept = await keep([slow]);
  await until(() => tries === 2);
  const closing = kept.close(60_000);
  go();
  expect(await closing).toEqual([]);
  expect(closed).toEqual(['slow']);
  expect(tries).toBe(2);
});

it('closing names a component that hangs, and does not wait for it', async () => {
  const closed: string[] = [];
  const hanging: ComponentToStart = {
    name: 'hangs',
    start: async () => ({ close: () => new Promise<void>(() => {}) }),
  };
  const kept = await keep([hanging, fine('workers', closed)]);
  expect(await kept.close(50)).toEqual([{ name: 'hangs', code: 'late' }]);
  expect(closed).toEqual(['workers']);
});
