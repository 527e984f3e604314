import { countRecipientRows, type RecipientRowState } from '../../../ledger/recipients/recipient-row.ts';
import { type RunRecipient, selectRunRecipients } from '../../../ledger/views/run-recipients.ts';
import type { RunView } from '../../../ledger/views/run-view.ts';
import { rowStatus } from '../../../outcomes/status-words.ts';
import type { StatusTone } from '../../../references/value.ts';
import { withoutAccountNumbers } from '../../../reports/without-account-numbers.ts';
import { figure } from '../../components/amount.ts';
import { badgeOf } from '../../components/badge.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pager } from '../../components/pager.ts';
import { recipientPath, runPaymentsPath } from '../../components/paths.ts';
import { empty, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';

const PAGE = 50;

const TONES: Readonly<Record<RecipientRowState, StatusTone>> = {
  ready: 'busy',
  created: 'good',
  changed: 'good',
  unchanged: 'plain',
  refused: 'bad',
  invalid: 'bad',
};

/** The rows of a run of recipients: who they are, and what became of them at the payout service. */
export async function runRecipients(
  view: View,
  { appContext }: PageDeps,
  { id, state }: RunView,
  after: number,
): Promise<Markup> {
  const { db } = appContext.ledger;
  const asked = { run: id, after, limit: PAGE };
  const [{ rows, next }, counts] = await Promise.all([
    selectRunRecipients(db, view.currentUser.merchants, asked),
    countRecipientRows(db, id),
  ]);
  const notSaved = (counts.refused ?? 0) + (counts.invalid ?? 0);
  return html`${
    notSaved === 0
      ? ''
      : html`<p class="notice bad">${figure(view, notSaved)} ${notSaved === 1 ? 'row is' : 'rows are'} not saved at the payout service. Correct ${notSaved === 1 ? 'it and send it' : 'them and send them'} again; nothing is sent for what did not change.</p>`
  }${table(
    'Recipients, in the order of the sheet',
    [
      { title: 'Row', align: 'right', cell: ({ row }) => row },
      { title: 'Recipient', names: true, cell: recipientOf },
      { title: 'Status', cell: (one) => badgeOf(TONES[one.state], rowStatus(one.state)) },
      { title: 'Reason', wide: true, optional: true, cell: reasonsOf },
    ],
    rows,
    state === 'done' || after >= 0
      ? empty('No recipients.', 'Nothing of this sheet was sent.')
      : empty('No rows yet.', 'They show as soon as the sheet was read.'),
    { stacks: true },
  )}${pager({
    first: after < 0 ? null : runPaymentsPath(id),
    next: next === null ? null : runPaymentsPath(id, { after: next }),
  })}`;
}

const recipientOf = ({ recipient, name, reference_id }: RunRecipient) =>
  recipient === null
    ? 'Not known'
    : html`<a href="${recipientPath(recipient)}">${name ?? `Recipient ${reference_id ?? ''}`}</a>`;

const reasonsOf = ({ reason, problems }: RunRecipient) =>
  [...(reason === null ? [] : [reason]), ...problems.map(({ message }) => message)]
    .map(withoutAccountNumbers)
    .join(' ');
