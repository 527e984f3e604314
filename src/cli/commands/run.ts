import { systemUser } from '../../config.ts';
import { findJob } from '../../engine/find-jobs.ts';
import { PayrunError } from '../../errors.ts';
import { type Invocation, textOf } from '../command.ts';
import { tellOutcomes } from '../tell-outcomes.ts';

/** Runs a job of `jobs/`. What it pays is confirmed by calling it. */
export async function run(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const job = await findJob(args[0]!);
  const parsed = job.input.safeParse(readInput(textOf(options, 'input') ?? '{}'));
  if (!parsed.success) {
    const mistakes = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the input'}: ${message}`);
    throw new PayrunError('usage', { detail: `Job ${args[0]} cannot use this input: ${mistakes.join('; ')}.` });
  }
  const maker = textOf(options, 'as') ?? systemUser();
  return tellOutcomes(invocation, 'There was nothing to do.', (workplace, carry) =>
    job.run(workplace, parsed.data, { maker, ...carry }),
  );
}

function readInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PayrunError('usage', { detail: '--input is not JSON.' }, { cause });
  }
}
