import type { CorrectableColumn, CorrectableRow, Typed } from '../../../engine/review/correct-rows.ts';
import { badge } from '../../components/badge.ts';
import { csrfField } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import type { View } from '../../components/view.ts';

interface GridOf {
  readonly action: string;
  readonly columns: readonly CorrectableColumn[];
  readonly rows: readonly CorrectableRow[];
  /** The submitted values, by payment. */
  readonly typed: ReadonlyMap<string, Typed>;
}

/** Invalid rows as a form with a field for each cell and its errors below. On a narrow screen each row is a card. */
export function correctionGrid(view: View, { action, columns, rows, typed }: GridOf): Markup {
  return html`<form method="post" action="${action}" class="grid" autocomplete="off">${csrfField(view)}
<div class="scroll" tabindex="0" role="group" aria-label="Rows to correct"><table>
<caption>Rows to correct</caption>
<thead><tr><th scope="col">Row</th>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>
<th scope="row">${row.row}<br>${badge(row.state)}${aboutRow(row)}</th>
${row.locked === null ? columns.map((column) => cell(row, column, typed.get(row.payment) ?? {})) : html`<td colspan="${columns.length}">${row.locked}</td>`}
</tr>
`,
  )}</tbody></table></div>
<p class="deeds"><button name="deed" value="check">Check</button> <button class="main" name="deed" value="pay">Submit valid rows</button></p>
<p class="quiet">Only rows that were changed and are right are paid; you see them once more before you submit them.</p>
</form>`;
}

/** Errors of the row as a whole. */
function aboutRow({ payment, state, reason, changed, locked, problems }: CorrectableRow): Markup {
  const wrong = problems.filter(({ severity }) => severity === 'error');
  const whole = problems.filter(({ column }) => column === null);
  // Links to the cells with errors, which may be off screen to the right.
  const columns = locked === null ? [...new Set(wrong.flatMap(({ column }) => column ?? []))] : [];
  return html`${state === 'invalid' || reason === null ? '' : html`<span class="why">${reason}</span>`}${whole.map(
    ({ message }) => html`<span class="why error">${message}</span>`,
  )}${columns.length === 0 ? '' : html`<span class="why">Wrong: ${columns.map((name, i) => html`${i ? ', ' : ''}<a href="#cell.${payment}.${name}">${name}</a>`)}</span>`}${changed && wrong.length === 0 ? html`<span class="why good">It can be paid now.</span>` : ''}`;
}

/** A single-line input would remove line breaks, so such a text gets a textarea. */
const lines = (text: string): boolean => /[\r\n]/.test(text);

function cell(row: CorrectableRow, { name, sensitive }: CorrectableColumn, typed: Typed): Markup {
  const id = `${row.payment}.${name}`;
  const shown = row.shown[name] ?? '';
  // A payment that was already sent is identified by its reference, so the reference cannot change.
  if (name === 'paymentReference' && row.state !== 'invalid') return html`<td data-column="${name}">${shown}</td>`;
  const said = row.problems.filter(({ column }) => column === name);
  const wrong = said.some(({ severity }) => severity === 'error');
  const label = `${name}, row ${row.row}`;
  const describes = said.length > 0 ? html` aria-describedby="why.${id}"` : '';
  const state = html`${wrong ? html` aria-invalid="true"` : ''}${describes}`;
  const input = sensitive
    ? html`${shown === '' ? '' : html`<span class="code">${shown}</span>`}
<input name="s.${id}" value="${typed[name] ?? ''}" aria-label="${label}, typed anew"${shown === '' ? '' : html` placeholder="type it anew"`}${state}>
${shown === '' ? '' : html`<label class="remove"><input type="checkbox" name="r.${id}" value="1"${typed[name] === '' ? html` checked` : ''}> empty it</label>`}`
    : lines(typed[name] ?? shown)
      ? html`<textarea name="c.${id}" rows="2" aria-label="${label}"${state}>
${typed[name] ?? shown}</textarea>`
      : html`<input name="c.${id}" value="${typed[name] ?? shown}" aria-label="${label}"${state}>`;
  return html`<td id="cell.${id}" data-column="${name}"${wrong ? html` class="wrong"` : ''}>${input}${
    said.length === 0
      ? ''
      : html`<span class="why ${wrong ? 'error' : 'quiet'}" id="why.${id}">${said.map(({ message }) => message).join(' ')}</span>`
  }</td>`;
}
