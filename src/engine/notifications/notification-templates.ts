import { UNKNOWN_AUTHOR } from '../../batches/approvals/approval-rules.ts';
import { debitWords } from '../../outcomes/debit-value.ts';
import { reasonList } from '../../outcomes/reason-words.ts';
import { rejectedBy } from '../../outcomes/rejection-words.ts';
import { getNextStep, OUTCOMES } from '../../outcomes/run-outcome.ts';
import { countDebits, countsByState, debitStateWord } from '../../outcomes/total-debits.ts';
import { asMoney, balanceLines, otherLines } from './balance-lines.ts';
import { anyPaid, countText, endOfRows, requiredAction, rowsIn, untilReview } from './finished-text.ts';
import { ANCHORS, htmlText } from './html-text.ts';
import type { NotificationContent, NotificationKind, WaitingSum } from './notification-content.ts';
import type { NotificationParts } from './notification-parts.ts';

/** A notification as its reader sees it. */
export interface NotificationText {
  /** One line. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The same as a complete HTML document. */
  readonly html: string;
  readonly parts: NotificationParts;
}

interface Template {
  /** The event in a few words; the sheet is appended. */
  readonly subject: (content: NotificationContent) => string;
  /** The consequence and the next step. */
  readonly lines: (content: NotificationContent) => readonly string[];
  /** The next step, and the path that is appended to the URL of the run, or of the pages if it is about no run. */
  readonly action: { readonly label: string; readonly path: string };
  readonly commands?: (run: string, content: NotificationContent) => readonly string[];
}

const WHY_TWO: Readonly<Record<NonNullable<NotificationContent['whyTwo']>, string>> = {
  unknown_dropper: UNKNOWN_AUTHOR,
  released: 'The first approver released a payment to changed bank details in this run, so two approvers are required.',
};

