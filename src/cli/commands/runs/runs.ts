import { RUN_OUTCOMES } from '../../../engine/runs/run-outcomes.ts';
import { EXIT } from '../../../errors.ts';
import type { RunSummary } from '../../../ledger/runs/payment-status.ts';
import { jsonRow } from '../../../lists/json-row.ts';
import { OUTCOMES } from '../../../outcomes/run-outcome.ts';
import { countsInWords } from '../../../outcomes/status-words.ts';
import { systemClock } from '../../../platform/clock.ts';
import { runKind } from '../../../references/run-kinds.ts';
import { listRuns } from '../../../reports/list-runs.ts';
import type { Command } from '../../command.ts';
import { outcomeAnswer } from '../../outcome-answer.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { shownMoment } from '../../terminal/relative-time.ts';
import { printedTable, type TableColumn } from '../../terminal/table.ts';
import { readLedger, requireLedger } from '../../with-ledger.ts';

/** Lists the last runs, or shows one of them with its totals. */
export const runs: Command = ({ args: [run], terminal }) => {
  if (run !== undefined) requireLedger();
  return readLedger({ terminal, document: { runs: [] } }, async (ledger, config) => {
    const { db } = ledger;
    const found = await listRuns(db, { run });
    for (const line of await bannerLines({ ledger, config })) terminal.print(line);
    if (run === undefined) {
      terminal.document({ runs: found.map(jsonRow) });
      terminal.print(
        found.length === 0 ? 'There are no runs yet. `payrun pay FILE` makes one.' : printedTable(columns(), found),
      );
      return EXIT.done;
    }
    const { run: id, job } = found[0]!;
    const outcome = await RUN_OUTCOMES[runKind(job).subject](db, BigInt(id));
    const { document, lines } = outcomeAnswer(outcome);
    terminal.document({ ...jsonRow(found[0]!), ...(document as object) });
    terminal.print(printedTable(columns(), found));
    for (const line of lines) terminal.print(line);
    return EXIT.done;
  });
};

function columns(): readonly TableColumn<RunSummary>[] {
  const now = systemClock.now();
  return [
    { title: 'run', align: 'right', text: ({ run }) => String(run) },
    { title: 'started', text: ({ created_at }) => shownMoment(created_at, now) },
    { title: 'sheet', text: ({ sheet, job }) => sheet ?? job },
    { title: 'merchant', text: ({ merchant }) => merchant },
    { title: 'by', text: ({ maker }) => maker },
    { title: 'rows', align: 'right', text: ({ rows }) => (rows === null ? '-' : rows.toLocaleString('en-US')) },
    { title: 'status', text: ({ outcome }) => OUTCOMES[outcome].label },
    { title: 'payments', text: ({ counts }) => countsInWords(counts) },
    { title: 'calls', align: 'right', text: ({ calls }) => calls.toLocaleString('en-US') },
  ];
}
