import { type Content, html, type Markup } from './markup.ts';

/** A tab of a page, which shows one at a time. */
export interface Tab {
  /** The anchor that shows it. An anchor inside it does too. */
  readonly id: string;
  readonly title: string;
  /** The number of its items; null if meaningless. */
  readonly count: string | null;
  readonly content: Content;
}

/**
 * Parts of a page behind tabs, the first one shown at first. The address says which one is shown (`:target`), so they
 * need no script, and every link into a part shows it. On paper, and in a browser that cannot do it, all are shown.
 */
export function tabs(parts: readonly Tab[]): Markup {
  return html`<div class="tabbed"><nav class="parts tabs" aria-label="Page sections"><ul>${parts.map(
    ({ id, title, count }) =>
      html`<li><a href="#${id}">${title}${count === null ? '' : html` <span class="count">${count}</span>`}</a></li>`,
  )}</ul></nav>
${parts.map(({ id, title, content }) => html`<section id="${id}" tabindex="-1" aria-label="${title}">${content}</section>`)}</div>`;
}
