import { html, type Markup } from './markup.ts';

/** Longer ones are broken, so that one of them does not push the others out of sight. */
const LONGEST = 28;

/** A reference or an account on one line: half of one is read as another. */
export function noWrap(text: string | null): Markup | string {
  if (text === null) return '';
  return text.length > LONGEST ? text : html`<span class="kept">${text}</span>`;
}
