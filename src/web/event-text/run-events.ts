import type { UnknownFileMaker } from '../../engine/inbox/file-maker.ts';
import { rowStatus } from '../../outcomes/status-words.ts';
import { changedCells } from '../../references/changed-cells.ts';
import { figure } from '../components/amount.ts';
import { countryWord } from '../components/country.ts';
import { type Content, html } from '../components/markup.ts';
import { plainWords, routeWords } from './code-words.ts';
import {
  batches,
  code,
  counted,
  type EventContext,
  from,
  hash,
  joined,
  list,
  number,
  payment,
  payments,
  recordIn,
  remote,
  rows,
  run,
  sentences,
  shortHash,
  some,
  sums,
  text,
  time,
  totals,
  verified,
  word,
} from './event-context.ts';
import type { EventFormatter } from './event-formatter.ts';

/** A run of which nothing more is sent. */
const takenBack = (event: EventContext): Content =>
  sentences(
    text(event, 'because') && `“${text(event, 'because')}”.`,
    number(event, 'payments') &&
      html`Canceled: ${counted(event, 'payments', 'payment')}${sums(event, 'sums') && html`, ${sums(event, 'sums')}`}.`,
    number(event, 'sentBefore') && `${counted(event, 'sentBefore', 'payment')} had been sent before.`,
    batches(event) && html`Withdrawn: ${batches(event)}.`,
    from(event),
  );

const STARTED_WORDS: Readonly<Record<string, string>> = { withdrawn: 'Withdrawal', stopped: 'Stop' };

const heldRow = (event: EventContext): Content =>
  sentences(
    `Row ${number(event, 'row') ?? '?'}: ${text(event, 'reason')}`,
    `${counted(event, 'payments', 'payment')} held.`,
  );

