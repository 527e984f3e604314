import type { Context } from 'hono';
import pLimit from 'p-limit';
import { auditDownload } from '../../../engine/review/audited-download.ts';
import { writeRunResultsInto } from '../../../engine/runs/report-run.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { openSheetFile } from '../../../ledger/runs/sheet.ts';
import { everyRunPayment } from '../../../ledger/views/run-payments.ts';
import { type RunView, selectRun } from '../../../ledger/views/run-view.ts';
import { formatMinor } from '../../../money.ts';
import { isPaidOut } from '../../../outcomes/run-money.ts';
import { awaits, debitStateWord } from '../../../outcomes/total-debits.ts';
import { runKind } from '../../../references/run-kinds.ts';
import { shownAccount } from '../../../references/shown-account.ts';
import { rowsToFix } from '../../../reports/correctable-sheet.ts';
import { csvLine } from '../../../reports/csv-line.ts';
import { isPaymentOrder } from '../../../reports/is-payment-order.ts';
import { writeReport } from '../../../reports/write-report.ts';
import { COUNTED_STATES } from '../../../states.ts';
import { readForm } from '../../bodies/read-form.ts';
import { download, downloadCsv, downloadWritten, XLSX } from '../../components/download.ts';
import { looksPrivate } from '../../components/private-text.ts';
import { plainText, textQuery } from '../../components/query.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get, post } from '../route.ts';
import { maySeeSheet } from './may-see-sheet.ts';

/** Workbooks that one process writes at once: each uses a CPU core. */
const AT_ONCE = 2;

/**
 * Downloads of a run: sheet, results, bank response, and rows to fix, for makers and above, each recorded in the audit
 * log because they contain unmasked bank details; and the payments with masked accounts, for everyone.
 */
export function runDownloads(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { ledger } = appContext;
  const writing = pLimit(AT_ONCE);
  const runOf = (context: Context, { currentUser }: View) =>
    selectRun(ledger.db, currentUser.merchants, runIdOf(context.req.param('run')));
  /** Only a visitor who may see all merchants of the sheet may download the whole sheet. */
  const wholeSheetOf = async (context: Context, view: View): Promise<RunView | null> => {
    const found = await runOf(context, view);
    return found && (await maySeeSheet(deps, view.currentUser, found.lead_run ?? found.id)) ? found : null;
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

    const paymentsOf = async (context: Context, view: View, asked: { state?: string; text: string | null }) => {
      const run = await runOf(context, view);
      if (!run) return null;
      const state = COUNTED_STATES.find((one) => one === asked.state) ?? null;
      const filter = { run: run.id, state, text: asked.text };
      return downloadCsv(context, `run-${run.id}-payments.csv`, paymentLines(deps, view, filter));
    };
    get(app, deps, '/runs/:run/payments.csv', 'viewer', async (context, view) => {
      const text = textQuery(context, 'q');
      // A private search text must be sent by the form, not in the URL.
      if (text !== null && looksPrivate(text)) return null;
      const state = context.req.query('state');
      return paymentsOf(context, view, { text, ...(state === undefined ? {} : { state }) });
    });
    post(app, deps, '/runs/:run/payments.csv', 'viewer', async (context, view) => {
      const { q, state } = await readForm(context);
      return paymentsOf(context, view, { text: plainText(q), ...(state === undefined ? {} : { state }) });
    });
  };
}

const HEADER = [
  'row',
  'reference',
  'recipient',
  'amount',
  'currency',
  'status',
  'account',
  'paid',
  'fees',
  'paid currency',
  'recipient gets',
  'recipient currency',
  'final (UTC)',
  'reason',
];

async function* paymentLines(
  { appContext: { ledger } }: PageDeps,
  { currentUser }: View,
  filter: Parameters<typeof everyRunPayment>[2],
): AsyncGenerator<readonly (readonly string[])[]> {
  const money = (minor: bigint | null, currency: string | null) =>
    minor === null || currency === null ? '' : formatMinor(minor, currency);
  yield [HEADER];
  for await (const page of everyRunPayment(ledger.db, currentUser.merchants, filter))
    yield page.map((one) => [
      String(one.row),
      one.reference ?? '',
      one.recipientName ?? '',
      money(one.minor, one.currency),
      one.currency ?? '',
      debitStateWord(awaits(one)),
      shownAccount(one.account),
      ...(isPaidOut(one.state)
        ? [
            money(one.paid_source, one.source_currency),
            money(one.fees, one.source_currency),
            one.paid_source === null ? '' : (one.source_currency ?? ''),
            money(one.paid_target, one.target_currency),
            one.paid_target === null ? '' : (one.target_currency ?? ''),
          ]
        : ['', '', '', '', '']),
      one.final_at?.toISOString() ?? '',
      one.reason ?? (one.problems ?? []).map(({ message }) => message).join(' '),
    ]);
}