/** The texts of all notifications, one entry for each kind: the subject, and the lines above the figures. */
const TEMPLATES: Readonly<Record<NotificationKind, Template>> = {
  finished: {
    subject: (content) => {
      const bad = rowsIn(content, 'invalid') + rowsIn(content, 'failed') + rowsIn(content, 'returned');
      const what = OUTCOMES[content.outcome ?? 'done'].label;
      const dismissed = rowsIn(content, 'dismissed');
      return [
        what,
        ...(bad > 0 && anyPaid(content) ? [`${countText(bad, 'row')} not paid`] : []),
        ...(dismissed > 0 ? [`${countText(dismissed, 'row')} dismissed`] : []),
      ].join(', ');
    },
    lines: (content) => [
      ...(content.rejections ?? []).map(rejectedBy),
      ...requiredAction(content),
      endOfRows(content),
      ...(content.outcome === 'partly_paid' ? [getNextStep(content.outcome, content.counts)] : []),
      ...(content.outcome === 'rejected'
        ? ['To pay it, correct the sheet, then upload it or drop it into the inbox.']
        : []),
    ],
    action: { label: 'Open run', path: '' },
  },
  needs_approval: {
    subject: ({ second }) => (second ? 'Awaiting second approval' : 'Awaiting approval'),
    lines: (content) => [
      content.second
        ? `This run has one of its two approvals. ${content.whyTwo ? WHY_TWO[content.whyTwo] : 'The amount requires a second approver.'}`
        : `The payments are prepared and quoted. ${getNextStep('awaiting_approval', content.counts)}`,
      ...(content.whyTwo && !content.second ? [WHY_TWO[content.whyTwo]] : []),
    ],
    action: { label: 'Review and approve', path: '/approve' },
    commands: (run) => [`payrun approve ${run} --dry-run`, `payrun approve ${run} --as NAME`],
  },
  needs_funds: {
    subject: ({ missing = {} }) => {
      const amounts = Object.entries(missing).filter(([, minor]) => minor !== '0');
      return amounts.length === 0
        ? 'Insufficient funds'
        : `Insufficient funds: ${amounts.map(asMoney).join(', ')} short`;
    },
    lines: ({ waiting }) => [
      `${countText(waiting?.payments ?? 0, 'payment')} approved, but the balance does not cover ${waiting?.payments === 1 ? 'it. It has' : 'them. They have'} not been sent yet.`,
      'Add funds to the account shown on the run page, with the payment reference shown there. Payrun checks the balance every minute, and payments resume automatically once funded.',
    ],
    action: { label: 'View shortfall', path: '#funds' },
    commands: (run, { merchants }) => [
      ...merchants.map((merchant) => `payrun merchants funding ${oneLine(merchant, 64)}`),
      `payrun resume ${run}`,
    ],
  },
  needs_service_approval: {
    subject: () => 'Awaiting approval in the payout service',
    lines: () => [
      'The payments were sent, and the payout service is holding them for approval.',
      'Approve them in the payout service. Payrun then continues automatically and does not send them again.',
    ],
    action: { label: 'Open run', path: '' },
  },
  rows_failed: {
    subject: (content) => {
      const amounts = [
        rowsIn(content, 'invalid') > 0 ? `${rowsIn(content, 'invalid')} invalid` : '',
        rowsIn(content, 'failed') > 0 ? `${rowsIn(content, 'failed')} failed` : '',
        rowsIn(content, 'returned') > 0 ? `${rowsIn(content, 'returned')} returned` : '',
      ].filter((text) => text !== '');
      return `Rows not paid: ${amounts.join(', ')}`;
    },
    lines: (content) => [
      'These rows were not paid, or the payments were returned. The results workbook gives the reason for each.',
      rowsIn(content, 'canceled') > 0
        ? `Its "Rows to fix" worksheet has only the rows to correct, not the ${rowsIn(content, 'canceled')} canceled. To pay both, correct the original sheet, and upload it or drop it into the inbox. Rows that were paid are not paid again.`
        : 'Its "Rows to fix" worksheet has only the rows to correct. Correct them, save the file, and upload it or drop it into the inbox. Rows that were paid are not paid again.',
    ],
    action: { label: 'Correct rows', path: '/fix' },
  },
  rows_held: {
    subject: (content) => `${countText(rowsIn(content, 'held'), 'row', 'rows')} on hold`,
    lines: (content) => [`${untilReview(content)} The page and the results workbook give the reason for each row.`],
    action: { label: 'Review rows on hold', path: '#problems' },
    commands: (run) => [`payrun payments --run ${run} --state held`],
  },
  needs_person: {
    subject: (content) =>
      rowsIn(content, 'discrepancy') > 0
        ? `${countText(rowsIn(content, 'discrepancy'), 'discrepancy', 'discrepancies')}`
        : 'Action required',
    lines: (content) => [
      ...(rowsIn(content, 'discrepancy') > 0
        ? [
            `${countText(rowsIn(content, 'discrepancy'), 'payment')} in the payout service ${rowsIn(content, 'discrepancy') === 1 ? 'differs' : 'differ'} from the sheet. The results workbook shows what was paid.`,
          ]
        : []),
      rowsIn(content, 'unknown') > 0
        ? `${countText(rowsIn(content, 'unknown'), 'payment')} unconfirmed. Payrun does not know whether the money was sent, and does not resend a payment until its outcome is confirmed.`
        : 'Something in this run needs your attention. The run page gives the reason and the next step.',
    ],
    action: { label: 'Open run', path: '' },
    commands: (run) => [`payrun runs ${run}`],
  },
  pay_date_moved: {
    subject: ({ payDate }) => (payDate?.sent ? `Pay date moved to ${payDate.sent.slice(0, 10)}` : 'Pay date removed'),
    lines: ({ payDate }) => {
      if (!payDate) return ['The run’s pay date was moved. The run page shows when it will be sent.'];
      const { by, before, on, sent } = payDate;
      if (by === null) return [`The pay date ${on} was moved: the run is sent on ${sent}.`];
      const who = oneLine(by, 64);
      if (sent === null)
        return [
          `${who} removed the pay date${before === null ? '' : ` ${before}`}. The run is sent as soon as it is approved.`,
        ];
      const from = before === null ? 'set the pay date to' : `moved the pay date from ${before} to`;
      return [`${who} ${from} ${on}. The run is sent on ${sent}.`];
    },
    action: { label: 'Open run', path: '' },
  },
  sheet_refused: {
    subject: () => 'A file could not be read',
    lines: ({ file }) => [
      oneLine(file?.reason || 'Nothing in this sheet was paid.', 500),
      'The file is in the inbox’s failed/ folder. Correct it and drop it into the inbox again.',
    ],
    action: { label: 'Open Payrun', path: '' },
  },
  nothing_arrived: {
    subject: ({ expected }) => (expected ? `Nothing arrived by ${expected.by}` : 'Nothing arrived'),
    lines: ({ expected }) => [
      expected
        ? `On ${expected.day} a sheet${expected.merchant ? ` for ${expected.merchant}` : ''} was expected by ${expected.by}, but none arrived.`
        : 'A sheet was expected, but none arrived.',
      'If a sheet was due, contact its sender. Payrun accepts it whenever it arrives.',
    ],
    action: { label: 'Open Payrun', path: '' },
  },
};

/**
 * The text of a notification. `link` leads to the run page; null if the pages have no public URL. The subject is
 * always one line without control characters, whatever the name of the sheet.
 */