/** Texts of events of a run, its sheet, its rows and its recipients. */
export const RUN_EVENTS = {
  run_created: { title: 'Run created', describe: madeOf },
  run_blocked: {
    title: 'Stopped before anything was paid',
    describe: (event) =>
      html`The payout service has batches that the ledger does not know, ${remote(event)} among them. Nothing of this run is paid until they are handled.`,
  },
  intake: {
    title: 'Sheet read',
    describe: (event) => {
      const sum = totals(event, 'totals');
      const wrong = number(event, 'invalid');
      const stopped = code(event, 'stopped');
      const same = event.data.sameAs as { run?: unknown; sheet?: unknown } | null | undefined;
      const whole = { ...event, data: { ...(event.data.sheet as object | null) } };
      const all = totals(whole, 'totals');
      return sentences(
        `${counted(event, 'rows', 'row')}${wrong ? `, ${figure(event.view, wrong)} of them wrong` : ''}.`,
        sum && html`Without errors: ${sum}.`,
        stopped && `Nothing of it is paid: ${stopped}.`,
        same && html`It pays the same as ${run({ ...event, data: same }) || 'an earlier run'}.`,
        all && html`The whole sheet: ${counted(whole, 'rows', 'row')}, ${all}.`,
        proofOf(event),
      );
    },
  },
  intake_failed: {
    title: 'Sheet not read',
    describe: (event) => sentences(text(event, 'message'), 'Nothing of it is paid.'),
  },
  confirmed: {
    title: 'Submitted',
    describe: (event) => {
      const sum = totals(event, 'totals');
      return html`Submitted: ${counted(event, 'payable', 'payment')}${sum && html`, ${sum}`}.`;
    },
  },
  not_paid: { title: 'Not paid', describe: (event) => `Nothing is paid: ${code(event)}.` },
  pay_date_set: { title: 'Pay date set', describe: dateOf },
  pay_date_changed: {
    title: 'Pay date changed',
    describe: (event) =>
      sentences(
        word(event, 'on') ? dateOf(event) : 'It is sent as soon as it is approved.',
        word(event, 'before') && html`Before: ${word(event, 'before')}.`,
      ),
  },
  late_for_cut_off: {
    title: 'Cut-off missed',
    describe: (event) =>
      sentences(
        html`It must be started by ${word(event, 'by')}, and starts ${time(event, 'startsAt')} at the earliest.`,
        `It takes ${counted(event, 'calls', 'call')}, with ${counted(event, 'runsAhead', 'run')} before it.`,
      ),
  },
  released: {
    title: 'Payment released',
    describe: (event) =>
      sentences(
        html`${payment(event)}${word(event, 'reference') && `, ${word(event, 'reference')}`}, is no longer on hold. It was on hold for: ${code(event, 'was') || 'review'}.`,
        verified(event),
      ),
  },
  release_stopped: {
    title: 'Release stopped',
    describe: (event) =>
      sentences(
        html`${payments(event)} stayed on hold: a payment made since then may be the same one.`,
        html`The first was found in ${run(event, 'otherRun')}, row ${number(event, 'otherRow')}.`,
      ),
  },
  removed_from_run: {
    title: 'Payments removed',
    describe: (event) => sentences(`Removed from the run: ${rows(event)}. “${text(event, 'because')}”.`, from(event)),
  },
  dismissed: {
    title: 'Hold dismissed',
    describe: (event) =>
      sentences(
        html`${event.data.payment ? payment(event) : capital(counted(event, 'rows', 'payment'))}: not to be paid. ${text(event, 'because')}`,
        `On hold before: ${code(event, 'was') || 'for a person to decide'}.`,
      ),
  },
  sheet_released: {
    title: 'Sheet released',
    describe: (event) =>
      `${capital(counted(event, 'rows', 'payment'))} of the sheet released. Most of it was paid before by an earlier sheet.`,
  },
  resolved: {
    title: 'Payment resolved',
    describe: (event) =>
      html`${payment(event)} was ${event.data.paid === true ? 'paid' : 'not paid'}: ${text(event, 'because')}`,
  },
  rejection_intended: {
    title: 'Rejection, withdrawal or stop started',
    titleOf: ({ kind }) => `${STARTED_WORDS[String(kind)] ?? 'Rejection'} started`,
    describe: (event) =>
      sentences(
        text(event, 'because') && `“${text(event, 'because')}”.`,
        'Its batches are withdrawn now, also if this is interrupted.',
        from(event),
      ),
  },
  rejected: { title: 'Rejected', describe: takenBack },
  withdrawn: { title: 'Withdrawn', describe: takenBack },
  stopped: { title: 'Stopped', describe: takenBack },
  downloaded: {
    title: 'Downloaded',
    describe: (event) => `${TAKEN[word(event, 'what')] ?? word(event, 'what')}, with bank details in the clear.`,
  },
  rows_corrected: { title: 'Rows corrected', describe: corrected },
  sheet_purged: {
    title: 'File of the sheet removed',
    describe: (event) => `It was older than the ${counted(event, 'days', 'day')} that files of sheets are kept.`,
  },
  payloads_purged: {
    title: 'Contents of rows removed',
    describe: (event) =>
      `The contents of ${counted(event, 'rows', 'row')}, older than the ${counted(event, 'days', 'day')} that they are kept. Payments and audit log stay.`,
  },
  recipients_unknown: {
    title: 'Recipients not known',
    describe: (event) =>
      `The payout service has no recipient with the recipient number of ${rows(event) || 'some rows'}: their payments fail.`,
  },
  recipient_refused: {
    title: 'Recipient refused',
    describe: (event) =>
      sentences(
        `Row ${number(event, 'row') ?? '?'}: ${text(event, 'reason') || code(event)}`,
        counted(event, 'payments', 'payment') && `Of ${counted(event, 'payments', 'payment')} to them none is paid.`,
      ),
  },
  account_in_flight: {
    title: 'On hold: another account is about to be paid',
    describe: (event) =>
      `Row ${number(event, 'row') ?? '?'}: another run is about to pay this recipient to other bank details. ${counted(event, 'payments', 'payment')} held.`,
  },
  recipient_unreadable: {
    title: 'On hold: recipient at the service cannot be read',
    describe: heldRow,
  },
  recipient_inactive: {
    title: 'On hold: recipient not active',
    describe: heldRow,
  },
  recipient_activated: {
    title: 'Recipient reactivated',
    describe: () => 'A payment to the recipient was released for this.',
  },
  account_differs: {
    title: 'On hold: account at the service differs',
    describe: heldRow,
  },
  account_masked: {
    title: 'On hold: accounts masked differently',
    describe: heldRow,
  },
  recipients_in: { title: 'Sheet of recipients read', describe: readRows },
  recipient_brought: {
    title: 'Recipient saved at the service',
    describe: (event) =>
      sentences(
        `Row ${number(event, 'row') ?? '?'}: ${SAVED[word(event, 'state')] ?? plainWords(word(event, 'state'))}, with ${apiCalls(event)}.`,
        event.data.account ? `Changed: ${changedCells({ account: recordIn(event, 'account') })}.` : '',
        list(event, 'calls').includes('update') && DETAILS_REPLACED,
      ),
  },
  recipient_details_changed: {
    title: 'Details of a recipient changed',
    describe: (event) =>
      sentences(
        `Sent to the payout service by this run: ${changedCells(recordIn(event, 'cells') as Readonly<Record<string, { before?: unknown; now?: unknown }>>)}.`,
        from(event),
      ),
  },
  country_not_enabled: {
    title: 'Country not enabled',
    describe: (event) =>
      `${capital(rows(event))}: accounts in ${countryWord(word(event, 'country'))} may not be paid to.`,
  },
  below_route_minimum: {
    title: 'Below the minimum',
    describe: (event) =>
      `${capital(rows(event))}: less than ${word(event, 'minimum')}, the least that the service takes by ${routeWords(word(event, 'route'))}.`,
  },
} as const satisfies Record<string, EventFormatter>;

