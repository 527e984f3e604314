import type { UnknownFileMaker } from '../../engine/inbox/file-maker.ts';
import { figure } from '../components/amount.ts';
import { type Content, html } from '../components/markup.ts';
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
  rows,
  run,
  sentences,
  shortHash,
  some,
  text,
  time,
  totals,
  verified,
  word,
} from './event-context.ts';
import type { EventFormatter } from './event-formatter.ts';

/** A run of which nothing more is sent. */
const takenBack = (said: EventContext): Content =>
  sentences(
    text(said, 'because') && `“${text(said, 'because')}”.`,
    batches(said) && html`Withdrawn: ${batches(said)}.`,
    from(said),
  );

/** Texts of events of a run, its sheet, its rows and its recipients. */
export const RUN_EVENTS = {
  run_created: { title: 'Run created', tell: madeOf },
  run_blocked: {
    title: 'Stopped before anything was paid',
    tell: (said) =>
      `The service has batches that the ledger does not know, ${text(said, 'remoteId')} among them. Nothing of this run is paid until they are handled.`,
  },
  intake: {
    title: 'Sheet read',
    tell: (said) => {
      const sum = totals(said, 'totals');
      const wrong = number(said, 'invalid');
      const stopped = code(said, 'stopped');
      const same = said.data.sameAs as { run?: unknown; sheet?: unknown } | null | undefined;
      const whole = { ...said, data: { ...(said.data.sheet as object | null) } };
      const all = totals(whole, 'totals');
      return sentences(
        `${counted(said, 'rows', 'row')}${wrong ? `, ${figure(said.view, wrong)} of them wrong` : ''}.`,
        sum && html`Payable: ${sum}.`,
        stopped && `Nothing of it is paid: ${stopped}.`,
        same && html`It pays the same as ${run({ ...said, data: same }) || 'an earlier run'}.`,
        all && html`The whole sheet: ${counted(whole, 'rows', 'row')}, ${all}.`,
        proofOf(said),
      );
    },
  },
  intake_failed: {
    title: 'Sheet not read',
    tell: (said) => sentences(text(said, 'message'), 'Nothing of it is paid.'),
  },
  confirmed: {
    title: 'Submitted',
    tell: (said) => {
      const sum = totals(said, 'totals');
      return html`Submitted: ${counted(said, 'payable', 'payment')}${sum && html`, ${sum}`}.`;
    },
  },
  not_paid: { title: 'Not paid', tell: (said) => `Nothing is paid: ${code(said)}.` },
  pay_date_set: { title: 'Pay date set', tell: dateOf },
  pay_date_changed: {
    title: 'Pay date changed',
    tell: (said) =>
      sentences(
        word(said, 'on') ? dateOf(said) : 'It is sent as soon as it is approved.',
        word(said, 'before') && html`Before: ${word(said, 'before')}.`,
      ),
  },
  late_for_cut_off: {
    title: 'Late for the cut-off',
    tell: (said) =>
      sentences(
        html`It must be started by ${word(said, 'by')}, and starts ${time(said, 'startsAt')} at the earliest.`,
        `It takes ${counted(said, 'calls', 'call')}, with ${counted(said, 'runsAhead', 'run')} before it.`,
      ),
  },
  released: {
    title: 'Payment released',
    tell: (said) =>
      sentences(
        html`${payment(said)}${word(said, 'reference') && `, ${word(said, 'reference')}`}, is paid after all. It was on hold: ${code(said, 'was') || 'for review'}.`,
        verified(said),
      ),
  },
  dismissed: {
    title: 'Hold dismissed',
    tell: (said) =>
      sentences(
        html`${said.data.payment ? payment(said) : capital(counted(said, 'rows', 'payment'))}: not to be paid. ${text(said, 'because')}`,
        `On hold before: ${code(said, 'was') || 'for a person to decide'}.`,
      ),
  },
  sheet_released: {
    title: 'Sheet released',
    tell: (said) =>
      `${capital(counted(said, 'rows', 'payment'))} of the sheet released. Most of it was paid before by an earlier sheet.`,
  },
  resolved: {
    title: 'Payment resolved',
    tell: (said) =>
      html`${payment(said)} was ${said.data.paid === true ? 'paid' : 'not paid'}: ${text(said, 'because')}`,
  },
  rejection_intended: {
    title: 'Rejection begun',
    tell: (said) =>
      sentences(
        text(said, 'because') && `“${text(said, 'because')}”.`,
        'Its batches are withdrawn now, also if this is interrupted.',
        from(said),
      ),
  },
  rejected: { title: 'Rejected', tell: takenBack },
  withdrawn: { title: 'Withdrawn', tell: takenBack },
  commented: {
    title: 'Comment',
    tell: (said) => sentences(said.data.payment ? html`${payment(said)}:` : '', html`“${text(said, 'text')}”`),
  },
  assigned: {
    title: 'Assigned',
    tell: (said) => html`${payment(said)} is assigned to ${word(said, 'to') || 'nobody'}.`,
  },
  stopped: { title: 'Stopped', tell: takenBack },
  downloaded: {
    title: 'Downloaded',
    tell: (said) => `${TAKEN[word(said, 'what')] ?? word(said, 'what')}, with bank details in the clear.`,
  },
  rows_corrected: { title: 'Rows corrected', tell: corrected },
  sheet_purged: {
    title: 'File of the sheet removed',
    tell: (said) => `It was older than the ${counted(said, 'days', 'day')} that files of sheets are kept.`,
  },
  payloads_purged: {
    title: 'Cells of rows removed',
    tell: (said) =>
      `What ${counted(said, 'rows', 'row')} of the sheet said, older than the ${counted(said, 'days', 'day')} that it is kept. Payments and audit stay.`,
  },
  recipients_unknown: {
    title: 'Recipients not known',
    tell: (said) => `The service knows nobody by the referenceId of ${rows(said) || 'some rows'}: their payments fail.`,
  },
  recipient_refused: {
    title: 'Recipient refused',
    tell: (said) =>
      sentences(
        `Row ${number(said, 'row') ?? '?'}: ${text(said, 'reason') || code(said)}`,
        counted(said, 'payments', 'payment') && `Of ${counted(said, 'payments', 'payment')} to them none is paid.`,
      ),
  },
  account_in_flight: {
    title: 'Held: account about to change',
    tell: (said) =>
      `Row ${number(said, 'row') ?? '?'}: another run is about to pay this recipient to other bank details. ${counted(said, 'payments', 'payment')} held.`,
  },
  recipient_unreadable: {
    title: 'On hold: recipient at the service cannot be read',
    tell: (said) =>
      sentences(
        `Row ${number(said, 'row') ?? '?'}: ${text(said, 'reason')}`,
        `${counted(said, 'payments', 'payment')} held.`,
      ),
  },
  account_differs: {
    title: 'On hold: account at the service differs',
    tell: (said) =>
      sentences(
        `Row ${number(said, 'row') ?? '?'}: ${text(said, 'reason')}`,
        `${counted(said, 'payments', 'payment')} held.`,
      ),
  },
  recipients_in: { title: 'Sheet of recipients read', tell: readRows },
  recipient_brought: {
    title: 'Recipient brought to the service',
    tell: (said) =>
      `Row ${number(said, 'row') ?? '?'}: ${word(said, 'state')}, ${some(list(said, 'calls').map(callWords)) || 'no call'}.`,
  },
  country_not_enabled: {
    title: 'Country not enabled',
    tell: (said) => `${capital(rows(said))}: accounts in ${word(said, 'country')} may not be paid to.`,
  },
  below_route_minimum: {
    title: 'Below the minimum',
    tell: (said) =>
      `${capital(rows(said))}: less than ${word(said, 'minimum')}, the least that the service takes by ${word(said, 'route')}.`,
  },
} as const satisfies Record<string, EventFormatter>;

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
  owner_changed: 'The owner of the file changed after it was dropped.',
};

