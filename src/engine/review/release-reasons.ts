import type { ReasonFact } from '../../outcomes/run-outcome.ts';

/**
 * The users who may release a payment, by the reason of its hold; null if no one can, because the sheet has to be
 * corrected.
 */
export const RELEASE: Readonly<Record<string, 'anyone' | 'not_the_maker' | null>> = {
  possible_duplicate: 'anyone',
  duplicate_reference: 'anyone',
  paid_differently: null,
  similar_reference: 'anyone',
  same_sheet: 'anyone',
  dismissed_before: 'not_the_maker',
  one_account: 'not_the_maker',
  account_changed: 'not_the_maker',
  duplicate_in_sheet: null,
  reference_conflict: null,
  account_conflict: null,
  account_in_flight: null,
  // The run sends the bank details of the row again and compares them again.
  account_differs: 'anyone',
  account_masked: 'anyone',
  recipient_unreadable: 'anyone',
  // The run sets the recipient active again in the payout service.
  recipient_inactive: 'not_the_maker',
};

/** Whether a hold with this reason can be released. */
export const isReleasable = (reasonCode: string | null): boolean => (RELEASE[reasonCode ?? ''] ?? null) !== null;

/** Whether a payment on hold can be released, and not only dismissed or corrected. */
export const hasReleasable = (reasons: readonly ReasonFact[]): boolean =>
  reasons.some(({ state, code }) => state === 'held' && isReleasable(code));
