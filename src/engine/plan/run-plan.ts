import type { Db } from '../../ledger/db/db.ts';
import { environmentBanner } from '../../ledger/merchants/environment-seen.ts';
import { getPayDate, getRunCurrencies, type PayDate, showPayDate } from '../../ledger/runs/pay-date.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { readRunFacts } from '../../ledger/runs/run-facts.ts';
import { getSheet } from '../../ledger/runs/sheet.ts';
import { runResult, type StateCounts } from '../../outcomes/run-result.ts';
import type { DebitDocument } from '../../outcomes/total-debits.ts';
import { nextBusinessDay } from '../../platform/calendars/business-days.ts';
import { estimateMinutes } from '../../platform/call-minutes.ts';
import { showInZone } from '../../platform/time-zone.ts';
import { type SameSheet, sameSheet, shownResult, type Totals } from '../../reports/payment-run-outcome.ts';
import type { SheetNote, SheetNoteCode } from '../../sheets/sheet-note.ts';
import type { Understood } from '../../sheets/understood-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { ledgerLocation } from '../context/ledger-location.ts';
import { type CutOff, cutOffOf } from './cut-off.ts';
import { remainingCalls } from './remaining-calls.ts';

/** The plan of a run, for the user who confirms it. */
export interface RunPlan {
  readonly run: string;
  readonly rows: number;
  /** When its sheet was read, which is done again after a correction. */
  readonly readAt: Date | null;
  /** Rows that will be paid. */
  readonly payable: number;
  readonly counts: StateCounts;
  readonly totals: Totals;
  /** The total debit by state and funding currency, before the service has quoted it. */
  readonly debits: readonly DebitDocument[];
  /** The payments on hold, which submitting does not pay. */
  readonly onHold: Totals;
  readonly newRecipients: number;
  readonly changedRecipients: number;
  /** API calls until the start. Following payments to their final status adds a few. */
  readonly calls: number;
  /** The least time that those calls take at the quota. */
  readonly minutes: number;
  /** The earlier run of the same sheet, under any name; null if there was none. */
  readonly sameSheet: SameSheet | null;
  /** The sheet's encoding, delimiter and decimals; null in a rerun. */
  readonly readAs: string | null;
  /** The sentences of its notes. */
  readonly warnings: readonly string[];
  /** About the sheet as a whole, the cut-off and the pay date. */
  readonly notes: readonly PlanNote[];
  /** The cut-off; null if the setting `cutOff` has none for this run. */
  readonly cutOff: CutOff | null;
  /** The day on which it pays; null if it is sent once approved. */
  readonly payDate: PayDate | null;
  /** Whether money moves, if known; null in production. */
  readonly banner: string | null;
  /** The display name of the ledger: `embedded, /srv/pay/.payrun`. */
  readonly ledger: string;
  /** The plan of each merchant's run, for a sheet with several merchants. */
  readonly merchants?: readonly MerchantPlan[];
}

/** A sentence for the uploader who submits the run. */
export interface PlanNote {
  readonly code: SheetNoteCode | 'cut_off' | 'pay_date_moved' | 'holidays_unknown';
  readonly text: string;
}

/** Facts about a file that change no payment; all other notes ask their reader to compare something. */
const ONLY_FACTS: ReadonlySet<PlanNote['code']> = new Set([
  'lines_skipped',
  'column_unused',
  'subtotals',
  'totals_row',
  'totals_agree',
]);

/** Whether a note only says how a file was read, so that a page need not draw attention to it. */
export const isOnlyFact = ({ code }: PlanNote): boolean => ONLY_FACTS.has(code);

/** Whether a note asks if rows without a type are paid as businesses: one answer covers all rows. */
export const isAboutTypes = ({ code }: PlanNote): boolean => code === 'type_from_name';
export const TYPES_QUESTION = 'Pay the rows without a type as businesses?';

/** The payments of one merchant in a sheet. */
export interface MerchantPlan extends Pick<RunPlan, 'run' | 'payable' | 'rows' | 'totals' | 'debits'> {
  readonly merchant: string;
}

export async function runPlan(appContext: AppContext, id: bigint): Promise<RunPlan> {
  const { ledger, config, perWindow } = appContext;
  const { db } = ledger;
  const run = await getRun(db, id);
  const figures = await planFigures(db, [id]);
  const left = await remainingCalls(appContext, id);
  const payDate = getPayDate(run);
  const cutOff = payDate !== null ? null : await cutOffOf(appContext, id, run.merchant_id, left.calls);
  // A run of rows of an earlier one reads no sheet.
  const sheet = run.parent_run === null ? run.sheet_id : null;
  const { readAs, notes: ofSheet } = await understoodOf(db, sheet);
  const notes: readonly PlanNote[] = [
    ...ofSheet,
    ...cutOffNote(cutOff),
    ...movedDate(payDate),
    ...(payDate === null ? [] : unknownHolidays(payDate, await getRunCurrencies(db, id))),
  ];
  return {
    run: String(id),
    rows: run.rows_in ?? 0,
    readAt: run.intake_at,
    ...figures,
    ...left,
    minutes: estimateMinutes(left.calls, perWindow, config.quotaWindowMs),
    sameSheet: await sameSheet(db, id),
    readAs,
    warnings: notes.map(({ text }) => text),
    notes,
    cutOff,
    payDate,
    banner: await environmentBanner(appContext),
    ledger: ledgerLocation(config),
  };
}

