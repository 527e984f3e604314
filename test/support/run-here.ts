import { commandLine } from '../../src/cli/command-line.ts';
import { COMMAND_GROUPS } from '../../src/cli/command-table.ts';
import { recordingStreams } from './recording-terminal.ts';
import type { Ended, RunOptions } from './run-payrun.ts';

/**
 * Does in this process what `bin/payrun` does in a new one, in a tenth of the time: for tests of a command's answer,
 * not of how it starts, stops or runs in parallel. One at a time: the folder and the environment are the process's.
 */
export async function runHere(
  args: readonly string[],
  { cwd, env }: Pick<RunOptions, 'cwd' | 'env'>,
  groups = COMMAND_GROUPS,
): Promise<Ended> {
  const before = { cwd: process.cwd(), env: process.env };
  const { PATH = '' } = process.env;
  const { streams, said: output } = recordingStreams();
  process.chdir(cwd);
  // A user of its own for each folder: nothing is read from or left in the home of who runs the tests.
  process.env = { PATH, HOME: cwd, USER: 'tester', ...env };
  try {
    const code = await commandLine(args, streams, groups);
    return { code, signal: null, ...output };
  } finally {
    process.env = before.env;
    process.chdir(before.cwd);
  }
}