export function notificationText(
  kind: NotificationKind,
  content: NotificationContent,
  link: string | null,
): NotificationText {
  const template = TEMPLATES[kind];
  const about = content.file?.name ?? content.sheet;
  const run = content.run === null ? '' : `run ${content.run}`;
  const which = about === null ? run : `${oneLine(about, 80)}${run === '' ? '' : ` (${run})`}`;
  const what = template.subject(content);
  const subject = oneLine(
    `${content.sandbox ? '[Payrun SANDBOX] ' : '[Payrun] '}${what}${which === '' ? '' : `: ${which}`}`,
    200,
  );
  const parts: NotificationParts = {
    sandbox: content.sandbox,
    title: oneLine(`${what}${which === '' ? '' : `: ${which}`}`, 200),
    lines: template
      .lines(content)
      .filter((line) => line !== '')
      .map((line) => oneLine(line, 600)),
    facts: heading(content),
    lists: [
      list('Shortfall', Object.entries(content.missing ?? {}).map(missingLine)),
      list('Other runs awaiting funds from the same balance', otherLines(content)),
      content.waiting ? sums('Total debit', content.waiting.debits) : null,
      list('Balances', balanceLines(content)),
      list(
        changedTitle(content),
        (content.changed ?? []).map((line) => oneLine(line, 300)),
      ),
      list(
        'First rows',
        (content.affected ?? []).map((line) => oneLine(line, 300)),
      ),
      list('Rows by status', states(content)),
      list('Total debit by status', debitLines(content)),
    ].filter((one) => one !== null),
    action: link === null ? null : { ...template.action, url: `${link}${template.action.path}` },
    footer: [...new Set(content.runs.flatMap((run) => template.commands?.(run, content) ?? []))],
    anchors: (content.anchors ?? []).map((line) => oneLine(line, 200)),
  };
  return { subject, text: plainText(parts), html: htmlText(parts), parts };
}

function plainText({ sandbox, lines, facts, lists, action, footer, anchors }: NotificationParts): string {
  const width = 13;
  const blocks = [
    sandbox ? ['SANDBOX, NO MONEY MOVES'] : [],
    lines,
    facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`),
    ...lists.map((one) => [`${one.title}:`, ...one.lines.map((line) => `  ${line}`)]),
    action === null ? [] : [action.url],
    footer.length === 0 ? [] : ['-- ', 'On the command line:', ...footer.map((line) => `  ${line}`)],
    anchors.length === 0 ? [] : [ANCHORS, ...anchors.map((line) => `  ${line}`)],
  ];
  const text = blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
  return `${text}\n`;
}

const list = (title: string, lines: readonly string[]) => (lines.length === 0 ? null : { title, lines });

const missingLine = (one: readonly [string, string]) =>
  one[1] === '0' ? `${one[0]}: the payout service reports insufficient funds` : asMoney(one);

function changedTitle({ changed = [], uncertain = 0 }: NotificationContent): string {
  if (uncertain === 0) return 'Changed bank details';
  return uncertain === changed.length ? 'Possibly changed bank details' : 'Changed or possibly changed bank details';
}

/** The number of merchants named individually; the page has the others. */
const MOST_MERCHANTS = 10;

function heading({ sheet, run, merchants, rows, makers = [] }: NotificationContent): NotificationParts['facts'] {
  const named = merchants.slice(0, MOST_MERCHANTS).map((name) => oneLine(name, 64));
  const more = merchants.length - named.length;
  return [
    ...(sheet === null ? [] : [['Sheet', oneLine(sheet, 200)] as const]),
    ...(run === null ? [] : [['Run', run] as const]),
    ...(named.length === 0 ? [] : [['Merchant', `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`] as const]),
    ...(run === null || rows === 0 ? [] : [['Rows', String(rows)] as const]),
    ...(makers.length === 0 ? [] : [['Uploaded by', makers.map((name) => oneLine(name, 64)).join(', ')] as const]),
  ];
}

function states({ debits = [], reasons = [] }: NotificationContent): readonly string[] {
  return countsByState(debits).map((one) => {
    const why = oneLine(reasonList(reasons, one.state), 300);
    return `${countDebits(one)}${why === '' ? '' : `: ${why}`}`;
  });
}

/** "Paid: 1,240.50 EUR (3 payments)": one line for each state and funding currency. */
function debitLines({ debits = [] }: NotificationContent): readonly string[] {
  return debits
    .filter(({ currency }) => currency !== null)
    .map((one) => `${debitStateWord(one.state)}: ${debitWords(one)} (${countText(one.payments, 'payment')})`);
}

function sums(title: string, of: Readonly<Record<string, WaitingSum>>) {
  return list(
    title,
    Object.entries(of).map(
      ([currency, { rows, minor }]) =>
        `${minor === null ? `${currency}: not quoted yet` : asMoney([currency, minor])} (${countText(rows, 'payment')})`,
    ),
  );
}

/**
 * Text from outside as one line, without characters that move a cursor, change the text direction or end a header; cut
 * at `most` characters.
 */
function oneLine(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}