/** The service keeps no earlier details, and the ledger only their fingerprint. */
const DETAILS_REPLACED =
  'The details of the row (name, e-mail, address, IDs) replaced those at the payout service; what these were is not known.';

/** What became of a recipient of an import. */
const SAVED: Readonly<Record<string, string>> = {
  created: 'created at the payout service',
  changed: 'changed at the payout service',
  unchanged: 'unchanged at the payout service',
  refused: 'refused by the payout service',
};

function apiCalls(event: EventContext): string {
  const calls = list(event, 'calls').length;
  return calls === 0 ? 'no API call' : `${figure(event.view, calls)} API ${calls === 1 ? 'call' : 'calls'}`;
}

const TAKEN: Readonly<Record<string, string>> = {
  sheet: 'The sheet as it came in',
  results: 'The workbook of results',
  answer: 'The answer to the payment order',
  rows_to_fix: 'The rows to fix',
};

/** Why the maker of a dropped sheet is unknown, by code. */
const UNKNOWN_MAKER: Readonly<Record<UnknownFileMaker, string>> = {
  owner_silent:
    'The file belongs to the account that Payrun runs as, or to one that network mounts give to every file.',
  no_user: 'The file belongs to an account that is no user here.',
  others_may_write: 'Not only the owner of the file may write it.',
  folder_disagrees: 'The file lay in the folder of one user and belongs to another.',
};

function unknownMaker(event: EventContext): string {
  const why = word(event, 'unknownMaker');
  if (why === '') return '';
  return `It is not known who dropped it. ${Object.hasOwn(UNKNOWN_MAKER, why) ? UNKNOWN_MAKER[why as UnknownFileMaker] : ''}`.trim();
}

function madeOf(event: EventContext) {
  const merchant = word(event, 'merchant');
  const forMerchant = merchant && `, for ${merchant}`;
  const sheet = word(event, 'sheet');
  const states = list(event, 'states').map((one) => rowStatus(String(one)).toLowerCase());
  const references = list(event, 'references').map((one) => String(one));
  return sentences(
    sheet && `From the sheet ${sheet}${forMerchant}.`,
    run(event, 'sheetOf') && html`Its part of the sheet that ${run(event, 'sheetOf')} took in${forMerchant}.`,
    run(event, 'of') &&
      html`Pays rows of ${run(event, 'of')} again: ${joined([some(states), some(references)]) || 'all that can be'}.`,
    unknownMaker(event),
    event.data.dryRun === true && 'A dry run: nothing is paid.',
    hash(event, 'contentHash') &&
      html`<span class="quiet">Fingerprint of the file: ${hash(event, 'contentHash')}</span>`,
  );
}

/** The day on which a run pays, and why it is another one than was asked for. */
function dateOf(event: EventContext) {
  const because = word(event, 'because');
  return sentences(
    html`It is sent on ${time(event, 'startsAt')}.`,
    because && `Asked for was ${word(event, 'on')}; it was moved because ${because}.`,
  );
}

/** The digests that `payrun verify` compares the rows with. */
function proofOf(event: EventContext) {
  const digests = list(event, 'digests').flatMap((one) => {
    const { digest } = (one ?? {}) as { digest?: unknown };
    return typeof digest === 'string' ? shortHash(digest) : [];
  });
  if (digests.length === 0) return '';
  return html`<span class="quiet">Fingerprint of the rows: ${digests[0]}${digests.length > 1 ? ` and ${digests.length - 1} more` : ''}</span>`;
}

export function readRows(event: EventContext) {
  const wrong = number(event, 'invalid');
  return `${counted(event, 'rows', 'row')}${wrong ? `, ${figure(event.view, wrong)} of them wrong` : ''}.`;
}

const MOST_CORRECTED = 10;

/** The event has no names, and bank details masked. */
function corrected(event: EventContext) {
  const all = list(event, 'rows') as readonly {
    row?: unknown;
    cells?: Record<string, { before?: unknown; now?: unknown }>;
  }[];
  const lines = all.slice(0, MOST_CORRECTED).map(({ row, cells }) => {
    return html`<li>Row ${String(row)}: ${changedCells(cells ?? {}) || 'as it was'}</li>`;
  });
  const more = all.length - MOST_CORRECTED;
  return html`${sentences(
    event.data.inPlace === true
      ? html`${figure(event.view, all.length)} ${all.length === 1 ? 'row' : 'rows'} corrected before the run was submitted. The sheet was read again.`
      : html`${figure(event.view, all.length)} ${all.length === 1 ? 'row is' : 'rows are'} paid as ${run(event) || 'a run of their own'}.`,
    from(event),
  )}<ul>${lines}</ul>${more > 0 ? `and ${figure(event.view, more)} more` : ''}`;
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
