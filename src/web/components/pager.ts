import { html, type Markup } from './markup.ts';

/** Links to the first and the next page. Each is a path, or null if there is no such page; both null: nothing. */
export function pager({ first, next }: { first: string | null; next: string | null }): Markup | '' {
  if (first === null && next === null) return '';
  return html`<nav class="pager" aria-label="Pagination">${
    first === null ? '' : html`<a href="${first}">First page</a>`
  }${next === null ? '' : html`<a href="${next}" rel="next">Next page</a>`}</nav>`;
}
