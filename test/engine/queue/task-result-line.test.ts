import { expect, it } from 'vitest';
import { waitingNote } from '../../../src/engine/inbox/waiting-note.ts';
import type { ProcessedRun } from '../../../src/engine/queue/process-run-task.ts';
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
    'Job nightly: ended with exit code 4. See `payrun jobs`.',
  ],
  ['says why it ended early', { ...ended(), error: lost }, lost.exitCode, `Job nightly: ${lost.message} ${lost.next}`],
] as const)('a job of a worker %s', (_, result, exitCode, line) => {
  expect([jobExitCode(result), taskResultLine(result)]).toEqual([exitCode, line]);
});

const TWO = 'The person who dropped this file is unknown, so two approvers are required.';

it.each([
  [null, 'Run 6 for acme: Awaiting approval.', ''],
  [TWO, `Run 6 for acme: Awaiting approval. ${TWO}`, `\n${TWO}`],
])('the line of a worker and the note beside its sheet give the status once: %s', (note, line, waiting) => {
  const run = { run: '6', merchant: 'acme', outcome: 'awaiting_approval', note, results: null, error: null };
  expect(taskResultLine(run as ProcessedRun)).toBe(line);
  const file = { run: '6', statuses: ['awaiting_approval'], runNote: note, maker: null, page: null } as const;
  expect(waitingNote(file)).toBe(`Run 6\nAwaiting approval.\nApprove or reject it on its page in Payrun.${waiting}`);
});
