import { PayrunError } from '../../errors.ts';
import { parseRunId } from '../../ledger/merchants/scope.ts';
import type { AnyList } from '../../lists/list.ts';
import { runWithOutcome } from '../../lists/run-document.ts';
import type { Answer, Invocation } from '../command.ts';
import { outcomeAnswer } from '../outcome-answer.ts';
import { bannerLines } from '../terminal/banner-lines.ts';
import { rowsAsTable } from '../terminal/table.ts';
import { readLedger, requireLedger } from '../with-ledger.ts';

/** Shows a run of the list with its outcome and totals. */
export function showRun(list: AnyList, { args: [run = ''] }: Invocation): Promise<number | Answer> {
  requireLedger();
  return readLedger({ document: {} }, async (ledger, config) => {
    const id = parseRunId(run);
    if (id === null) throw new PayrunError('run_unknown', { run });
    const { listed, outcome } = await runWithOutcome(ledger.db, null, id);
    const { document, lines } = outcomeAnswer(outcome);
    return {
      document: { ...list.document!(listed), ...(document as object) },
      lines: [...(await bannerLines({ ledger, config })), rowsAsTable(list, [listed]), ...lines],
    };
  });
}
