import { expect, it } from 'vitest';
import { getDeadline } from '../../../src/engine/notifications/deadlines.ts';

const at = (time: string, zone = 'Europe/Berlin') => ({ time, zone });

const CASES = [
  {
    name: 'before the time, it is that of the working day before',
    now: '2026-03-02T07:59:59Z', // Monday 08:59:59 in Berlin
    expectation: { by: at('09:00'), days: 'mon-fri' },
    deadline: { day: '2026-02-27', at: '2026-02-27T08:00:00.000Z', since: '2026-02-26T23:00:00.000Z' },
  },
  {
    name: 'at the time, it is today',
    now: '2026-03-02T08:00:00Z',
    expectation: { by: at('09:00'), days: 'mon-fri' },
    deadline: { day: '2026-03-02', at: '2026-03-02T08:00:00.000Z', since: '2026-03-01T23:00:00.000Z' },
  },
  {
    name: 'in summer, the same time of the clock is an hour earlier',
    now: '2026-07-01T20:00:00Z',
    expectation: { by: at('09:00') },
    deadline: { day: '2026-07-01', at: '2026-07-01T07:00:00.000Z', since: '2026-06-30T22:00:00.000Z' },
  },
  {
    name: 'what came the evening before may count',
    now: '2026-03-04T12:00:00Z',
    expectation: { by: at('09:00'), days: 'mon,wed', since: '18:00' },
    deadline: { day: '2026-03-04', at: '2026-03-04T08:00:00.000Z', since: '2026-03-03T17:00:00.000Z' },
  },
  {
    name: 'far from Greenwich, the day is the one that is there',
    now: '2026-03-02T19:00:00Z',
    expectation: { by: at('07:30', 'Pacific/Auckland') },
    deadline: { day: '2026-03-03', at: '2026-03-02T18:30:00.000Z', since: '2026-03-02T11:00:00.000Z' },
  },
  {
    name: 'on the day on which the hour is left out, it is still that day',
    now: '2026-03-29T12:00:00Z',
    expectation: { by: at('02:30') },
    deadline: { day: '2026-03-29', since: '2026-03-28T23:00:00.000Z' },
  },
];
it.each(CASES)('$name', ({ now, expectation, deadline }) => {
  const found = getDeadline(expectation, Date.parse(now));
  expect({ ...found, at: found.at.toISOString(), since: found.since.toISOString() }).toMatchObject(deadline);
});

it('expectations of two merchants, or of two times, are separate', () => {
  const now = Date.parse('2026-03-02T12:00:00Z');
  const abouts = [
    { by: at('09:00') },
    { by: at('10:00') },
    { by: at('09:00'), merchant: 'acme' },
    { by: at('09:00', 'Europe/Paris'), merchant: 'acme' },
  ].map((expectation) => getDeadline(expectation, now).about);
  expect(new Set(abouts).size).toBe(4);
});
