import { showMoney } from '../../money.ts';
import { COUNTED_STATES, type PaymentState } from '../../states.ts';
import type { NoticeContent, NoticeKind, Sum } from './notice.ts';

/** A notice as a person reads it. */
export interface NoticeText {
  /** One line. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

interface Template {
  /** What happened, in a few words; the sheet follows. */
  readonly subject: (content: NoticeContent) => string;
  /** What it means, and what to do. */
  readonly lines: (content: NoticeContent, link: string | null) => readonly string[];
}

const n = (content: NoticeContent, state: PaymentState) => content.counts[state] ?? 0;
const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const anyPaid = (content: NoticeContent) => n(content, 'processed') + n(content, 'returned') > 0;
/** A command for each run that it is about. */
const commands = ({ runs }: NoticeContent, command: (run: string) => string) => runs.map((run) => `  ${command(run)}`);

/** The texts of all notices. One entry is one kind: what stands in the subject, and what stands above the figures. */
const TEMPLATES: Readonly<Record<NoticeKind, Template>> = {
  finished: {
    subject: (content) => {
      if (!anyPaid(content)) return 'Nothing was paid';
      const bad = n(content, 'invalid') + n(content, 'failed') + n(content, 'returned');
      return bad > 0 ? `Finished, ${counted(bad, 'row')} not paid` : 'Finished';
    },
    lines: (content) => [
      anyPaid(content)
        ? 'Every payment of this sheet that was started has come to its end.'
        : 'No row of this sheet was paid. The results workbook says for each of them why.',
    ],
  },
  needs_approval: {
    subject: ({ second }) => (second ? 'Needs a second approval' : 'Needs approval'),
    lines: (content) => [
      content.second
        ? 'One person has approved it; its amount needs the approval of a second one.'
        : 'The payments are prepared and priced. Nothing is paid until somebody who did not make this run approves it.',
      'On the command line, to see what waits, and to approve it:',
      ...commands(content, (run) => `payrun approve ${run} --dry-run`),
      ...commands(content, (run) => `payrun approve ${run} --as NAME`),
    ],
  },
  needs_funds: {
    subject: () => 'Needs funds',
    lines: (content) => [
      'The payments are approved, and the balance at the payout service does not cover them. Add funds there.',
      'Then they go on with the nightly run, or at once with:',
      ...commands(content, (run) => `payrun resume ${run}`),
    ],
  },
  needs_service_approval: {
    subject: () => 'Awaiting approval in the payout service',
    lines: () => [
      'The payments were sent, and the payout service holds them until somebody approves them there.',
      'Approve it in the payout service. Payrun follows it by itself and does not send it again.',
    ],
  },
  rows_failed: {
    subject: (content) => {
      const said = [
        n(content, 'invalid') > 0 ? `${n(content, 'invalid')} refused` : '',
        n(content, 'failed') > 0 ? `${n(content, 'failed')} failed` : '',
        n(content, 'returned') > 0 ? `${n(content, 'returned')} came back` : '',
      ].filter((text) => text !== '');
      return `Rows were not paid: ${said.join(', ')}`;
    },
    lines: () => [
      'These rows were not paid, or the money came back. The results workbook says for each of them why, and has a worksheet',
      'with only the rows to correct: correct them there, save it, and drop it again. Rows that were paid are not paid again.',
    ],
  },
  rows_held: {
    subject: (content) => `${counted(n(content, 'held'), 'row is', 'rows are')} held`,
    lines: () => [
      'These rows look as if something is wrong with them: a payment that was made before, changed bank details, or a limit.',
      'They are not paid until a person releases them. The results workbook says for each of them why.',
    ],
  },
  needs_person: {
    subject: (content) =>
      n(content, 'discrepancy') > 0
        ? `${counted(n(content, 'discrepancy'), 'discrepancy', 'discrepancies')}`
        : 'A person must look',
    lines: (content) => [
      ...(n(content, 'discrepancy') > 0
        ? [
            `${counted(n(content, 'discrepancy'), 'payment')} at the payout service ${n(content, 'discrepancy') === 1 ? 'is' : 'are'} not what the sheet says. The results workbook says for each of them what was paid.`,
          ]
        : []),
      n(content, 'unknown') > 0
        ? `Of ${counted(n(content, 'unknown'), 'payment')} nobody can say whether it was made. Payrun does not guess, and does not send it again.`
        : 'Something is not as it should be, and Payrun does not guess. Nothing more of it is paid until somebody has looked.',
      'What is known:',
      ...commands(content, (run) => `payrun runs ${run}`),
    ],
  },
  sheet_refused: {
    subject: () => 'A file could not be taken in',
    lines: ({ file }) => [
      oneLine(file?.reason || 'Nothing of this sheet was paid.', 500),
      'The file is in the folder failed/ of the inbox. Correct it and drop it again.',
    ],
  },
  nothing_arrived: {
    subject: ({ expected }) => (expected ? `Nothing arrived by ${expected.by}` : 'Nothing arrived'),
    lines: ({ expected }) => [
      expected
        ? `On ${expected.day} a sheet${expected.merchant ? ` for ${expected.merchant}` : ''} was expected by ${expected.by}, and none came.`
        : 'A sheet was expected, and none came.',
      'If it was meant to come, ask whoever sends it; Payrun takes it whenever it comes.',
    ],
  },
};

