import type { Mention } from '../../../ledger/views/mentions.ts';
import { badgeOf } from '../../components/badge.ts';
import { itemList, listItem } from '../../components/list-item.ts';
import { html, type Markup } from '../../components/markup.ts';
import { paymentPath, recipientPath, runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';

/** The comments that mention the visitor, with a link to each; nothing if there are none. */
export function mentionsPart(view: View, mentions: readonly Mention[]): Markup | '' {
  if (mentions.length === 0) return '';
  return html`<h2 id="mentions">Mentions</h2>
${itemList(
  mentions.map((mention) =>
    listItem({
      icon: 'people',
      tone: mention.opened ? 'plain' : 'wait',
      title: html`<a href="${pathOf(mention)}#activity">${nameOf(mention)}</a>${mention.opened ? '' : html` ${badgeOf('wait', 'Unread')}`}`,
      about: html`${mention.by}, ${moment(view, mention.at)}: “${mention.text}”`,
    }),
  ),
)}`;
}

const pathOf = ({ run, payment, recipient }: Mention): string =>
  payment !== null ? paymentPath(payment) : run !== null ? runPath(run) : recipientPath(recipient ?? '');

const nameOf = ({ run, row, recipientName }: Mention): string =>
  run === null ? (recipientName ?? 'A recipient') : row === null ? `Run ${run}` : `Row ${row} of run ${run}`;
