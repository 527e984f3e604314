import type { HolidayRule } from './holiday-rule.ts';

/**
 * The days on which a currency does not settle. To add or correct a currency, edit its entry: where no one publishes
 * the days of its settlement system, it has a weekend only, and a plan says so.
 */
export interface SettlementCalendar {
  readonly system: string;
  /** Names by day. */
  readonly holidays: Readonly<Record<HolidayRule, string>>;
  /** The day on which a holiday of a weekend is kept instead: the next free one after a Sunday, or after both days. */
  readonly moved?: 'sunday' | 'weekend';
  /** A single working day between two holidays is one too. */
  readonly bridges?: boolean;
  /** The first and the last year for which the entries are right. */
  readonly years: readonly [first: number, last: number];
  /** The publisher of the days. */
  readonly source: string;
}
