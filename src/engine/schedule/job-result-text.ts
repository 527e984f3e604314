import { OUTCOMES } from '../../outcomes/run-outcome.ts';
import type { ListedJobRun } from './list-jobs.ts';

/** The result of an execution of a job; for a payment run, its status. */
export function jobRunWords({ ended, told, outcome }: ListedJobRun): string {
  if (outcome !== null) return `${told}: ${OUTCOMES[outcome].label}`;
  return ended === null ? 'running, or stopped before its end' : (told ?? 'done');
}