/** What a state is called by people. */
const CALLED: Readonly<Record<(typeof COUNTED_STATES)[number], string>> = {
  invalid: 'refused, see the results workbook',
  held: 'held for a person',
  ready: 'to be paid',
  batched: 'prepared, not started',
  started: 'on their way',
  processed: 'paid',
  failed: 'failed',
  returned: 'came back',
  cancelled: 'cancelled',
  unknown: 'unknown: a person must look',
  discrepancy: 'discrepancy: paid otherwise than the sheet says',
};

/**
 * A notice in words. `link` leads to the page of the run; null where the pages have no address. Whatever a sheet is called, the
 * subject is one line without control characters.
 */
export function noticeText(kind: NoticeKind, content: NoticeContent, link: string | null): NoticeText {
  const template = TEMPLATES[kind];
  const about = content.file?.name ?? content.sheet;
  const run = content.run === null ? '' : `run ${content.run}`;
  const which = about === null ? run : `${oneLine(about, 80)}${run === '' ? '' : ` (${run})`}`;
  const what = template.subject(content);
  const subject = oneLine(
    `${content.sandbox ? '[Payrun SANDBOX] ' : '[Payrun] '}${what}${which === '' ? '' : `: ${which}`}`,
    200,
  );
  const blocks = [
    content.sandbox ? ['SANDBOX, NO MONEY MOVES'] : [],
    template.lines(content, link),
    heading(content),
    content.waiting ? sums('What waits, with fees', content.waiting.debits) : [],
    states(content),
    sums('Amounts', content.totals),
    link === null ? [] : [link],
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return { subject, text: `${text}\n` };
}

/** Merchants that are named one by one; the page has the others. */
const MOST_MERCHANTS = 10;

function heading({ sheet, run, merchants, rows }: NoticeContent): readonly string[] {
  const named = merchants.slice(0, MOST_MERCHANTS).map((name) => oneLine(name, 64));
  const more = merchants.length - named.length;
  return [
    ...(sheet === null ? [] : [`Sheet:     ${oneLine(sheet, 200)}`]),
    ...(run === null ? [] : [`Run:       ${run}`]),
    ...(named.length === 0 ? [] : [`Merchant:  ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]),
    ...(run === null ? [] : [`Rows:      ${rows}`]),
  ];
}

function states({ counts }: NoticeContent): readonly string[] {
  const lines = COUNTED_STATES.filter((state) => (counts[state] ?? 0) > 0).map(
    (state) => `${String(counts[state]).padStart(9)}  ${CALLED[state]}`,
  );
  return lines.length > 0 ? ['Where they are:', ...lines] : [];
}

function sums(title: string, of: Readonly<Record<string, Sum>>): readonly string[] {
  const lines = Object.entries(of).map(
    ([currency, { rows, minor }]) => `  ${showMoney({ currency, minor: BigInt(minor) })} (${counted(rows, 'payment')})`,
  );
  return lines.length > 0 ? [`${title}:`, ...lines] : [];
}

/** Text from outside on one line, without what could move a cursor, turn the text round or end a header; cut at `most` characters. */
function oneLine(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}
