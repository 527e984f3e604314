import { html, type Markup } from './markup.ts';

/** A path with these values in its query; empty values are omitted. */
export function pathWith(
  path: string,
  query: Readonly<Record<string, string | number | bigint | null | undefined>>,
): string {
  const [to, own] = path.split('?');
  const asked = new URLSearchParams(own);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') asked.set(name, String(value));
  }
  const text = asked.toString();
  return text === '' ? path : `${to}?${text}`;
}

/** Links to the first and the next page. Each is a path, or null if there is no such page; both null: nothing. */
export function pager({ first, next }: { first: string | null; next: string | null }): Markup | '' {
  if (first === null && next === null) return '';
  return html`<nav class="pager" aria-label="Pagination">${
    first === null ? '' : html`<a href="${first}">First page</a>`
  }${next === null ? '' : html`<a href="${next}" rel="next">Next page</a>`}</nav>`;
}
