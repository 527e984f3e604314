import { resolve } from 'node:path';
import { loadConfig } from '../../config.ts';
import { openWorkplace } from '../../engine/workplace.ts';
import { EXIT } from '../../errors.ts';
import { getRun } from '../../ledger/run.ts';
import { runOutcome } from '../../report/outcome.ts';
import { writeReport } from '../../report/write-report.ts';
import { type Invocation, textOf } from '../command.ts';
import { outcomeAnswer } from '../outcome-answer.ts';
import { SANDBOX_BANNER } from '../sandbox-banner.ts';

/** Writes the results workbook of a run again, from the ledger. */
export async function report({ args: [run = ''], options, terminal }: Invocation): Promise<number> {
  const workplace = await openWorkplace(loadConfig());
  try {
    const { db } = workplace.ledger;
    const { id } = await getRun(db, run);
    const { results } = await writeReport(workplace, id, resolve(textOf(options, 'to') ?? '.'));
    const { document, lines } = outcomeAnswer(await runOutcome(db, id, results));
    if (workplace.sandbox) terminal.print(SANDBOX_BANNER);
    terminal.print(lines.join('\n'));
    terminal.document(document);
    return EXIT.done;
  } finally {
    await workplace.close();
  }
}
