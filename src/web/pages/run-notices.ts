import { pathWithNotice } from '../components/notice-in-url.ts';
import { runPath } from '../components/paths.ts';
import type { View } from '../components/view.ts';

/** What a user just did with a run, as its page says it. What becomes of its payments is said by its status. */
const NOTICES = {
  submitted: 'Payments submitted.',
  discarded: 'File discarded. Nothing of it is paid.',
  approved: 'Run approved.',
  'approved first': 'First approval recorded. Another approver must approve the run too.',
  rejected: 'Run rejected.',
  withdrawn: 'Run withdrawn.',
  stopped: 'Run stopped. What was sent before stays sent.',
  retried: 'Retry submitted.',
  'pay date set': 'Pay date changed.',
  'pay date removed': 'Pay date removed.',
  released: 'Released from hold.',
  dismissed: 'Payments dismissed.',
  removed: 'Payment removed. Any payments left in the run are priced again and need approval.',
  accepted: 'Discrepancy accepted.',
} as const;

type RunNotice = keyof typeof NOTICES;

/** The address of the page of a run that says what was done with it. */
export const pathWithRunNotice = (view: Pick<View, 'currentUser'>, run: bigint | string, notice: RunNotice): string =>
  pathWithNotice(view, runPath(run), notice);

/** The sentence of a notice in the address; undefined if it is none of these. */
export function runNotice(notice: string | undefined): string | undefined {
  return notice !== undefined && Object.hasOwn(NOTICES, notice) ? NOTICES[notice as RunNotice] : undefined;
}
