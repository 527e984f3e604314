import { html, type Markup } from './markup.ts';

/** Longer texts may wrap, so that they do not push the other columns off the page. */
const LONGEST = 28;

/** Keeps a reference or an account number on one line: half of it could be mistaken for another one. */
export function noWrap(text: string | null): Markup | string {
  if (text === null) return '';
  return text.length > LONGEST ? text : html`<span class="no-wrap">${text}</span>`;
}
