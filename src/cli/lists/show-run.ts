import { RUN_OUTCOMES } from '../../engine/runs/run-outcomes.ts';
import { PayrunError } from '../../errors.ts';
import { runIdOf } from '../../ledger/merchants/scope.ts';
import { selectRunList } from '../../ledger/views/run-list.ts';
import type { AnyList } from '../../lists/list.ts';
import { runKind } from '../../references/run-kinds.ts';
import type { Answer, Invocation } from '../command.ts';
import { outcomeAnswer } from '../outcome-answer.ts';
import { bannerLines } from '../terminal/banner-lines.ts';
import { rowsAsTable } from '../terminal/table.ts';
import { readLedger, requireLedger } from '../with-ledger.ts';

/** Shows a run of the list with its outcome and totals. */
export function showRun(list: AnyList, { args: [run = ''] }: Invocation): Promise<number | Answer> {
  requireLedger();
  return readLedger({ document: {} }, async (ledger, config) => {
    const { db } = ledger;
    const asked = { run: runIdOf(run) ?? 0n, limit: 1, withSummary: true };
    const [found] = await selectRunList(db, null, asked);
    if (!found) throw new PayrunError('run_unknown', { run });
    const outcome = await RUN_OUTCOMES[runKind(found.job).subject](db, found.id);
    const { document, lines } = outcomeAnswer(outcome);
    return {
      document: { ...list.document!(found), ...(document as object) },
      lines: [...(await bannerLines({ ledger, config })), rowsAsTable(list, [found]), ...lines],
    };
  });
}
