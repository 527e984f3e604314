import { expect, it } from 'vitest';
import { jobExitCode, taskResultLine } from '../../../src/engine/queue/task-result-line.ts';
import { PayrunError } from '../../../src/errors.ts';

const report = (exitCode: number) => ({ document: {}, lines: ['of somebody'], exitCode });
const ended = (...exitCodes: readonly number[]) => ({
  job: 'nightly',
  outcomes: exitCodes.map(report),
  error: null,
});
const lost = new PayrunError('admin_first');

it.each([
  ['is done if nothing is open', ended(0, 0), 0, 'Job nightly: done.'],
  [
    'is not called done if something awaits a decision, also of an earlier run',
    ended(0, 4),
    4,
    'Job nightly: ended with exit code 4. `payrun jobs` says what is open.',
  ],
  ['says why it ended early', { ...ended(), error: lost }, lost.exitCode, `Job nightly: ${lost.message} ${lost.next}`],
] as const)('a job of a worker %s', (_, result, exitCode, line) => {
  expect([jobExitCode(result), taskResultLine(result)]).toEqual([exitCode, line]);
});
