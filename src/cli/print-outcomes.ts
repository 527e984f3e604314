import { loadConfig } from '../config.ts';
import type { AppContext } from '../engine/context/app-context.ts';
import { ledgerLocation } from '../engine/context/ledger-location.ts';
import type { JobOutcome } from '../engine/job.ts';
import type { Progress } from '../engine/leases/progress-tracker.ts';
import { combineExitCodes } from '../errors.ts';
import type { Log } from '../platform/log.ts';
import type { Invocation } from './command.ts';
import { outcomeAnswer } from './outcome-answer.ts';
import { bannerLines } from './terminal/banner-lines.ts';
import type { ProgressBar } from './terminal/progress-bar.ts';
import { withAppContext } from './with-app-context.ts';

/** The progress callback, abort signal and progress bar for `work`. */
export interface WorkContext {
  readonly progress: (progress: Progress) => void;
  readonly signal: AbortSignal;
  /** Call `end` before other output: it clears the line of the bar. */
  readonly bar: ProgressBar;
}

/**
 * Opens the app context, calls `work` with a progress bar and prints the outcomes: one JSON document for one run,
 * `{runs}` for several or none. Returns the exit code.
 */
export async function printOutcomes(
  { terminal, signal }: Pick<Invocation, 'terminal' | 'signal'>,
  nothing: string,
  work: (appContext: AppContext, context: WorkContext) => Promise<readonly JobOutcome[]>,
  log?: Log,
): Promise<number> {
  const print = async (appContext: AppContext, bar: ProgressBar) => {
    const outcomes = await work(appContext, { progress: bar.show, signal, bar });
    bar.end();
    const answers = outcomes.map(outcomeAnswer);
    const ledger = ledgerLocation(appContext.config);
    const complete = (document: object) => ({ ...document, ledger });
    const documents = answers.map(({ document }) => complete(document as object));
    terminal.document(documents.length === 1 ? documents[0] : complete({ runs: documents }));
    if (answers.length === 0) terminal.print(`${nothing} Ledger: ${ledger}`);
    else for (const line of await bannerLines(appContext)) terminal.print(line);
    for (const { lines } of answers) terminal.print(lines.join('\n'));
    return combineExitCodes(answers.map(({ exitCode }) => exitCode));
  };
  return withAppContext(terminal, print, loadConfig(), log ? { log } : {});
}
