import type { NOTIFICATION_KINDS } from '../settings/setting-forms.ts';

/** The label of each kind of notification. */
const KINDS: Readonly<Record<(typeof NOTIFICATION_KINDS)[number], string>> = {
  finished: 'A run is finished',
  needs_approval: 'A run awaits approval',
  needs_funds: 'Insufficient funds',
  needs_service_approval: 'A run awaits approval in the payout service',
  rows_failed: 'Payments failed or were returned',
  rows_held: 'Payments are on hold',
  needs_person: 'Action required: an outcome or issue in a run must be checked',
  pay_date_moved: 'A pay date is changed by a user, or moved to a business day',
  sheet_refused: 'A file could not be read',
  nothing_arrived: 'An expected file did not arrive',
};

/** The text for a kind of notification; the kind itself if another version wrote it. */
export function notificationWords(kind: string): string {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS] : kind.replaceAll('_', ' ');
}
