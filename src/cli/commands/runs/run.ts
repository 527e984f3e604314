import { loadConfig } from '../../../config.ts';
import { runJob } from '../../../engine/jobs/run-job.ts';
import { createLog } from '../../../platform/log.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, textOf } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { oneLine } from '../../terminal/table.ts';

/** Runs a job of `jobs/` or of the setting `jobsFolder`. It pays without asking for a confirmation. */
export async function run(invocation: Invocation): Promise<number> {
  const { args, options, terminal } = invocation;
  const input = readInput(textOf(options, 'input') ?? '{}');
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
