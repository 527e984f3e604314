import type { Progress } from '../engine/claims/progress-tracker.ts';
import type { Workplace } from '../engine/context/app-context.ts';
import { ledgerPlace } from '../engine/context/ledger-place.ts';
import type { JobOutcome } from '../engine/job.ts';
import { sayDifference } from '../money-rules.ts';
import { worstExit } from '../platform/combine-exit-codes.ts';
import type { Invocation } from './command.ts';
import { outcomeAnswer, withDifferences } from './outcome-answer.ts';
import type { ProgressBar } from './screens/progress-bar.ts';
import { SANDBOX_BANNER } from './screens/sandbox-banner.ts';
import { withWorkplace } from './with-app-context.ts';

/** What `carryOut` and its like are called with. */
export interface Carry {
  readonly progress: (progress: Progress) => void;
  readonly signal: AbortSignal;
  /** Ends the bar's line before something else is shown. */
  readonly bar: ProgressBar;
}

/**
 * Opens the workplace, does `work` under a progress bar and tells what came of the runs: one JSON document for one run,
 * `{runs}` for several or none. Returns the exit code.
 */
export async function tellOutcomes(
  { terminal, signal }: Pick<Invocation, 'terminal' | 'signal'>,
  nothing: string,
  work: (workplace: Workplace, carry: Carry) => Promise<readonly JobOutcome[]>,
): Promise<number> {
  return withWorkplace(terminal, async (workplace, bar) => {
    const outcomes = await work(workplace, { progress: bar.show, signal, bar });
    bar.end();
    const answers = outcomes.map(outcomeAnswer);
    const differs = (await workplace.checkRules())?.differs ?? [];
    for (const one of differs) terminal.note(sayDifference(one));
    const ledger = ledgerPlace(workplace.config);
    const complete = (document: object) => withDifferences({ ...document, ledger }, differs);
    const documents = answers.map(({ document }) => complete(document as object));
    terminal.document(documents.length === 1 ? documents[0] : complete({ runs: documents }));
    if (workplace.sandbox) terminal.print(SANDBOX_BANNER);
    if (answers.length === 0) terminal.print(`${nothing} Ledger: ${ledger}`);
    for (const { lines } of answers) terminal.print(lines.join('\n'));
    return worstExit(answers.map(({ exitCode }) => exitCode));
  });
}
