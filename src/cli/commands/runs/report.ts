import { resolve } from 'node:path';
import { loadConfig } from '../../../config.ts';
import { openAppContext } from '../../../engine/context/app-context.ts';
import { reportWithoutPaying } from '../../../engine/runs/run-without-paying.ts';
import { EXIT } from '../../../errors.ts';
import { getRun } from '../../../ledger/runs/run.ts';
import { leadOf } from '../../../ledger/runs/sheet-runs.ts';
import { paysNobody } from '../../../references/run-kinds.ts';
import { sheetOutcome } from '../../../reports/sheet-outcome.ts';
import { writeReport } from '../../../reports/write-report.ts';
import { type Invocation, textOf } from '../../command.ts';
import { outcomeAnswer } from '../../outcome-answer.ts';
import { SANDBOX_BANNER } from '../../terminal/sandbox-banner.ts';

/** Writes the results of a run again, from the ledger. */
export async function report({ args: [run = ''], options, terminal }: Invocation): Promise<number> {
  const appContext = await openAppContext(loadConfig());
  try {
    const { db } = appContext.ledger;
    const { id, job } = await getRun(db, run);
    const folder = resolve(textOf(options, 'to') ?? '.');
    const outcome = paysNobody(job)
      ? await reportWithoutPaying(appContext, id, folder)
      : await sheetOutcome(db, await leadOf(db, id), (await writeReport(appContext, id, folder)).results);
    const { document, lines } = outcomeAnswer(outcome);
    if (appContext.sandbox) terminal.print(SANDBOX_BANNER);
    terminal.print(lines.join('\n'));
    terminal.document(document);
    return EXIT.done;
  } finally {
    await appContext.close();
  }
}
