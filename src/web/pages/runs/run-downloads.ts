import type { Context } from 'hono';
import pLimit from 'p-limit';
import { auditDownload } from '../../../engine/review/audited-download.ts';
import { writeRunResultsInto } from '../../../engine/runs/report-run.ts';
import { download, downloadCsv, downloadWritten, XLSX } from '../../../http/download.ts';
import type { Feature } from '../../../http/feature.ts';
import { parseRunId } from '../../../ledger/merchants/scope.ts';
import { openSheetFile } from '../../../ledger/runs/sheet.ts';
import { type RunView, selectRun } from '../../../ledger/views/run-view.ts';
import { maySeeSheet } from '../../../permissions/may-see-sheet.ts';
import { runKind } from '../../../references/run-kinds.ts';
import { rowsToFix } from '../../../reports/correctable-sheet.ts';
import { csvLine } from '../../../reports/csv-line.ts';
import { isPaymentOrder } from '../../../reports/is-payment-order.ts';
import { writeReport } from '../../../reports/write-report.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { get } from '../route.ts';

/** Workbooks that one process writes at once: each uses a CPU core. */
const AT_ONCE = 2;

/**
 * Downloads of a run: sheet, results, bank response, and rows to fix, for makers and above, and recorded in the audit
 * log because they contain unmasked bank details.
 */
export function runDownloads(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { ledger } = appContext;
  const writing = pLimit(AT_ONCE);
  const runOf = (context: Context, { currentUser }: View) =>
    selectRun(ledger.db, currentUser.merchants, parseRunId(context.req.param('run')));
  /** Only a visitor who may see all merchants of the sheet may download the whole sheet. */
  const wholeSheetOf = async (context: Context, view: View): Promise<RunView | null> => {
    const found = await runOf(context, view);
    return found && (await maySeeSheet(deps.appContext.ledger.db, view.currentUser, found.lead_run ?? found.id))
      ? found
      : null;
  };

  return (app) => {
    get(app, deps, '/runs/:run/input', 'maker', async (context, view) => {
      const run = await wholeSheetOf(context, view);
      if (!run || run.sheet_id === null || run.sheet === null) return null;
      await auditDownload(appContext, { run: run.id, actor: view.currentUser.name, what: 'sheet' });
      return download(
        context,
        run.sheet,
        'application/octet-stream',
        openSheetFile(ledger.db, ledger.vault, run.sheet_id),
      );
    });

    get(app, deps, '/runs/:run/results.xlsx', 'maker', async (context, view) => {
      const run = await wholeSheetOf(context, view);
      if (!run?.intake_at && !(run && runKind(run.job).hasResultsFromStart)) return null;
      await auditDownload(appContext, { run: run.id, actor: view.currentUser.name, what: 'results' });
      // The same workbook that `payrun report` writes.
      return downloadWritten(context, XLSX, appContext.clock.now(), (folder) =>
        writing(() => writeRunResultsInto(appContext, run.id, folder)),
      );
    });

    get(app, deps, '/runs/:run/answer.xml', 'maker', async (context, view) => {
      const run = await wholeSheetOf(context, view);
      if (!run?.intake_at || !runKind(run.job).hasPayments || !(await isPaymentOrder(ledger.db, run.sheet_id)))
        return null;
      await auditDownload(appContext, { run: run.id, actor: view.currentUser.name, what: 'answer' });
      return downloadWritten(context, 'application/xml', appContext.clock.now(), (folder) =>
        writing(async () => (await writeReport(appContext, run.id, folder)).answer),
      );
    });

    get(app, deps, '/runs/:run/rows-to-fix.csv', 'maker', async (context, view) => {
      const run = await runOf(context, view);
      if (!run) return null;
      await auditDownload(appContext, { run: run.id, actor: view.currentUser.name, what: 'rows_to_fix' });
      return downloadCsv(
        context,
        `run-${run.id}-rows-to-fix.csv`,
        rowsToFix(ledger, view.currentUser.merchants, run.id),
        csvLine,
      );
    });
  };
}
