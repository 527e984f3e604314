import { systemClock } from '../../clock.ts';
import { loadConfig } from '../../config.ts';
import { resumeRuns } from '../../engine/resume.ts';
import { openWorkplace } from '../../engine/workplace.ts';
import type { Invocation } from '../command.ts';
import { outcomeAnswer } from '../outcome-answer.ts';
import { createProgressBar } from '../progress-bar.ts';
import { SANDBOX_BANNER } from '../sandbox-banner.ts';
import { worstExit } from '../worst-exit.ts';

/** Carries on with everything unfinished, or with one run. */
export async function resume({ args: [run], terminal, signal }: Invocation): Promise<number> {
  const workplace = await openWorkplace(loadConfig());
  const bar = createProgressBar(terminal, systemClock.now);
  try {
    const outcomes = await resumeRuns(workplace, { run, progress: bar.show, signal });
    bar.end();
    const answers = outcomes.map(outcomeAnswer);
    const documents = answers.map(({ document }) => document);
    terminal.document(documents.length === 1 ? documents[0] : { runs: documents });
    if (workplace.sandbox) terminal.print(SANDBOX_BANNER);
    if (answers.length === 0) terminal.print('There is nothing to carry on with.');
    for (const { lines } of answers) terminal.print(lines.join('\n'));
    return worstExit(answers.map(({ exitCode }) => exitCode));
  } finally {
    bar.end();
    await workplace.close();
  }
}
