import type { Context, Hono } from 'hono';
import type { AppContext } from '../engine/context/app-context.ts';
import { auditDownload } from '../engine/review/audited-download.ts';
import { contentHash } from '../engine/runs/content-hash.ts';
import { createSheetRun } from '../engine/runs/create-sheet-run.ts';
import { readUploadedSheet } from '../engine/runs/read-uploaded-sheet.ts';
import { writeRunResultsInto } from '../engine/runs/report-run.ts';
import { PayrunError } from '../errors.ts';
import { downloadWritten, XLSX } from '../http/download.ts';
import { parseRunId, type Scope } from '../ledger/merchants/scope.ts';
import { seesRun, selectRun } from '../ledger/views/run-view.ts';
import { objectSchema, TEXT } from '../lists/documents/json-schema.ts';
import { maySeeSheet } from '../permissions/may-see-sheet.ts';
import { fairLimit } from '../platform/fair-limit.ts';
import type { ApiDeps } from './api-deps.ts';
import { ENVIRONMENT } from './environment.ts';
import { answeredOnce } from './idempotency.ts';
import { asJson } from './json-body.ts';
import { problemAnswer } from './problem.ts';
import { runAnswer } from './run-answer.ts';
import { sentSheet, sheetsArriving } from './sent-sheet.ts';
import { refuseViewer } from './token-guard.ts';

/** Sheets that one process reads, and workbooks that it writes, at once; one for each program. */
const AT_ONCE = 2;

export const CREATED_RUN_SCHEMA = objectSchema('MadeRun', {
  run: [TEXT, 'the number of the run'],
  environment: ENVIRONMENT,
});

/**
 * `POST /runs` creates a run from a sheet or from rows: it is read at once, and paid after it is submitted. `GET
 * /runs/:run` has its outcome, and the review before submission. `GET /runs/:run/results.xlsx` requires the maker role:
 * it has bank details.
 */
export function runRoutes(routes: Hono, deps: ApiDeps): void {
  const { appContext } = deps;
  const { db, vault } = appContext.ledger;
  const { environment } = appContext.config;
  const madeRun = (run: bigint) => ({ run: String(run), environment });
  const arriving = sheetsArriving();
  const working = fairLimit(AT_ONCE);

  routes.post('/runs', async (context) => {
    const refused = refuseViewer(context);
    if (refused) return refused;
    const { name, actor, merchants } = context.get('program');
    const { file, close, ...settings } = await arriving(name, () => sentSheet(context));
    try {
      const content = () => contentHash(vault, file.content(), { name: file.name, ...settings });
      return await answeredOnce(context, appContext, content, 201, (keep) =>
        working(name, async () => {
          const run = await createSheetRun(appContext, {
            ...{ ...settings, file, maker: actor, onInvalid: settings.onInvalid ?? undefined },
            // A column of the rows pays from no merchant that the program does not see.
            onlyMerchant: merchants !== null,
            ...{ dryRun: false, confirmed: false, ask: true },
            within: (tx, id) => keep(tx, madeRun(id)),
          });
          await readUploadedSheet(appContext, run);
          return madeRun(run);
        }),
      );
    } finally {
      await close();
    }
  });

  routes.get('/runs/:run', async (context) => {
    const id = await runOf(context);
    return asJson(context, await runAnswer(appContext, context.get('program').merchants, id));
  });

  routes.get('/runs/:run/results.xlsx', async (context) => {
    const refused = refuseViewer(context);
    if (refused) return refused;
    const program = context.get('program');
    const found = await selectRun(db, program.merchants, await runOf(context));
    if (!found?.intake_at || !(await maySeeSheet(db, program, found.lead_run ?? found.id)))
      return problemAnswer(
        context,
        404,
        'not_found',
        'This run has no results, or not only rows that this token may see.',
      );
    await auditDownload(appContext, { run: found.id, actor: program.name, what: 'results' });
    const written = await downloadWritten(context, XLSX, appContext.clock.now(), (folder) =>
      working(program.name, () => writeRunResultsInto(appContext, found.id, folder)),
    );
    return written ?? problemAnswer(context, 404, 'not_found', 'This run has no results.');
  });

  /** Throws `run_unknown`, also for a run that the program may not see. */
  async function runOf(context: Context): Promise<bigint> {
    return visibleRun(appContext, context.get('program').merchants, context.req.param('run'));
  }
}

/** The number of a run that is visible. Throws `run_unknown`. */
export async function visibleRun(
  { ledger }: Pick<AppContext, 'ledger'>,
  scope: Scope,
  given: string | undefined,
): Promise<bigint> {
  const run = parseRunId(given);
  if (run !== null && (await seesRun(ledger.db, scope, run))) return run;
  throw new PayrunError('run_unknown', { run: given ?? '' });
}
