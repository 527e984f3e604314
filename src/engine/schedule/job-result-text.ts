import { OUTCOMES } from '../../outcomes/run-outcome.ts';
import type { ListedJobRun } from './list-jobs.ts';

/** The result of an execution of a job, with the next step on a channel; for a payment run, its status. */
export function jobRunWords({ ended, told, next, outcome }: ListedJobRun, channel: 'cli' | 'page'): string {
  if (outcome !== null) return `${told}: ${OUTCOMES[outcome].label}`;
  if (ended === null) return 'running, or stopped before its end';
  return [told ?? 'done', next?.[channel] ?? ''].filter(Boolean).join(' ');
}
