import { combineExitCodes, EXIT, isError } from '../../errors.ts';
import { beginJobRun, endJobRun } from '../../ledger/operations/job-run.ts';
import { OUTCOMES } from '../../outcomes/run-outcome.ts';
import { authorize } from '../../permissions/authorize.ts';
import { usageError } from '../../references/usage-error.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Job, JobContext, JobOutcome, JobReport } from '../job.ts';
import { findJob } from './find-jobs.ts';
import { inputFaults } from './job-fault.ts';

/** The longest line of the summary of a job run that is stored, in characters. */
const MAX_LINE_LENGTH = 500;

/**
 * Runs a job by its name and records its start and its end for `payrun jobs`. Throws `job_unknown`, `job_broken`,
 * `usage` if the input does not fit the job, and the errors of the job.
 */
export async function runJob(
  appContext: AppContext,
  { job: name, input }: { readonly job: string; readonly input: unknown },
  context: JobContext,
): Promise<readonly JobOutcome[]> {
  const { ledger, clock, config, log } = appContext;
  await authorize(ledger.db, context.maker, 'start_job');
  const found = await findJob(name, config.jobsFolder).catch((error: unknown) => {
    if (isError(error, 'job_unknown')) throw error;
    return error;
  });
  const id = await beginJobRun(ledger.db, name, context.maker.name, new Date(clock.now()));
  const end = (exitCode: number, summary: string, next: JobReport['next'] = { cli: '', page: '' }) =>
    endJobRun(ledger.db, id, new Date(clock.now()), exitCode, summaryOf(summary, next)).catch((error: unknown) =>
      // The outcome of the job matters more than a failure to record it.
      log.warn({ job: name, code: (error as { code?: unknown }).code }, 'the end of a job was not recorded'),
    );
  try {
    if (found instanceof Error) throw found;
    const job = found as Job;
    const faults = inputFaults(job.input, input);
    if (faults.length > 0) throw usageError('job_input_invalid', { job: name, faults: faults.join('; ') });
    const outcomes = await job.run(appContext, job.input.parse(input), context);
    const [next] = outcomes.flatMap((one) => ('lines' in one && one.next) || []);
    await end(combineExitCodes(outcomes.map(({ exitCode }) => exitCode)), inOneLine(outcomes), next);
    return outcomes;
  } catch (error) {
    const known = isError(error) ? error : null;
    const next = known ? { cli: known.next, page: known.nextOn('page') } : undefined;
    await end(known?.exitCode ?? EXIT.defect, known ? known.message : 'It ended because of a bug in Payrun.', next);
    throw error;
  }
}

/** The result, then the next step on the command line and on a page, if there is one: a line each. */
function summaryOf(result: string, { cli, page }: NonNullable<JobReport['next']>): string {
  const lines = cli === '' && page === '' ? [result] : [result, cli, page];
  return lines.map((line) => line.replace(/\s+/g, ' ').slice(0, MAX_LINE_LENGTH)).join('\n');
}

function inOneLine(outcomes: readonly JobOutcome[]): string {
  const lines = outcomes.map((outcome) =>
    'lines' in outcome ? (outcome.lines[0] ?? '') : `Run ${outcome.run}: ${OUTCOMES[outcome.outcome].label}.`,
  );
  return lines.length === 0 ? 'There was nothing to do.' : lines.join(' ');
}
