import { resolve } from 'node:path';
import { reportInto } from '../../../engine/runs/report-run.ts';
import { getRun } from '../../../ledger/runs/run.ts';
import { forgetReadings } from '../../../ledger/runs/sheet.ts';
import { type Answer, type Invocation, optionText } from '../../command.ts';
import { outcomeAnswer } from '../../outcome-answer.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { withAppContext } from '../../with-app-context.ts';

/** Writes the results of a run again, from the ledger. */
export function report({ args: [run = ''], options, terminal }: Invocation): Promise<Answer> {
  return withAppContext(terminal, async (appContext) => {
    const { db } = appContext.ledger;
    const { id, sheet_id } = await getRun(db, run);
    // No other process waits for this one, so a sheet that was stopped before may be read.
    if (sheet_id !== null) await forgetReadings(db, sheet_id);
    const folder = resolve(optionText(options, 'to') ?? '.');
    const { document, lines } = outcomeAnswer(await reportInto(appContext, id, folder));
    return { document, lines: [...(await bannerLines(appContext)), ...lines] };
  });
}
