import { type Content, html, type Markup } from './markup.ts';

/** A column: what stands above it and what is in a row's cell. */
export interface PageColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Content;
  /** Numbers stand under each other at the right. */
  readonly align?: 'right';
  /** Names the row: read out with its other cells. */
  readonly names?: true;
  /** Left out where the window is as narrow as a phone. */
  readonly minor?: true;
  /** Holds sentences: several words stand beside each other on a phone too. */
  readonly wide?: true;
}

/**
 * Rows under a caption; `empty` in place of them where there are none. One that `stacks` shows the cells of a row below each other
 * where the window is as narrow as a phone, each with its title: nothing of a row is then out of sight at the side.
 */
export function table<Row>(
  caption: string,
  columns: readonly PageColumn<Row>[],
  rows: readonly Row[],
  empty: Content = html`<p class="empty">There is nothing here.</p>`,
  { stacks = false }: { readonly stacks?: boolean } = {},
): Markup {
  if (rows.length === 0) return html`<section class="none"><h3>${caption}</h3>${empty}</section>`;
  // A browser that lays a table out as blocks forgets that it is one: the roles say it again.
  const role = (name: string) => (stacks ? html` role="${name}"` : '');
  const titled = (title: string) => (stacks ? html` data-title="${title}"` : '');
  return html`<div class="scroll${stacks ? ' stacks' : ''}" tabindex="0" role="group" aria-label="${caption}"><table${role('table')}>
<caption${role('caption')}>${caption}</caption>
<thead${role('rowgroup')}><tr${role('row')}>${columns.map((column) => html`<th scope="col"${role('columnheader')}${classOf(column)}>${column.title}</th>`)}</tr></thead>
<tbody${role('rowgroup')}>${rows.map(
    (row) => html`<tr${role('row')}>${columns.map((column) =>
      column.names
        ? html`<th scope="row"${role('rowheader')}${titled(column.title)}${classOf(column)}>${column.cell(row)}</th>`
        : html`<td${role('cell')}${titled(column.title)}${classOf(column)}>${column.cell(row)}</td>`,
    )}</tr>
`,
  )}</tbody>
</table></div>`;
}

function classOf({ align, minor, wide }: PageColumn<never>): Markup | '' {
  const names = [align === 'right' ? 'number' : '', minor ? 'minor' : '', wide ? 'wide' : ''].filter(Boolean).join(' ');
  return names === '' ? '' : html` class="${names}"`;
}

/** What something is, line by line; lines without a value are left out. */
export function facts(lines: readonly (readonly [name: string, value: Content])[]): Markup {
  const told = lines.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return html`<dl class="facts">${told.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Where there is nothing yet: what it is, and what to do. */
export function empty(what: string, next: Content): Markup {
  return html`<p class="empty"><strong>${what}</strong> ${next}</p>`;
}
