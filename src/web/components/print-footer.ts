import { html, type Markup } from './markup.ts';
import { exactTime } from './relative-time.ts';
import type { View } from './view.ts';

/** Shown only in print: who printed the page, when, and its path. */
export function printFooter({ timeZone, currentUser, now, path }: View): Markup {
  return html`<p class="on-paper quiet">As seen by ${currentUser.name} (${currentUser.role}) on ${exactTime(new Date(now), timeZone)}, at ${path}.</p>`;
}
