import type { RunBatch } from '../../../ledger/views/run-view.ts';
import type { TakenOver } from '../../../ledger/views/runs-to-correct.ts';
import { reasonList, withFullStop } from '../../../outcomes/reason-words.ts';
import { CORRECTABLE, getNextStep, isFinalOutcome, OUTCOMES } from '../../../outcomes/run-outcome.ts';
import type { RunResult } from '../../../outcomes/run-result.ts';
import { countDebits, countsByState, type DebitState } from '../../../outcomes/total-debits.ts';
import type { RunStatus } from '../../../states.ts';
import { html, type Markup } from '../../components/markup.ts';

/** For a run that is over: none of its payments was sent, so none failed either. */
const NOTHING_SENT = 'No payments sent.';

/** Its canceled payments have the same sentence as their reason. */
const DRY_RUN = 'This was a dry run: nothing is paid.';

/** The list of open items has the next steps for these. */
const SAID_BY_ITEMS: readonly RunStatus[] = [
  'action_required',
  'awaiting_approval',
  'awaiting_service_approval',
  'partly_paid',
];

const TAKEN_OVER = 'The rows that were not paid are in a later run.';

/** Whether later runs took over every row of the run in this status. */
export const isAllTaken = (state: keyof RunResult['counts'], counts: RunResult['counts'], taken: TakenOver): boolean =>
  (taken[state] ?? 0) >= counts[state];

/**
 * The notes of a run, for example who rejected it; once it has ended without one, those of its batches. None if they
 * only state shortfalls as they were last compared: the page shows those by the newest balance.
 */
export function getRunNotes(
  note: string | null,
  outcome: RunStatus,
  batches: readonly Pick<RunBatch, 'state' | 'note' | 'missing_minor'>[],
): readonly string[] {
  if (note === null) return isFinalOutcome(outcome) ? batches.flatMap((batch) => batch.note ?? []) : [];
  const short = batches.filter(
    ({ state, missing_minor: missing }) => state === 'waiting_funds' || (state === 'approved' && missing !== null),
  );
  const isShortfall = short.length > 0 && short.every(({ missing_minor: missing }) => missing !== null && missing > 0n);
  return outcome === 'insufficient_funds' && isShortfall ? [] : [note];
}

/**
 * The outcome of a run and the next step; empty if its status says it all. `notes`: notes of the run and its batches,
 * for example who rejected it.
 */
export function outcomePart(
  { outcome, counts, rows }: Pick<RunResult, 'outcome' | 'counts' | 'rows'>,
  {
    taken,
    dryRun,
    asked = '',
    hasItems = false,
    releasable,
    notes,
  }: {
    readonly taken: TakenOver;
    readonly dryRun: boolean;
    readonly asked?: Markup | '';
    /** Whether what is left is below, line by line. */
    readonly hasItems?: boolean;
    /** Whether a payment on hold can be released, and not only dismissed. */
    readonly releasable: boolean;
    readonly notes: readonly string[];
  },
): Markup | '' {
  if (rows === 0 && notes.length === 0) return '';
  const { label, tone } = OUTCOMES[outcome];
  const isTaken =
    CORRECTABLE.some((state) => counts[state] > 0) && CORRECTABLE.every((state) => isAllTaken(state, counts, taken));
  const open = isTaken ? { ...counts, invalid: 0, failed: 0, returned: 0 } : counts;
  const next =
    isTaken && isFinalOutcome(outcome)
      ? TAKEN_OVER
      : hasItems && SAID_BY_ITEMS.includes(outcome)
        ? ''
        : getNextStep(outcome, open, releasable);
  const isUnsent =
    (outcome === 'rejected' || outcome === 'canceled' || outcome === 'nothing_paid') &&
    counts.failed + counts.returned === 0;
  const sentences = [...new Set([...(dryRun ? [DRY_RUN] : []), ...notes])];
  if (sentences.length === 0 && next === '' && !isUnsent) return '';
  // Only open or failed work is emphasized.
  const needsCare = (tone === 'wait' || tone === 'bad') && next !== TAKEN_OVER;
  return html`<section class="notice${needsCare ? ' wait' : ''}" aria-label="Outcome">
<p><strong>${label}.</strong> ${isUnsent ? `${NOTHING_SENT} ` : ''}${sentences.map((note) => html`${withFullStop(note)} `)}${next}${asked}</p>
</section>`;
}

/** The reasons that rows without a next step were not paid; empty if there are none. */
export function countsPart({ debits, reasons }: Pick<RunResult, 'debits' | 'reasons'>): Markup | '' {
  const lines = countsByState(debits).flatMap((one) => {
    const why = DONE_WITH.includes(one.state) ? reasonList(reasons, one.state) : '';
    return why === '' ? [] : [html`<li><strong>${countDebits(one)}</strong>: ${why}</li>`];
  });
  return lines.length === 0 ? '' : html`<ul class="counts">${lines}</ul>`;
}

const DONE_WITH: readonly DebitState[] = ['canceled', 'dismissed', 'already_paid'];
