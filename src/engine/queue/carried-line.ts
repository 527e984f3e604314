import type { PayrunError } from '../../errors.ts';
import { OUTCOMES } from '../../outcomes/run-outcome.ts';
import type { ProcessedJob } from './process-job-task.ts';
import type { Carried } from './start-workers.ts';

/**
 * The result of a worker's task as one line. Without amounts and recipients, so that the terminal shows no private
 * data.
 */
export function carriedLine(carried: Carried): string {
  if (!('run' in carried)) {
    const runs = carriedRuns(carried);
    const done = `done${runs.length > 0 ? `, runs ${runs.join(', ')}` : ''}.`;
    return `Job ${carried.job}: ${carried.trouble ? whyNot(carried.trouble) : done}`;
  }
  const { run, merchant, outcome, note, results, trouble } = carried;
  const why = trouble ? ` ${whyNot(trouble)}` : note ? ` ${note}` : '';
  return `Run ${run} of ${merchant}: ${OUTCOMES[outcome].label}.${why}${results === null ? '' : ` Results: ${results}`}`;
}

/** The runs that a job created. */
export function carriedRuns({ outcomes }: ProcessedJob): readonly string[] {
  return outcomes.flatMap((outcome) => ('run' in outcome ? outcome.run : []));
}

const whyNot = ({ message, next }: PayrunError) => `${message} ${next}`;
