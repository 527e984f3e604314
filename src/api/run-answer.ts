import type { AppContext } from '../engine/context/app-context.ts';
import { planToSubmit, shownPlan } from '../engine/review/submit-run.ts';
import { PayrunError } from '../errors.ts';
import type { Scope } from '../ledger/merchants/scope.ts';
import { getSheetRuns } from '../ledger/runs/sheet-runs.ts';
import { selectRun } from '../ledger/views/run-view.ts';
import { arraySchema, objectSchema, orNull, TEXT, WHOLE_NUMBER } from '../lists/documents/json-schema.ts';
import { RUN_FIELDS, TOTALS } from '../lists/documents/run-schema.ts';
import { runDocument } from '../lists/run-document.ts';
import { maySeeSheet } from '../permissions/may-see-sheet.ts';
import { ENVIRONMENT } from './environment.ts';

const TO_SUBMIT = objectSchema('ToSubmit', {
  payments: [WHOLE_NUMBER, 'payments that would be paid'],
  totals: [TOTALS, 'their amounts, by currency'],
  notes: [arraySchema(objectSchema('Note', { code: [TEXT, ''], text: [TEXT, ''] })), 'what is to be compared before'],
  shown: [TEXT, 'sent back when it is submitted: what was seen is what is paid'],
});

export const RUN_SCHEMA = objectSchema('Run', {
  ...RUN_FIELDS,
  environment: ENVIRONMENT,
  sheetRuns: [arraySchema(TEXT), 'the runs of its sheet, one for each merchant'],
  toSubmit: [orNull(TO_SUBMIT), 'what is paid when it is submitted; null if it does not wait for that'],
});

/** A run with its outcome, and what is to be submitted. Throws `run_unknown`, also for one that may not be seen. */
export async function runAnswer(appContext: AppContext, merchants: Scope, id: bigint): Promise<object> {
  const { db } = appContext.ledger;
  const found = await selectRun(db, merchants, id);
  if (!found) throw new PayrunError('run_unknown', { run: String(id) });
  const isWhole = await maySeeSheet(db, { merchants }, found.lead_run ?? id);
  const [document, plan, runs] = await Promise.all([
    runDocument(db, merchants, id),
    isWhole ? planToSubmit(appContext, id) : null,
    isWhole ? getSheetRuns(db, id) : [{ id }],
  ]);
  return {
    ...document,
    environment: appContext.config.environment,
    sheetRuns: runs.map((run) => String(run.id)),
    toSubmit: plan && toSubmit(plan),
  };
}

/** `shown` is sent back when it is submitted: what was seen is what is paid. */
function toSubmit(plan: NonNullable<Awaited<ReturnType<typeof planToSubmit>>>) {
  const { payable, totals, notes } = plan;
  return { payments: payable, totals, notes, shown: shownPlan(plan) };
}
