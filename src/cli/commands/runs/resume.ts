import { loadConfig } from '../../../config.ts';
import { runJob } from '../../../engine/jobs/run-job.ts';
import { findOrphanBatches } from '../../../engine/jobs/search-orphan-batches.ts';
import { settleOpen } from '../../../engine/jobs/settle-open.ts';
import { resumeRuns } from '../../../engine/runs/resume.ts';
import { hasLedger } from '../../../ledger/embedded/has-ledger.ts';
import { createLog } from '../../../platform/log.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import { type Answer, type Invocation, optionText } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { oneLine } from '../../terminal/table.ts';
import { answerWithoutLedger, requireLedger } from '../../with-ledger.ts';

/** Continues all unfinished runs, or one run. If no run is named, also deletes orphan batches in the payout service. */
export async function resume(invocation: Invocation): Promise<number | Answer> {
  const [run] = invocation.args;
  const config = loadConfig();
  if (run !== undefined) requireLedger(config);
  if (!hasLedger(config)) return answerWithoutLedger(config, { runs: [] });
  return printOutcomes(invocation, 'Nothing to resume.', async (appContext, context) => {
    const outcomes = await resumeRuns(appContext, { run, ...context });
    return run === undefined ? [...outcomes, ...(await findOrphanBatches(appContext, context))] : outcomes;
  });
}

/** Follows every started payment until it is final, and checks whether paid payments were returned. */
export async function settle(invocation: Invocation): Promise<number | Answer> {
  const config = loadConfig();
  if (!hasLedger(config)) return answerWithoutLedger(config, { runs: [] });
  return printOutcomes(invocation, 'All payments that were sent are final.', (appContext, { progress, signal }) =>
    settleOpen(appContext, { progress, signal }),
  );
}

/** Runs a job of `jobs/` or of the setting `jobsFolder`. It pays without asking for a confirmation. */
export async function run(invocation: Invocation): Promise<number> {
  const { args, options, terminal } = invocation;
  const input = readInput(optionText(options, 'input') ?? '{}');
  return printOutcomes(
    invocation,
    'There was nothing to do.',
    async (appContext, { bar, ...context }) => {
      const maker = await actingUser(appContext, 'start_job', invocation);
      const report = (line: string) => {
        bar.end();
        terminal.note(oneLine(line));
      };
      return runJob(appContext, { job: args[0]!, input }, { maker, report, ...context });
    },
    createLog(loadConfig().logLevel),
  );
}

function readInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw usageError('input_not_json', {}, { cause });
  }
}
