import type { JobOutcome } from '../engine/job.ts';
import type { AnyRunOutcome } from '../engine/runs/run-outcomes.ts';
import { isDryRunId } from '../ledger/runs/dry-run.ts';
import type { RunOutcome } from '../reports/payment-run-outcome.ts';
import type { FileAnswer } from './run-each-file.ts';
import { showOutcome } from './terminal/show-outcome.ts';

/** The answer of a command about a run. The exit code is not part of the document. */
export function outcomeAnswer(outcome: JobOutcome | AnyRunOutcome): FileAnswer {
  if ('lines' in outcome) return outcome;
  const { exitCode, ...document } = outcome;
  if (!('summaryLines' in document)) return { document: numbered(document), lines: showOutcome(outcome), exitCode };
  const { summaryLines, ...shown } = document;
  return { document: numbered(shown), lines: summaryLines, exitCode };
}

/** A dry run has no number: null. */
function numbered({ run, ...document }: Pick<AnyRunOutcome, 'run'> & Pick<RunOutcome, 'runs'>): unknown {
  const { runs } = document;
  const shown = { run: isDryRunId(run) ? null : run, ...document };
  return runs === undefined ? shown : { ...shown, runs: runs.map(numbered) };
}
