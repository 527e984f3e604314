import type { JobOutcome } from '../engine/job.ts';
import type { OutcomeWithoutPaying } from '../engine/outcome-without-paying.ts';
import type { Answer } from './run-each.ts';
import { showOutcome } from './show-outcome.ts';

/** What came of a run, as a command answers it. The exit code is the process's, not a part of the document. */
export function outcomeAnswer(outcome: JobOutcome | OutcomeWithoutPaying): Answer {
  if ('lines' in outcome) return outcome;
  const { exitCode, ...document } = outcome;
  if (!('told' in document)) return { document, lines: showOutcome(outcome), exitCode };
  const { told, ...shown } = document;
  return { document: shown, lines: told, exitCode };
}
