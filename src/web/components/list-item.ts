import { type IconName, tile } from './icon.ts';
import { type Content, html, type Markup } from './markup.ts';

/** A line of a list: an icon, what it is, how much, and what to do with it. */
export interface ListItem {
  readonly icon: IconName;
  readonly tone: string;
  readonly title: Content;
  readonly about: Content;
  readonly sums?: Content;
  readonly action?: Content;
}

export function listItem({ icon, tone, title, about, sums = '', action = '' }: ListItem): Markup {
  return html`<li>${tile(icon, tone)}<div class="what">${title}<p class="quiet">${about}</p></div>
<div class="sums">${sums}</div><div class="act">${action}</div></li>
`;
}

/** A list of such lines. The heading above it names its subject. */
export function itemList(items: readonly Markup[]): Markup {
  return html`<ul class="todo">${items}</ul>`;
}
