import { type EventData, type EventKind, FROM, type Sentences } from './event-kind.ts';

/** A run that sends nothing more. */
const TAKEN_BACK: Sentences = [
  '“{because}”.',
  'Canceled: {payments:some:payment}[, {sums:sums}].',
  '{sentBefore:some:payment} had already been sent.',
  'Withdrawn: {batches:batches}.',
  FROM,
];

/** Reasons that the uploader of a dropped sheet is unknown, by code (`UnknownFileMaker`). */
const UNKNOWN_MAKER: Readonly<Record<string, string>> = {
  owner_silent:
    'The file belongs to the account that Payrun runs as, or to one that a network drive assigns to every file.',
  no_user: 'The file belongs to an account that is not a user of Payrun.',
  others_may_write: 'Users other than the owner can write to the file.',
  folder_disagrees: 'The file was in the folder of one user but belongs to another.',
};

const TAKEN: Readonly<Record<string, string>> = {
  sheet: 'The original sheet',
  results: 'The results workbook',
  answer: 'The response to the payment order',
  rows_to_fix: 'The rows to fix',
};

const STARTED: Readonly<Record<string, string>> = { rejected: 'Rejection', withdrawn: 'Withdrawal', stopped: 'Stop' };

export const READ_ROWS: Sentences = ['{rows:count:row}[, {invalid:some} invalid].'];

/** The day on which a run pays, and why it is another one than was asked for. */
const PAY_DATE: Sentences = ['Scheduled for {startsAt:time}[; moved because {because:word}].'];

/** Events of a run, its sheet and its rows. */
export const RUN_EVENTS = {
  run_created: { title: 'Run created', says: madeOf },
  run_blocked: {
    title: 'Stopped before anything was paid',
    says: [
      'The payout service has batches that are not in the ledger, including {remoteId:remote}. Payrun pays nothing in this run until a user resolves this.',
    ],
  },
  intake: {
    title: 'Sheet read',
    says: [
      ...READ_ROWS,
      'Valid: {totals:totals}.',
      'Nothing is paid: {stopped:code}.',
      'The sheet has the same payments as {sameAs.run:run}.',
      'Whole sheet: {sheet.rows:count:row}, {sheet.totals:totals}.',
      'Row fingerprint: {digests:digests}',
    ],
  },
  intake_failed: { title: 'Sheet not read', says: ['{message}', 'Nothing is paid.'] },
  confirmed: { title: 'Submitted', says: ['Submitted: {payable:count:payment}[, {totals:totals}].'] },
  not_paid: { title: 'Not paid', says: ['Nothing is paid: {code:code}.'] },
  pay_date_set: { title: 'Pay date set', says: PAY_DATE },
  pay_date_changed: {
    title: 'Pay date changed',
    says: ({ on }) => [
      ...(on ? PAY_DATE : ['The run is sent as soon as it is approved.']),
      'Previously: {before:word}.',
    ],
  },
  late_for_cut_off: {
    title: 'Cut-off missed',
    says: [
      'The cut-off is {by:word}. The run will be sent at {startsAt:time} at the earliest.',
      'It requires {calls:count:API call}, with {runsAhead:count:run} ahead in the queue.',
    ],
  },
  released: {
    title: 'Payment released',
    says: [
      '{payment:payment}[, {reference:word}], was released from hold. Reason for the hold: {was:hold}.',
      'New account verified: “{verified}”.',
    ],
  },
  release_stopped: {
    title: 'Release stopped',
    says: [
      '{payments:payments} stayed on hold, because a payment made since then may be a duplicate.',
      'The first possible duplicate is in {otherRun:run}, row {otherRow}.',
    ],
  },
  removed_from_run: { title: 'Payments removed', says: ['Removed from the run: {rows:rows}. “{because}”.', FROM] },
  dismissed: {
    title: 'Hold dismissed',
    says: ({ payment }) => [
      `${payment ? '{payment:payment}' : '{rows:count:payment}'} will not be paid. {because}`,
      'Reason for the hold: {was:hold}.',
    ],
  },
  sheet_released: {
    title: 'Sheet released',
    says: [
      '{rows:count:payment} from the sheet released. Most of its rows had already been paid from an earlier sheet.',
    ],
  },
  resolved: {
    title: 'Payment resolved',
    says: ({ paid }) => [`{payment:payment} was ${paid === true ? 'paid' : 'not paid'}: {because}`],
  },
  rejection_intended: {
    title: ({ kind }) => `${STARTED[String(kind)] ?? 'Rejection, withdrawal or stop'} requested`,
    says: ['“{because}”.', 'Payrun deletes its batches even if this is interrupted.', FROM],
  },
  rejected: { title: 'Rejected', says: TAKEN_BACK },
  withdrawn: { title: 'Withdrawn', says: TAKEN_BACK },
  stopped: { title: 'Stopped', says: TAKEN_BACK },
  downloaded: {
    title: 'Downloaded',
    says: ({ what }) => [`${TAKEN[String(what)] ?? '{what:word}'}, with unmasked bank details.`],
  },
  rows_corrected: {
    title: 'Rows corrected',
    says: ({ inPlace, rows, run }) => [
      inPlace === true
        ? '{rows:counted:row} corrected before the run was submitted. The sheet was read again.'
        : `{rows:counted} ${isOne(rows) ? 'row is' : 'rows are'} paid in ${run ? '{run:run}' : 'a separate run'}.`,
      FROM,
      '{rows:correctedRows}',
    ],
  },
  sheet_purged: {
    title: 'Sheet file removed',
    says: ['The file was older than {days:count:day}, the retention limit for sheet files.'],
  },
  payloads_purged: {
    title: 'Row contents removed',
    says: ['Contents of {rows:count:row} older than {days:count:day}. Payments and the audit log are kept.'],
  },
  country_not_enabled: {
    title: 'Country not enabled',
    says: ['{rows:rowsAtStart}: payments to accounts in {country:country} are not enabled.'],
  },
  below_route_minimum: {
    title: 'Below the minimum',
    says: ['{rows:rowsAtStart}: below {minimum:word}, the payout service’s minimum for {route:route}.'],
  },
} as const satisfies Record<string, EventKind>;

const isOne = (list: unknown): boolean => Array.isArray(list) && list.length === 1;

function madeOf({ unknownMaker, states, references, dryRun }: EventData): Sentences {
  const why = typeof unknownMaker === 'string' && unknownMaker !== '' ? unknownMaker : null;
  const hasAny = (list: unknown) => Array.isArray(list) && list.length > 0;
  const chosen = [hasAny(states) && '{states:statuses}', hasAny(references) && '{references:list}'].filter(Boolean);
  return [
    'From the sheet {sheet:word}[, for {merchant:word}].',
    'Part of the sheet from {sheetOf:run}[, for {merchant:word}].',
    `Retries these rows of {of:run}: ${chosen.join(', ') || 'all that can be retried'}.`,
    why !== null && 'The person who dropped the file is unknown.',
    why !== null && (UNKNOWN_MAKER[why] ?? false),
    dryRun === true && 'A dry run: nothing is paid.',
    'File fingerprint: {contentHash:hash}',
  ];
}
