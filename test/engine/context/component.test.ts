import { expect, test } from 'vitest';
import { type Component, closeComponents } from '../../../src/engine/context/component.ts';
import { systemClock } from '../../../src/platform/clock.ts';

const within = (withinMs: number) => ({ withinMs, clock: systemClock });

test('components are closed at the same time, and those that closed are not reported', async () => {
  let begun = 0;
  let meet = () => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  // Each one closes only when the other has begun to.
  const part: Component = {
    close: () => {
      begun += 1;
      if (begun === 2) meet();
      return met;
    },
  };
  const parts = ['one', 'two'].map((name) => ({ name, part }));
  expect(await closeComponents(parts, within(60_000))).toEqual([]);
});

test('a component that hangs delays no one beyond the limit; one that throws is named with its code', async () => {
  const parts = [
    { name: 'hangs', part: { close: () => new Promise<void>(() => {}) } },
    { name: 'throws', part: { close: () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNRESET' })) } },
    {
      name: 'throws at once',
      part: {
        close: () => {
          throw new Error('x');
        },
      },
    },
    { name: 'fine', part: { close: async () => {} } },
  ];
  expect(await closeComponents(parts, within(50))).toEqual([
    { name: 'hangs', code: 'late' },
    { name: 'throws', code: 'ECONNRESET' },
    { name: 'throws at once', code: 'defect' },
  ]);
});
