import { ERRORS, type ErrorCode, isError, nextStepOf } from '../../errors.ts';
import type { SheetStop } from '../../ledger/operations/inbox-file.ts';
import { reasonList } from '../../outcomes/reason-words.ts';
import { type EndedBy, rejectedBy } from '../../outcomes/rejection-words.ts';
import { OUTCOMES } from '../../outcomes/run-outcome.ts';
import { stateCountText } from '../../outcomes/status-words.ts';
import { pluralize } from '../../platform/pluralize.ts';
import type { RunOutcome } from '../../reports/payment-run-outcome.ts';
import { countIn } from '../../states.ts';

/** The final folder of a sheet, and the note next to it; null if the results need no note. */
export interface SheetResult {
  readonly endsIn: 'done' | 'failed';
  readonly note: string | null;
}

/** Whether the file itself is the reason that it has no run, so that trying again would change nothing. */
export function isFileFault(error: unknown, inFolder: boolean): boolean {
  if (!isError(error)) return false;
  if (error.code.startsWith('sheet_')) return true;
  // The user who dropped it may not submit sheets, or not for this merchant.
  if (['control_total', 'recipient_sheet', 'may_not_decide'].includes(error.code)) return true;
  // In a merchant's folder, the folder names the merchant, not the sheet.
  return !inFolder && ['merchant_unknown', 'keys_required'].includes(error.code);
}

/** The result of a sheet that could not be read. Rethrows errors other than `PayrunError`. */
export function unreadable(error: unknown): SheetResult {
  if (!isError(error)) throw error;
  return { endsIn: 'failed', note: noteOf(['Nothing in this sheet was paid.', error.message, error.nextOn('inbox')]) };
}

/** States in which a row will never be paid. */
const DEAD = ['invalid', 'canceled', 'dismissed'] as const;

/**
 * The result of a sheet whose runs are all done. It failed if intake stopped, or if no row can be paid: all are
 * invalid, canceled or dismissed, but not if users dismissed all of them. Otherwise it is done, and the results have
 * the outcome of every row. `rejections`: those of its runs.
 */
export function getSheetResult(
  outcome: RunOutcome,
  stop: SheetStop | null,
  rejections: readonly EndedBy[] = [],
): SheetResult {
  const { rows, counts, sameSheet } = outcome;
  const dead = countIn(counts, DEAD);
  if (stop !== null) {
    const why = stop.sentence ?? STOPPED[stop.code] ?? 'It could not be read to its end.';
    const advice = STOP_ADVICE[stop.code] ?? adviceAbout(stop.code);
    return { endsIn: 'failed', note: noteOf(['Nothing in this sheet was paid.', why, advice]) };
  }
  if (dead >= rows && (rows === 0 || counts.dismissed < rows)) {
    if (outcome.outcome === 'rejected' || (outcome.outcome === 'canceled' && rejections.length > 0))
      return {
        endsIn: 'failed',
        note: noteOf([
          counts.failed === 0 ? 'No payments were sent.' : 'Nothing in this sheet was paid.',
          ...rejections.map(rejectedBy),
          TO_PAY_IT,
        ]),
      };
    const rejected =
      counts.invalid < rows ? [] : [`${rows === 1 ? 'Its only row has' : `All ${rows} rows have`} errors.`];
    const why = outcome.note === null ? [] : [outcome.note];
    const advice =
      counts.canceled > 0 ? 'The results file next to it shows why. Correct the sheet and drop it again.' : FIX_ROWS;
    return { endsIn: 'failed', note: noteOf(['Nothing in this sheet was paid.', ...rejected, ...why, advice]) };
  }
  const same = [
    ...(sameSheet === null ? [] : [sameSheet.message]),
    ...rejections.filter(({ rest }) => rest !== undefined).map(rejectedBy),
  ];
  const left = LEFT.flatMap(([state, advice]) => {
    if (counts[state] === 0) return [];
    const why = reasonList(outcome.reasons, state);
    return [
      `${stateCountText(state, counts[state])}${why === '' ? '' : `: ${why}`}.${advice === '' ? '' : ` ${advice}`}`,
    ];
  });
  if (same.length + left.length === 0) return { endsIn: 'done', note: null };
  const paid = `${OUTCOMES[outcome.outcome].label}: ${counts.processed} of ${pluralize(rows, 'row')} paid.`;
  return {
    endsIn: 'done',
    note: noteOf([...same, paid, ...left, 'The results file next to it gives the reason for each row.']),
  };
}

/** Rows that were not paid, in this order, with a next step for the user who dropped the file. */
const LEFT = [
  ['discrepancy', 'The payments don’t match their sheet rows. An approver must review them.'],
  ['unknown', 'Payrun does not know yet whether the money was sent. Do not pay it another way.'],
  ['held', 'Ask an approver to release them in Payrun, or correct them and drop the file again.'],
  ['already_paid', 'They are not paid again.'],
  ['invalid', 'The worksheet "Rows to fix" has them.'],
  ['failed', ''],
  ['returned', 'The money was sent and returned.'],
  ['canceled', ''],
  ['dismissed', 'Dismissed by a user after a review; not paid.'],
] as const;

const TO_PAY_IT = 'To pay it, correct the sheet and drop it again.';
function adviceAbout(code: string): string {
  const next = Object.hasOwn(ERRORS, code) ? nextStepOf(code as ErrorCode, 'inbox') : DROP_AGAIN;
  // The details that the step names were not stored with the stop.
  return next.includes('{') ? DROP_AGAIN : next;
}

const DROP_AGAIN = 'Correct it and drop it again.';
const FIX_ROWS =
  'The results file next to it shows why. Correct the rows on its "Rows to fix" worksheet and drop it again.';
const STOPPED: Readonly<Record<string, string>> = {
  control_total: 'It does not match its control total.',
  sheet_has_invalid_rows: 'Too many of its rows have errors.',
  pay_dates: 'Its rows have different pay dates.',
};
const STOP_ADVICE: Readonly<Record<string, string>> = {
  control_total: 'Correct the sheet or the control total, and drop both again.',
  sheet_damaged: 'Open it in Excel or LibreOffice and save it, or export it again. Then drop it again.',
  sheet_has_invalid_rows: FIX_ROWS,
  pay_dates: 'Enter the same day in every row of the "pay on" column, or drop one sheet per day.',
};

/** Adds to the result that the file was written to after its run was created. */
export function writtenAfterwards({ endsIn, note }: SheetResult): SheetResult {
  return { endsIn, note: noteOf([...(note === null ? [] : [note]), WRITTEN_AFTERWARDS]) };
}

const WRITTEN_AFTERWARDS =
  'The file was changed after Payrun read it, and the results cover only what Payrun read. Drop the whole file again: Payrun pays only what is new in it.';

function noteOf(lines: readonly string[]): string {
  return lines.join('\n');
}
