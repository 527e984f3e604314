import type { ApprovalSummary } from '../../../reports/approval-summary.ts';
import { decimalAmount, figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { exactMoment } from '../../components/moment.ts';
import type { View } from '../../components/view.ts';

/** Anchors of the detailed parts of the page. */
export const PLACES = {
  changed: 'changed',
  released: 'released',
  warned: 'warned',
  new: 'new',
  held: 'held',
  decide: 'decide',
} as const;

/** Facts to check before approval, most dangerous first: their number and their place on the page. */
const LOOKS: readonly {
  readonly place: keyof typeof PLACES;
  readonly tone?: 'bad' | 'wait';
  readonly of: (summary: ApprovalSummary) => { readonly what: string; readonly n: number };
}[] = [
  {
    place: 'changed',
    tone: 'bad',
    of: ({ changedAccounts: { count } }) => ({
      what: `${count === 1 ? 'payment' : 'payments'} to changed bank details`,
      n: count,
    }),
  },
  {
    place: 'released',
    tone: 'wait',
    of: ({ released: { count } }) => ({
      what: `${count === 1 ? 'payment' : 'payments'} released from hold`,
      n: count,
    }),
  },
  {
    place: 'warned',
    tone: 'wait',
    of: ({ warned: { count } }) => ({ what: `${count === 1 ? 'payment' : 'payments'} with a warning`, n: count }),
  },
  {
    place: 'new',
    of: ({ newPayees: { count, payments } }) => ({
      what: `${count === 1 ? 'recipient' : 'recipients'} never paid before`,
      n: payments === 0 ? 0 : count,
    }),
  },
  {
    place: 'held',
    of: ({ held: { count } }) => ({
      what: `${count === 1 ? 'payment' : 'payments'} on hold, not part of this approval`,
      n: count,
    }),
  },
];

/** The summary of an approval: total debit per balance, facts to check, and a link to the approval form. */
export function approvalHighlights(view: View, summary: ApprovalSummary): Markup {
  const { payments, payees, batches, balances } = summary;
  const until = batches
    .map(({ quoteHoldsUntil }) => new Date(quoteHoldsUntil))
    .sort((a, b) => a.getTime() - b.getTime());
  const looks = LOOKS.map((look) => ({ ...look, ...look.of(summary) })).filter(({ n }) => n > 0);
  return html`<section class="card glance" aria-label="At a glance">
<p class="lead"><strong>${figure(view, payments)}</strong> ${payments === 1 ? 'payment' : 'payments'} to <strong>${figure(view, payees)}</strong> ${payees === 1 ? 'recipient' : 'recipients'}.</p>
<dl class="sums">${balances.map(
    ({ currency, debit }) =>
      html`<div><dt>Total debit, ${currency}</dt><dd>${debit === null ? 'not quoted yet' : decimalAmount(view, debit, currency)}</dd></div>`,
  )}</dl>
${
  looks.length === 0
    ? html`<p>No changed bank details, no new recipients, nothing on hold, no warnings.</p>`
    : html`<ul>${looks.map(
        ({ place, tone, n, what }) =>
          html`<li${tone ? html` class="${tone}"` : ''}><a href="#${PLACES[place]}">${figure(view, n)} ${what}</a></li>`,
      )}</ul>`
}
${until[0] ? html`<p class="quiet">Rate locked until ${exactMoment(view, until[0])}.</p>` : ''}
</section>
<p class="ahead"><a class="button main" href="#${PLACES.decide}">Go to approval</a></p>`;
}
