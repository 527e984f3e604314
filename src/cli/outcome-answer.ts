import type { JobOutcome } from '../engine/job.ts';
import type { AnyRunOutcome } from '../engine/runs/run-outcomes.ts';
import { outcomeDocument } from '../lists/run-document.ts';
import type { FileAnswer } from './run-each-file.ts';
import { showOutcome } from './terminal/show-outcome.ts';

/** The answer of a command about a run. The exit code is not part of the document. */
export function outcomeAnswer(outcome: JobOutcome | AnyRunOutcome): FileAnswer {
  if ('lines' in outcome) return outcome;
  const { exitCode } = outcome;
  const lines = 'summaryLines' in outcome ? outcome.summaryLines : showOutcome(outcome);
  return { document: outcomeDocument(outcome), lines, exitCode };
}
