import { type Content, html, type Markup } from './markup.ts';

/** A column: its heading and the content of its cells. */
export interface PageColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Content;
  readonly align?: 'right';
  /** The row header: screen readers read it with the other cells. */
  readonly names?: true;
  /** Its title is read out and not shown, because its cells need none. */
  readonly bare?: true;
  readonly minor?: true;
  /** Contains sentences: wraps normally on narrow screens too. */
  readonly wide?: true;
  /** In a compact list on a narrow screen: next to the name or on its own line, without its title if not `titled`. */
  readonly compact?: 'beside' | 'beside titled' | 'line';
  readonly optional?: true;
}

/**
 * A table with a caption; `empty` replaces it if there are no rows. With `stacks`, a narrow screen shows the cells of a
 * row below each other, each with its title, so that nothing needs horizontal scrolling. If columns have places in a
 * compact list, it shows the name and the amount of a row on one line, and the rest below.
 */
export function table<Row>(
  caption: string,
  given: readonly PageColumn<Row>[],
  rows: readonly Row[],
  empty: Content = html`<p class="empty">There is nothing here.</p>`,
  { stacks = false }: { readonly stacks?: boolean } = {},
): Markup {
  if (rows.length === 0) return html`<section class="none"><h2>${caption}</h2>${empty}</section>`;
  const columns = given.filter(({ optional, cell }) => !optional || rows.some((row) => cell(row) !== ''));
  // CSS that displays a table as blocks removes its table semantics; the roles restore them.
  const role = (name: string) => (stacks ? html` role="${name}"` : '');
  const titled = (title: string) => (stacks ? html` data-title="${title}"` : '');
  const head = (column: PageColumn<Row>) =>
    html`<th scope="col"${role('columnheader')}${classOf(column)}>${column.bare ? html`<span class="hidden">${column.title}</span>` : column.title}</th>`;
  // The tags of a column are the same in each of its rows.
  const cells = columns.map(({ cell, ...column }) =>
    column.names
      ? {
          cell,
          begins: html`<th scope="row"${role('rowheader')}${titled(column.title)}${classOf(column)}>`,
          ends: html`</th>`,
        }
      : { cell, begins: html`<td${role('cell')}${titled(column.title)}${classOf(column)}>`, ends: html`</td>` },
  );
  const rowBegins = html`<tr${role('row')}>`;
  const isCompact = stacks && columns.some(({ compact }) => compact !== undefined);
  return html`<div class="scroll${stacks ? ' stacks' : ''}${isCompact ? ' compact' : ''}${isCompact && columns[0]?.bare ? ' chooses' : ''}" tabindex="0" role="group" aria-label="${caption}"><table${role('table')}>
<caption>${caption}</caption>
<thead${role('rowgroup')}>${rowBegins}${columns.map(head)}</tr></thead>
<tbody${role('rowgroup')}>${rows.map(
    (row) => html`${rowBegins}${cells.map(({ cell, begins, ends }) => html`${begins}${cell(row)}${ends}`)}</tr>
`,
  )}</tbody>
</table></div>`;
}

function classOf(column: Pick<PageColumn<never>, 'align' | 'minor' | 'wide' | 'compact'>): Markup | '' {
  const { align, minor, wide, compact } = column;
  const names = [align === 'right' ? 'number' : '', minor ? 'minor' : '', wide ? 'wide' : '', compact ?? '']
    .filter(Boolean)
    .join(' ');
  return names === '' ? '' : html` class="${names}"`;
}

/** A list of names and values; lines without a value are omitted. */
export function facts(lines: readonly (readonly [name: string, value: Content])[]): Markup {
  const shown = lines.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** An empty state: what is missing, and what to do next. */
export function empty(what: string, next: Content): Markup {
  return html`<p class="empty"><strong>${what}</strong> ${next}</p>`;
}
