import { describe, expect, it } from 'vitest';
import { cronFault, lastDue, MOST_COUNTED, nextDue, zoneFault } from '../../src/platform/cron.ts';
import { showInZone } from '../../src/platform/time-zone.ts';

const at = (text: string) => Date.parse(`${text}Z`);

function dues(cron: string, zone: string, from: string, count: number): string[] {
  const found: string[] = [];
  for (let now = at(from); found.length < count; ) {
    now = nextDue(cron, zone, now);
    found.push(new Date(now).toISOString().slice(0, 16));
  }
  return found;
}

/** A daily cron over the night in which clocks are set: one moment (UTC) for each day. */
const NIGHTS: readonly [what: string, cron: string, zone: string, from: string, due: readonly string[]][] = [
  [
    'Berlin, spring: 02:30 does not exist, so it is when clocks are put forward',
    '30 2 * * *',
    'Europe/Berlin',
    '2026-03-27T12:00',
    ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
  ],
  [
    'Berlin, autumn: 02:30 comes twice, and the first counts',
    '30 2 * * *',
    'Europe/Berlin',
    '2026-10-23T12:00',
    ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
  ],
  [
    'New York, spring',
    '30 2 * * *',
    'America/New_York',
    '2026-03-07T00:00',
    ['2026-03-07T07:30', '2026-03-08T07:00', '2026-03-09T06:30'],
  ],
  [
    'New York, autumn',
    '30 1 * * *',
    'America/New_York',
    '2026-10-31T00:00',
    ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30'],
  ],
  [
    'Santiago, where midnight itself does not exist',
    '0 0 * * *',
    'America/Santiago',
    '2026-09-04T12:00',
    ['2026-09-05T04:00', '2026-09-06T04:00', '2026-09-07T03:00'],
  ],
  [
    'Lord Howe, where clocks are put forward by half an hour',
    '15 2 * * *',
    'Australia/Lord_Howe',
    '2026-10-02T00:00',
    ['2026-10-02T15:45', '2026-10-03T15:30', '2026-10-04T15:15'],
  ],
  [
    'Lord Howe, autumn: 01:45 comes twice',
    '45 1 * * *',
    'Australia/Lord_Howe',
    '2026-04-03T00:00',
    ['2026-04-03T14:45', '2026-04-04T14:45', '2026-04-05T15:15'],
  ],
  [
    'Apia, which is a day ahead of most',
    '0 2 * * *',
    'Pacific/Apia',
    '2026-07-01T00:00',
    ['2026-07-01T13:00', '2026-07-02T13:00'],
  ],
  ['Kathmandu, by a quarter of an hour', '0 2 * * *', 'Asia/Kathmandu', '2026-01-01T00:00', ['2026-01-01T20:15']],
];

describe('a cron', () => {
  it.each(NIGHTS)('is due once a day in %s', (_, cron, zone, from, due) => {
    expect(dues(cron, zone, from, due.length)).toEqual(due);
  });

  it.each([
    'Europe/Berlin',
    'Europe/Dublin',
    'America/New_York',
    'America/Santiago',
    'America/St_Johns',
    'Africa/Cairo',
    'Africa/Casablanca',
    'Asia/Beirut',
    'Australia/Lord_Howe',
    'UTC',
  ])('of any time is due once on each day of the year in %s', (zone) => {
    for (const cron of ['0 0 * * *', '30 1 * * *', '15 2 * * *', '30 2 * * *']) {
      const days = dues(cron, zone, '2025-12-31T12:00', 365).map((one) => showInZone(at(one), zone).slice(0, 10));
      expect(new Set(days).size).toBe(365);
      expect(Date.parse(days.at(-1)!) - Date.parse(days[0]!)).toBe(364 * 86_400_000);
    }
  });

  it('of every half hour follows real time through the hour that occurs twice, and skips times that do not exist', () => {
    const halves = '*/30 * * * *';
    expect(dues(halves, 'Europe/Berlin', '2026-10-25T00:00', 5)).toEqual([
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
      '2026-10-25T02:30',
    ]);
    expect(dues(halves, 'Europe/Berlin', '2026-03-29T00:00', 3)).toEqual([
      '2026-03-29T00:30',
      '2026-03-29T01:00',
      '2026-03-29T01:30',
    ]);
  });

  it('of certain hours is due once in each of them in autumn', () => {
    expect(dues('0,30 1-3 * * *', 'Europe/Berlin', '2026-10-24T22:00', 6).map((one) => one.slice(11))).toEqual([
      '23:00',
      '23:30',
      '00:00',
      '00:30',
      '02:00',
      '02:30',
    ]);
  });

  it('may use weekdays, the last day of a month, and words', () => {
    expect(dues('0 9 * * MON-FRI', 'UTC', '2026-07-03T10:00', 2)).toEqual(['2026-07-06T09:00', '2026-07-07T09:00']);
    expect(dues('0 9 L * *', 'UTC', '2028-02-01T00:00', 2)).toEqual(['2028-02-29T09:00', '2028-03-31T09:00']);
    expect(dues('@monthly', 'Europe/Berlin', '2026-07-03T10:00', 1)).toEqual(['2026-07-31T22:00']);
  });

  it('has a last due time in a span, and the number before it', () => {
    const span = (from: string, to: string) => lastDue('0 2 * * *', 'UTC', at(from), at(to));
    expect(span('2026-07-01T03:00', '2026-07-02T01:59')).toBeNull();
    expect(span('2026-07-01T02:00', '2026-07-02T02:00')).toEqual({ at: at('2026-07-02T02:00'), earlier: 0 });
    expect(span('2026-07-01T00:00', '2026-07-04T12:00')).toEqual({ at: at('2026-07-04T02:00'), earlier: 3 });
    expect(lastDue('* * * * *', 'UTC', at('2020-01-01T00:00'), at('2026-07-04T12:00'))).toEqual({
      at: at('2026-07-04T12:00'),
      earlier: MOST_COUNTED,
    });
  });
});

describe('an invalid cron', () => {
  const FAULTS: readonly [cron: string, fault: RegExp][] = [
    ['0 25 * * *', /^"0 25 \* \* \*" does not parse \(.+\): write minute, hour/],
    ['0 0 31 2 *', /does not parse/],
    ['0 0 * * FUNDAY', /does not parse/],
    ['every night', /has 2 fields instead of five/],
    ['', /fields instead of five/],
    // Seconds: nothing here needs them, and a sixth field more often is a mistake.
    ['0 0 2 * * *', /has 6 fields instead of five/],
    // Every process would draw another minute.
    ['H 2 * * *', /has an H in it/],
    ['@nightly', /is none of @hourly, @daily/],
    ['@secondly', /is none of/],
  ];
  it.each(FAULTS)('%j has an error that says what to write', (cron, fault) => {
    expect(cronFault(cron)).toMatch(fault);
  });
  it.each(['0 2 * * *', ' 0  2 * * 1-5 ', '*/5 * * * *', '@daily', '0 9 * MAR-MAY THU'])('%j is valid', (cron) => {
    expect(cronFault(cron)).toBeNull();
  });
  it('has an invalid time zone too', () => {
    expect(zoneFault('Europe/Berln')).toBe('there is no time zone "Europe/Berln": write it like Europe/Berlin or UTC');
    expect(zoneFault('Europe/Berlin')).toBeNull();
  });
});
