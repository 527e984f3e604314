import type { RunOutcome } from '../report/outcome.ts';
import type { Answer } from './run-each.ts';
import { showOutcome } from './show-outcome.ts';

/** What came of a run, as a command answers it. The exit code is the process's, not a part of the document. */
export function outcomeAnswer(outcome: RunOutcome): Answer {
  const { exitCode, ...document } = outcome;
  return { document, lines: showOutcome(outcome), exitCode };
}
