import { combineExitCodes, EXIT, type PayrunError } from '../../errors.ts';
import { OUTCOMES } from '../../outcomes/run-outcome.ts';
import type { ProcessedJob } from './process-job-task.ts';
import type { TaskResult } from './process-task.ts';

/**
 * The result of a worker's task as one line. Without amounts and recipients, so that the terminal shows no private
 * data.
 */
export function taskResultLine(result: TaskResult): string {
  if (!('run' in result)) {
    const runs = taskResultRuns(result);
    const exitCode = jobExitCode(result);
    const end = exitCode === EXIT.done ? 'done' : `ended with exit code ${exitCode}`;
    const why = exitCode === EXIT.done ? '' : ' See `payrun jobs`.';
    const done = `${end}${runs.length > 0 ? `, runs ${runs.join(', ')}` : ''}.${why}`;
    return `Job ${result.job}: ${result.error ? messageAndNext(result.error) : done}`;
  }
  const { run, merchant, outcome, note, results, error } = result;
  const { label } = OUTCOMES[outcome];
  const why = error ? messageAndNext(error) : (note ?? '');
  return `Run ${run} for ${merchant}: ${label}.${why === '' ? '' : ` ${why}`}${results === null ? '' : ` Results: ${results}`}`;
}

/** The exit code with which a command would have ended that had started the job. */
export function jobExitCode({ outcomes, error }: ProcessedJob): number {
  return error?.exitCode ?? combineExitCodes(outcomes.map(({ exitCode }) => exitCode));
}

export function taskResultRuns({ outcomes }: ProcessedJob): readonly string[] {
  return outcomes.flatMap((outcome) => ('run' in outcome ? outcome.run : []));
}

const messageAndNext = ({ message, next }: PayrunError) => `${message} ${next}`;
