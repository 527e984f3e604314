import { resolve } from 'node:path';
import { loadConfig } from '../../../config.ts';
import { openWorkplace } from '../../../engine/context/app-context.ts';
import { reportWithoutPaying } from '../../../engine/runs/run-without-paying.ts';
import { EXIT } from '../../../errors.ts';
import { getRun } from '../../../ledger/runs/run.ts';
import { leadOf } from '../../../ledger/runs/sheet-runs.ts';
import { paysNobody } from '../../../references/run-kinds.ts';
import { sheetOutcome } from '../../../reports/sheet-outcome.ts';
import { writeReport } from '../../../reports/write-report.ts';
import { type Invocation, textOf } from '../../command.ts';
import { outcomeAnswer } from '../../outcome-answer.ts';
import { SANDBOX_BANNER } from '../../screens/sandbox-banner.ts';

/** Writes the results workbook of a run again, from the ledger. */
export async function report({ args: [run = ''], options, terminal }: Invocation): Promise<number> {
  const workplace = await openWorkplace(loadConfig());
  try {
    const { db } = workplace.ledger;
    const { id, job } = await getRun(db, run);
    const folder = resolve(textOf(options, 'to') ?? '.');
    const outcome = paysNobody(job)
      ? await reportWithoutPaying(workplace, id, folder)
      : await sheetOutcome(db, await leadOf(db, id), (await writeReport(workplace, id, folder)).results);
    const { document, lines } = outcomeAnswer(outcome);
    if (workplace.sandbox) terminal.print(SANDBOX_BANNER);
    terminal.print(lines.join('\n'));
    terminal.document(document);
    return EXIT.done;
  } finally {
    await workplace.close();
  }
}
