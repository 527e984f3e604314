import { html, type Markup } from './markup.ts';
import { exactTime } from './moment.ts';
import type { View } from './view.ts';

/** On paper alone: who saw this when, and where. */
export function printFooter({ visitor, now, path }: View): Markup {
  return html`<p class="on-paper quiet">As ${visitor.name} (${visitor.role}) saw it on ${exactTime(new Date(now))}, at ${path}.</p>`;
}
