import { ACTIONS } from '../../actions/actions.ts';
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
  retried: 'Retry submitted.',
} as const;

type RunNotice = keyof typeof NOTICES;

/** The address of the page of a run that says what was done with it. */
export const pathWithRunNotice = (view: Pick<View, 'currentUser'>, run: bigint | string, notice: RunNotice): string =>
  pathWithNotice(view, runPath(run), notice);

/** The sentence of a notice in the address; undefined if it is none of these, nor of an action. */
export function runNotice(notice: string | undefined): string | undefined {
  if (notice !== undefined && Object.hasOwn(NOTICES, notice)) return NOTICES[notice as RunNotice];
  return ACTIONS.find(({ done }) => done === notice)?.done;
}