function unknownMaker(said: EventContext): string {
  const why = word(said, 'unknownMaker');
  if (why === '') return '';
  return `It is not known who dropped it. ${Object.hasOwn(UNKNOWN_MAKER, why) ? UNKNOWN_MAKER[why as UnknownFileMaker] : ''}`.trim();
}

function madeOf(said: EventContext) {
  const merchant = word(said, 'merchant');
  const forMerchant = merchant && `, for ${merchant}`;
  const sheet = word(said, 'sheet');
  const states = list(said, 'states').map((one) => String(one));
  const references = list(said, 'references').map((one) => String(one));
  return sentences(
    sheet && `From the sheet ${sheet}${forMerchant}.`,
    run(said, 'sheetOf') && html`Its part of the sheet that ${run(said, 'sheetOf')} took in${forMerchant}.`,
    run(said, 'of') &&
      html`Pays rows of ${run(said, 'of')} again: ${joined([some(states), some(references)]) || 'all that can be'}.`,
    unknownMaker(said),
    said.data.dryRun === true && 'A dry run: nothing is paid.',
    hash(said, 'contentHash') && html`<span class="quiet">Content of the file: ${hash(said, 'contentHash')}</span>`,
  );
}

/** The day on which a run pays, and why it is another one than was asked for. */
function dateOf(said: EventContext) {
  const because = word(said, 'because');
  return sentences(
    html`It is sent on ${time(said, 'startsAt')}.`,
    because && `Asked for was ${word(said, 'on')}; it was moved because ${because}.`,
  );
}

/** The digests that `payrun verify` compares the rows with. */
function proofOf(said: EventContext) {
  const digests = list(said, 'digests').flatMap((one) => {
    const { digest } = (one ?? {}) as { digest?: unknown };
    return typeof digest === 'string' ? shortHash(digest) : [];
  });
  if (digests.length === 0) return '';
  return html`<span class="quiet">Proof of the rows: ${digests[0]}${digests.length > 1 ? ` and ${digests.length - 1} more` : ''}</span>`;
}

export function readRows(said: EventContext) {
  const wrong = number(said, 'invalid');
  return `${counted(said, 'rows', 'row')}${wrong ? `, ${figure(said.view, wrong)} of them wrong` : ''}.`;
}

const MOST_CORRECTED = 10;

/** Bank details are already masked in the event. */
function corrected(said: EventContext) {
  const all = list(said, 'rows') as readonly {
    row?: unknown;
    cells?: Record<string, { before?: unknown; now?: unknown }>;
  }[];
  const lines = all.slice(0, MOST_CORRECTED).map(({ row, cells }) => {
    const changes = Object.entries(cells ?? {}).map(
      ([column, { before, now }]) => `${column} ${shown(before)} → ${shown(now)}`,
    );
    return html`<li>Row ${String(row)}: ${changes.join('; ') || 'as it was'}</li>`;
  });
  const more = all.length - MOST_CORRECTED;
  return html`${sentences(
    said.data.inPlace === true
      ? html`${figure(said.view, all.length)} ${all.length === 1 ? 'row' : 'rows'} corrected before the run was submitted. The sheet was read again.`
      : html`${figure(said.view, all.length)} ${all.length === 1 ? 'row is' : 'rows are'} paid as ${run(said) || 'a run of their own'}.`,
    from(said),
  )}<ul>${lines}</ul>${more > 0 ? `and ${figure(said.view, more)} more` : ''}`;
}

const shown = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : 'nothing');

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** `createRecipient` as `create recipient`. */
const callWords = (call: unknown): string => String(call).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
