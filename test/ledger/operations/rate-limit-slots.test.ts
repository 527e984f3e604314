import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createRateLimitSlots } from '../../../src/ledger/operations/rate-limit-slots.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { startChild } from '../../support/child-process.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases('quota slots', (database) => {
  const slotsOf = async (clock = { now: () => systemClock.now() }) =>
    createRateLimitSlots((await database.open()).db, clock);
  const inAMinute = () => systemClock.now() + 60_000;

  it('are taken all or none, each by one', async () => {
    const slots = await slotsOf();
    expect(await slots.take('a', 5, inAMinute(), 3)).toEqual({ slots: [0, 1, 2] });
    expect(await slots.used('a')).toBe(3);
    const freeAt = (await slots.take('a', 5, inAMinute(), 3)) as { freeAt: number };
    expect(freeAt.freeAt).toBeGreaterThan(systemClock.now() + 30_000);
    expect(await slots.take('a', 5, inAMinute(), 2)).toEqual({ slots: [3, 4] });
    expect(await slots.take('b', 5, inAMinute(), 1)).toEqual({ slots: [0] });
  });

  it('grow with the capacity, and a smaller capacity leaves the rest alone', async () => {
    const slots = await slotsOf();
    expect(await slots.take('c', 2, inAMinute(), 2)).toEqual({ slots: [0, 1] });
    expect(await slots.take('c', 4, inAMinute(), 1)).toEqual({ slots: [2] });
    expect(await slots.take('c', 2, inAMinute(), 1)).toHaveProperty('freeAt');
    await expect(slots.take('c', 2, inAMinute(), 3)).rejects.toMatchObject({ code: 'defect' });
  });

  it('that were returned are free from the given time', async () => {
    const slots = await slotsOf();
    await slots.take('d', 2, inAMinute(), 2);
    await slots.giveBack('d', [0], systemClock.now() + 30_000);
    const later = (await slots.take('d', 2, inAMinute(), 1)) as { freeAt: number };
    expect(later.freeAt - systemClock.now()).toBeLessThan(31_000);
    await slots.giveBack('d', [1], systemClock.now());
    expect(await slots.take('d', 2, inAMinute(), 1)).toEqual({ slots: [1] });
    expect(await slots.used('d')).toBe(2);
  });

  it('of a process that died are free when its hold ends', async () => {
    const dead = await slotsOf();
    await dead.take('e', 1, systemClock.now(), 1);
    const slots = await slotsOf();
    expect(await slots.take('e', 1, inAMinute(), 1)).toEqual({ slots: [0] });
    // The hold of the first one has run out: giving back what it no longer has changes nothing.
    await dead.giveBack('e', [0], systemClock.now());
    expect(await slots.take('e', 1, inAMinute(), 1)).toHaveProperty('freeAt');
  });

  it('do not depend on the clocks of the machines', async () => {
    const hour = 3_600_000;
    const early = await slotsOf({ now: () => systemClock.now() - hour });
    const late = await slotsOf({ now: () => systemClock.now() + hour });
    await early.take('f', 1, systemClock.now() - hour + 60_000, 1);
    const answer = (await late.take('f', 1, systemClock.now() + hour + 60_000, 1)) as { freeAt: number };
    const wait = answer.freeAt - (systemClock.now() + hour);
    expect(wait).toBeGreaterThan(30_000);
    expect(wait).toBeLessThan(61_000);
  });

  it('are never taken twice by many concurrent requests in two processes', async () => {
    const child = startChild(fileURLToPath(new URL('../child.ts', import.meta.url)), ['take slots'], database.env);
    const stores = await Promise.all([slotsOf(), slotsOf(), slotsOf()]);
    await child.until((line) => line === 'open');
    const answers: unknown[] = await Promise.all(
      Array.from({ length: 40 }, (_, i) => stores[i % 3]!.take('shared', 30, inAMinute(), 1)),
    );
    await child.until(() => child.output.length >= 41);
    expect(await child.end()).toBe(0);
    const taken = [...answers, ...child.output].flatMap((answer) => (answer as { slots?: number[] }).slots ?? []);
    // Some may have found all free rows locked for that moment; no one found one that was taken.
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken.length).toBeGreaterThan(20);
    for (let rest = taken.length; rest < 30; rest += 1)
      expect(await stores[0]!.take('shared', 30, inAMinute(), 1)).toHaveProperty('slots');
    expect(await stores[0]!.take('shared', 30, inAMinute(), 1)).toHaveProperty('freeAt');
  });
});
