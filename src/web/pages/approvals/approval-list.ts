import type { ListedForApproval } from '../../../ledger/views/approval-payments.ts';
import { formatMinor } from '../../../money.ts';
import { countryWord } from '../../../references/country-word.ts';
import { accountTitle } from '../../../references/shown-account.ts';
import { amount } from '../../components/amount.ts';
import { csrfField, searchField } from '../../components/form.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { approvePath, paymentPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { empty, table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { PLACES } from './approval-checks.ts';

/** A page of the payments that await approval. */
export interface ApprovalList {
  readonly payments: readonly ListedForApproval[];
  /** The ids of payments of which cells were corrected after the upload. */
  readonly corrected: ReadonlySet<string>;
  readonly hasMore: boolean;
  readonly isFirst: boolean;
  readonly text: string | null;
  readonly query: Readonly<Record<string, string>>;
  /** A message about the search. */
  readonly note: Content;
}

export const listPath = (run: string): string => `${approvePath(run)}/payments`;

/** Every payment of the approval: searched, page by page, and as CSV. */
export function approvalList(view: View, run: string, list: ApprovalList): Markup {
  const path = listPath(run);
  const { payments, corrected, hasMore, isFirst, text, query, note } = list;
  return html`<h2 id="${PLACES.payments}" tabindex="-1">All payments</h2>
<form class="filters" action="${path}" method="post" role="search">${csrfField(view)}
${searchField({ label: 'Name, reference or row', value: text })}
<button>Search</button>${text === null ? '' : html` <a href="${approvePath(run)}#${PLACES.payments}">Show all</a>`}
<a class="button" href="${path}.csv">Export CSV</a></form>
${note}
${table<ListedForApproval>(
  'Payments, in the order of the sheet',
  [
    {
      title: 'Recipient',
      names: true,
      cell: ({ id, recipientName, reference, row }) =>
        html`<a href="${paymentPath(id)}">${recipientName ?? 'not named'}</a><br><span class="quiet">${noWrap(reference)}, row ${row}</span>`,
    },
    {
      title: 'Account',
      compact: 'line',
      cell: ({ id, account, country, isChanged, isReleased, isWarned, lastAt, cameBack }) =>
        html`${noWrap(accountTitle(account))}${isChanged ? html` <span class="badge bad">Changed</span>` : isNew({ lastAt, cameBack }) ? html` <span class="badge busy">New</span>` : ''}${cameBack ? html` <span class="badge wait">${LAST_ONE[cameBack]}</span>` : ''}${isReleased ? html` <span class="badge wait">Released</span>` : ''}${corrected.has(id) ? html` <span class="badge wait">Corrected</span>` : ''}${isWarned ? html` <span class="badge wait">Warning</span>` : ''}<br> <span class="quiet">${countryWord(country)}</span>`,
    },
    {
      title: 'Last payment',
      align: 'right',
      cell: ({ lastAt, lastState, lastCurrency: currency, lastMinor: minor }) =>
        lastAt === null || currency === null || minor === null
          ? html`<span class="quiet">none paid</span>`
          : html`${amount(view, { currency, minor })}<br><span class="quiet">${moment(view, lastAt)}${lastState === 'processed' ? '' : ', not confirmed as paid'}</span>`,
    },
    {
      title: 'Amount',
      align: 'right',
      compact: 'beside',
      cell: ({ currency, minor }) => amount(view, { currency, minor }),
    },
  ],
  payments,
  empty('No results.', html`<a href="${approvePath(run)}#${PLACES.payments}">Show all payments</a>.`),
  { stacks: true },
)}
${pager({
  first: isFirst ? null : `${pathWith(path, query)}#${PLACES.payments}`,
  next: hasMore ? `${pathWith(path, { ...query, after: payments.at(-1)!.row })}#${PLACES.payments}` : null,
})}`;
}

const LAST_ONE = { failed: 'Last one failed', returned: 'Last one returned' } as const;

const isNew = ({ lastAt, cameBack }: Pick<ListedForApproval, 'lastAt' | 'cameBack'>): boolean =>
  lastAt === null && cameBack === null;

const HEADER = [
  'row',
  'reference',
  'recipient',
  'country',
  'account',
  'amount',
  'currency',
  'last payment',
  'last amount',
  'last currency',
  'note',
];

/** The same as lines of a CSV file. */
export async function* approvalLines(
  pages: AsyncIterable<readonly ListedForApproval[]>,
  corrected: ReadonlySet<string>,
): AsyncGenerator<readonly (readonly string[])[]> {
  yield [HEADER];
  for await (const page of pages)
    yield page.map((one) => [
      ...[String(one.row), one.reference, one.recipientName ?? '', one.country ?? '', one.account ?? ''],
      ...[formatMinor(one.minor, one.currency), one.currency, one.lastAt?.toISOString() ?? ''],
      one.lastMinor === null || one.lastCurrency === null ? '' : formatMinor(one.lastMinor, one.lastCurrency),
      one.lastCurrency ?? '',
      [
        one.isChanged ? 'changed account' : isNew(one) ? 'new recipient' : '',
        one.cameBack ? LAST_ONE[one.cameBack].toLowerCase() : '',
        one.lastState === null || one.lastState === 'processed' ? '' : 'last payment not confirmed as paid',
        one.isReleased ? 'released from hold' : '',
        corrected.has(one.id) ? 'corrected after the upload' : '',
        one.isWarned ? 'with a warning' : '',
      ]
        .filter(Boolean)
        .join(', '),
    ]);
}