/** A moved pay date is shown before the run is submitted. */
const movedDate = (date: PayDate | null): readonly PlanNote[] =>
  date?.because == null
    ? []
    : [{ code: 'pay_date_moved', text: `The pay date ${date.on} was moved: it is sent on ${showPayDate(date)}.` }];

/** If the holidays of a settlement system are not known, nothing may settle on the day on which the run is sent. */
export function unknownHolidays(date: PayDate, currencies: readonly string[]): readonly PlanNote[] {
  const day = showInZone(date.startsAt.getTime(), date.zone).slice(0, 10);
  const { unknown } = nextBusinessDay(day, currencies);
  const text = `Payrun doesn't know the bank holidays of ${unknown.join(', ')} in ${day.slice(0, 4)}. Check that ${day} is a business day there.`;
  return unknown.length === 0 ? [] : [{ code: 'holidays_unknown', text }];
}

/** The warning that a run is late for its cut-off, with the merchant if the sheet has several. */
const cutOffNote = (cutOff: CutOff | null, merchant?: string): readonly PlanNote[] =>
  cutOff?.warning
    ? [{ code: 'cut_off', text: merchant === undefined ? cutOff.warning : `${merchant}: ${cutOff.warning}` }]
    : [];

/** The combined figures of runs that are not started. */
export async function planFigures(
  db: Db,
  ids: readonly bigint[],
): Promise<Pick<RunPlan, 'payable' | 'counts' | 'totals' | 'onHold' | 'debits'>> {
  const { counts, totals, onHold, debits } = shownResult(runResult(await readRunFacts(db, ids)));
  return { payable: counts.ready, counts, totals, onHold, debits };
}

async function understoodOf(
  db: Db,
  sheet: string | null,
): Promise<Pick<RunPlan, 'readAs'> & { readonly notes: readonly SheetNote[] }> {
  const stored = sheet === null ? null : await getSheet(db, sheet);
  const { readAs = null, notes = [] } = (stored?.understood ?? {}) as Partial<Understood>;
  return { readAs, notes };
}

/**
 * The combined plan of the runs of a sheet with several merchants, which the user confirms together, with the plan of
 * each.
 */
export async function sheetPlan(appContext: AppContext, runs: readonly RunRow[]): Promise<RunPlan> {
  const plans: { merchant: string; plan: RunPlan }[] = [];
  for (const { id, merchant_id: merchant } of runs) plans.push({ merchant, plan: await runPlan(appContext, id) });
  const all = plans.map(({ plan }) => plan);
  const figures = await planFigures(
    appContext.ledger.db,
    runs.map(({ id }) => id),
  );
  const sum = (of: 'rows' | 'newRecipients' | 'changedRecipients' | 'calls') =>
    all.reduce((total, plan) => total + plan[of], 0);
  const { perAddress, config } = appContext;
  const notes = [
    ...all[0]!.notes.filter(({ code }) => code !== 'cut_off' && code !== 'pay_date_moved'),
    // Each of several pay dates is named once.
    ...new Map(all.flatMap(({ payDate }) => movedDate(payDate)).map((note) => [note.text, note])).values(),
    ...plans.flatMap(({ merchant, plan: { cutOff } }) => cutOffNote(cutOff, merchant)),
  ];
  return {
    ...all[0]!,
    rows: sum('rows'),
    ...figures,
    newRecipients: sum('newRecipients'),
    changedRecipients: sum('changedRecipients'),
    calls: sum('calls'),
    // The runs proceed in parallel, each in its own quota and all in the quota of this machine's address.
    minutes: Math.max(
      ...all.map(({ minutes }) => minutes),
      estimateMinutes(sum('calls'), perAddress, config.quotaWindowMs),
    ),
    warnings: notes.map(({ text }) => text),
    notes,
    // The cut-off of the merchant with the least time left, or the longest delay.
    cutOff: all.flatMap(({ cutOff }) => cutOff ?? []).sort((a, b) => spareOf(a) - spareOf(b))[0] ?? null,
    merchants: plans.map(({ merchant, plan: { run, payable, rows, totals, debits } }) => ({
      run,
      merchant,
      payable,
      rows,
      totals,
      debits,
    })),
  };
}

const spareOf = ({ at, startsAt }: CutOff) => Date.parse(at) - Date.parse(startsAt);
