import { codeWords } from '../../events/code-words.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { as, type Value } from '../../references/value.ts';
import type { ApprovalSummary, NamedPayment } from '../../reports/approval-summary.ts';
import type { AnyTable, TableOf } from '../list.ts';
import {
  correctedRows,
  heldApart,
  paymentsAfterReturn,
  paymentsToApprove,
  releasedPayments,
  warnedPayments,
} from './approval-tables.ts';

/** Payments of an approval that are to be looked at for the same reason, or on hold and no part of it. */
export interface ApprovalPart {
  /** The anchor of its table on the page. */
  readonly id: 'corrected' | 'came-back' | 'released' | 'warned' | 'new' | 'held';
  readonly count: number;
  /** What they are, and the first of them. */
  readonly title: string;
  readonly first: Value;
  /** Above its table; `more` is what only a terminal adds, because a page says it elsewhere. */
  readonly heading: string;
  readonly more?: string;
  readonly caption?: string;
  readonly table: AnyTable;
  readonly shown: readonly unknown[];
  readonly all: number;
}

type FirstOf = Omit<NamedPayment, 'account'>;

/** The parts of an approval that have payments, the most dangerous first. */
export function approvalParts(summary: ApprovalSummary): readonly ApprovalPart[] {
  const { run, corrected, released, warned, cameBack, newRecipients, held } = summary;
  const one = <Row extends FirstOf>(
    id: ApprovalPart['id'],
    table: (run: string) => TableOf<Row>,
    { count, shown }: { readonly count: number; readonly shown: readonly Row[] },
    detail: (row: Row) => Value,
    words: Pick<ApprovalPart, 'heading' | 'more' | 'caption'> & { readonly title: string; readonly all?: number },
  ): ApprovalPart => ({
    ...{ id, count, shown, table: table(run), all: count },
    first: firstOf(run, shown, detail),
    ...words,
  });
  const isSame = cameBack.changed === 0;
  const toOthers = isSame ? '' : `, ${cameBack.changed.toLocaleString('en-US')} of them to another account`;
  const parts = [
    one('corrected', correctedRows, corrected, ({ corrections }) => asSentence(corrections.at(-1)?.changes ?? ''), {
      title: counted(corrected.count, 'row was corrected', 'rows were corrected', ' after the upload'),
      heading: `Corrected after the upload: ${pluralize(corrected.count, 'row')}`,
    }),
    one(
      ...(['came-back', paymentsAfterReturn, cameBack] as const),
      ({ last }) =>
        as.words`${asSentence(last.reason ?? (last.state === 'returned' ? 'Returned' : 'Failed'))} ${comparison(last)}.`,
      {
        title:
          cameBack.count === 1
            ? `1 payment to a recipient whose last one failed or was returned${isSame ? '' : ', to another account'}`
            : `${cameBack.count.toLocaleString('en-US')} payments to recipients whose last one failed or was returned${toOthers}`,
        heading: `Last payment failed or was returned: ${pluralize(cameBack.count, 'payment')}`,
        more: toOthers,
      },
    ),
    one(
      ...(['released', releasedPayments, released] as const),
      ({ released: by }) => by && `On hold for ${codeWords(by.was ?? 'held')}, released by ${by.by}.`,
      {
        title: counted(released.count, 'payment', 'payments', ' released from hold'),
        heading: `Released from hold: ${pluralize(released.count, 'payment')}`,
      },
    ),
    one(
      ...(['warned', warnedPayments, warned] as const),
      ({ warnings, comparedWith: found }) =>
        as.joined([warnings.join(' '), found && as.words`${comparison(found)}.`], ' '),
      {
        title: counted(warned.count, 'payment', 'payments', ' with a warning'),
        heading: `With a warning: ${pluralize(warned.count, 'payment')}`,
      },
    ),
    one(
      ...(['new', paymentsToApprove] as const),
      { count: newRecipients.payments === 0 ? 0 : newRecipients.count, shown: newRecipients.largest },
      () => null,
      {
        title: counted(newRecipients.count, 'recipient', 'recipients', ' never paid before'),
        heading: `Never paid before: ${pluralize(newRecipients.count, 'recipient')}`,
        more: `, ${pluralize(newRecipients.payments, 'payment')}; the largest`,
        caption: 'The largest payments to new recipients',
        all: newRecipients.payments,
      },
    ),
    one('held', heldApart, held, ({ reason }) => asSentence(reason), {
      title: counted(held.count, 'payment', 'payments', ' on hold, not part of this approval'),
      heading: `On hold, not part of this approval: ${pluralize(held.count, 'payment')}`,
    }),
  ];
  return parts.filter(({ count }) => count > 0);
}

const counted = (n: number, one: string, many: string, after: string): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}${after}`;

/** Who gets how much by the first payment, with what is to be checked about it. */
function firstOf<Row extends FirstOf>(run: string, shown: readonly Row[], detail: (row: Row) => Value): Value {
  const [first] = shown;
  if (!first) return null;
  const { row, reference, recipientName, amount, currency } = first;
  const name = as.link('row', `${run} ${row}`, `${recipientName ?? reference}, row ${row}`);
  const said = detail(first);
  const about = said === null || said === '' ? '.' : as.words`. ${said}`;
  return as.words`${name}: ${as.decimal(amount, currency)}${about}${shown.length > 1 ? ' The others are below.' : ''}`;
}

/** Reasons of the payout service often have no full stop. */
const asSentence = (text: string): string => (text === '' || /[.?!]$/.test(text) ? text : `${text}.`);

/** A link to the row that a payment is to be compared with. */
export const comparison = ({ run, row }: { readonly run: string; readonly row: number }): Value =>
  as.link('row', `${run} ${row}`, `Compare with run ${run}, row ${row}`);
