import type { CorrectableColumn, CorrectableRow } from '../../../engine/review/correct-rows.ts';
import { targetOfMove } from '../../../engine/review/misplaced.ts';
import { columnLabel, columnTitle } from '../../../references/column-label.ts';
import { countryWord } from '../../../references/country-word.ts';
import { shownAccount, withShownAccounts } from '../../../references/shown-account.ts';
import { badge } from '../../components/badge.ts';
import { csrfField } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import type { View } from '../../components/view.ts';

interface GridOf {
  readonly action: string;
  readonly columns: readonly CorrectableColumn[];
  readonly rows: readonly CorrectableRow[];
  /** The label of the filled button. */
  readonly submit: string;
  /** The effect of the primary button. */
  readonly about: string;
  /** The id of the error above the grid, after which the grid has the focus. */
  readonly error?: string | undefined;
}

/**
 * Rows with errors as a form with a field for each cell and its errors below. With JavaScript a cell is saved when it
 * is left; the button Save does the same. On a narrow screen each row is a card.
 */
export function correctionGrid(view: View, { action, columns, rows, submit, about, error }: GridOf): Markup {
  const needed = neededColumns(columns, rows);
  const hidden = columns.filter(({ name }) => !needed.has(name));
  return html`<form method="post" action="${action}" class="grid" autocomplete="off" data-autosave>${csrfField(view)}
${/* Enter in a field presses the first button, which must not move a cell. */ ''}<button name="intent" value="check" class="hidden" tabindex="-1" aria-hidden="true">Save</button>
${hidden.length === 0 ? '' : html`<p><label><input type="checkbox" class="all-columns"> Show all columns</label></p>`}
<div class="scroll" tabindex="0" role="group" aria-label="Rows to correct"${error === undefined ? '' : html` aria-describedby="${error}" autofocus`}><table>
<caption>Rows to correct</caption>
<thead><tr><th scope="col">Row</th>${columns.map((column) => html`<th scope="col" data-column="${columnTitle(column.name)}"${hidden.includes(column) ? html` class="rest"` : ''}>${columnTitle(column.name)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => correctionRow(columns, row, needed))}</tbody></table></div>
${suggestions(columns)}<div class="bar"><p class="quiet">${about} <span data-saved role="status"></span></p>
<p class="actions"><button name="intent" value="check">Save</button> <button class="main" name="intent" value="pay">${submit}</button></p></div>
</form>`;
}

/** Columns by which a user knows what a row pays. */
const ALWAYS_SHOWN = ['paymentReference', 'amount', 'currency'];
/** Beside the bank details, what a bank refuses a payment for. */
const NAMES = ['firstName', 'lastName', 'name', 'accountHolderName'];

const isOfAccount = ({ name, sensitive }: Pick<CorrectableColumn, 'name' | 'sensitive'>): boolean =>
  sensitive || NAMES.includes(name);

/**
 * The columns that are shown at first: those with something to correct, and a few that say what a row pays. Of a row
 * that was sent and came back no cell is known to be wrong: it is most often the account or the name.
 */
export function neededColumns(
  columns: readonly CorrectableColumn[],
  rows: readonly CorrectableRow[],
): ReadonlySet<string> {
  const named = rows.flatMap(({ problems, edited }) => [
    ...problems.flatMap((problem) => [problem.column ?? [], targetOfMove(problem) ?? []].flat()),
    ...edited,
  ]);
  const wasSent = rows.some(({ state }) => state !== 'invalid');
  const ofAccount = columns.filter(isOfAccount).map(({ name }) => name);
  return new Set([...ALWAYS_SHOWN, ...named, ...(wasSent ? ofAccount : [])]);
}

/** A row of the grid. It is also what the page gets when one of its cells was saved. */
export function correctionRow(
  columns: readonly CorrectableColumn[],
  row: CorrectableRow,
  needed: ReadonlySet<string>,
): Markup {
  return html`<tr data-row="${row.payment}">
<th scope="row">${row.row}${row.recipientName === null ? '' : html`<span class="why">${row.recipientName}</span>`}${statedAmount(row)}${row.state === 'invalid' ? '' : html`<span class="why">${badge(row.state)}</span>`}${aboutRow(row)}</th>
${row.locked === null ? columns.map((column) => cell(row, column, !needed.has(column.name))) : html`<td colspan="${columns.length}">${row.locked}</td>`}
</tr>
`;
}

/** Errors of the row as a whole. */
function aboutRow({ payment, state, reason, edited, locked, problems }: CorrectableRow): Markup {
  const wrong = problems.filter(({ severity }) => severity === 'error');
  const whole = problems.filter(({ column }) => column === null);
  // Links to the cells with errors, which may be off screen to the right.
  const columns = locked === null ? [...new Set(wrong.flatMap(({ column }) => column ?? []))] : [];
  return html`${state === 'invalid' || reason === null ? '' : html`<span class="why">${withShownAccounts(reason)}</span>`}${whole.map(
    ({ message }) => html`<span class="why error">${withShownAccounts(message)}</span>`,
  )}${columns.length === 0 ? '' : html`<span class="why">Wrong: ${columns.map((name, i) => html`${i ? ', ' : ''}<a href="#cell.${payment}.${name}">${columnLabel(name)}</a>`)}</span>`}${edited.length > 0 && wrong.length === 0 ? html`<span class="why good">Ready</span>` : ''}`;
}

/** A single-line input would remove line breaks, so such a text gets a textarea. */
const lines = (text: string): boolean => /[\r\n]/.test(text);

const currencies = new Intl.DisplayNames(['en'], { type: 'currency' });
/** What a row pays, as it is typed: a phone hides cells without errors. */
function statedAmount({ shown, state }: Pick<CorrectableRow, 'shown' | 'state'>): Markup | '' {
  const { amount, currency, targetAmount, targetCurrency } = shown;
  const [stated, of] = amount ? [amount, currency] : [targetAmount, targetCurrency];
  return !stated || state !== 'invalid' ? '' : html`<span class="on-phone quiet">${stated} ${of ?? ''}</span>`;
}

/** The name of a code that a field suggests. */
const NAME_OF: Readonly<Record<string, (code: string) => string>> = {
  currency: (code) => currencies.of(code) ?? code,
  country: countryWord,
};

/** The codes that fields suggest while someone types, with their names: one list for all fields of a kind. */
function suggestions(columns: readonly CorrectableColumn[]): readonly Markup[] {
  const kinds = new Map(columns.filter(({ codes }) => codes.length > 0).map(({ kind, codes }) => [kind, codes]));
  return [...kinds].map(
    ([kind, codes]) =>
      html`<datalist id="known-${kind}">${codes.map((code) => html`<option value="${code}">${NAME_OF[kind]!(code)}</option>`)}</datalist>`,
  );
}

/** A list of the values that a cell may have. A cell with another value keeps it until the user chooses. */
function choiceField(
  name: string,
  { label, shown, choices, state }: { label: string; shown: string; choices: readonly string[]; state: Markup },
): Markup {
  const known = choices.find((choice) => choice === shown.trim().toLowerCase());
  const other = shown === '' || known !== undefined ? [] : [[shown, `"${shown}" as in the sheet`] as const];
  const options = [
    ['', 'Blank'] as const,
    ...other,
    ...choices.map((choice) => [known === choice ? shown : choice, choice] as const),
  ];
  return html`<select name="${name}" aria-label="${label}"${state}>${options.map(
    ([value, text]) => html`<option value="${value}"${value === shown ? html` selected` : ''}>${text}</option>`,
  )}</select>`;
}

function cell(
  row: CorrectableRow,
  { name, kind, choices, codes, sensitive }: CorrectableColumn,
  isHidden: boolean,
): Markup {
  const id = `${row.payment}.${name}`;
  const shown = row.shown[name] ?? '';
  const edited = row.edited.includes(name);
  // A payment that was already sent is identified by its reference, so the reference cannot change.
  if (name === 'paymentReference' && row.state !== 'invalid')
    return html`<td data-column="${columnTitle(name)}">${shown}</td>`;
  const problems = row.problems.filter(({ column }) => column === name);
  const wrong = problems.some(({ severity }) => severity === 'error');
  const label = `${columnTitle(name)}, row ${row.row}`;
  const describes = problems.length > 0 ? html` aria-describedby="why.${id}"` : '';
  const state = html`${wrong ? html` aria-invalid="true"` : ''}${describes}`;
  const removed = edited && shown === '';
  const input = sensitive
    ? html`${shown === '' ? '' : html`<span class="code">${shownAccount(shown)}</span>`}
<input name="s.${id}" value="" aria-label="${label}, new value"${shown === '' ? '' : html` placeholder="New value"`}${state}>
${shown === '' && !removed ? '' : html`<label class="remove"><input type="checkbox" name="r.${id}" value="1"${removed ? html` checked` : ''}> Clear</label>`}`
    : choices.length > 0
      ? choiceField(`c.${id}`, { label, shown, choices, state })
      : lines(shown)
        ? html`<textarea name="c.${id}" rows="2" aria-label="${label}"${state}>
${shown}</textarea>`
        : html`<input name="c.${id}" value="${shown}" aria-label="${label}"${codes.length > 0 ? html` list="known-${kind}"` : ''}${state}>`;
  // What a bank refuses a payment for: a phone shows it of a row that came back, since no cell is known to be wrong.
  const isLikely = row.state !== 'invalid' && shown !== '' && (name === 'amount' || isOfAccount({ name, sensitive }));
  const look = wrong ? 'wrong' : edited ? 'edited' : isHidden ? 'rest' : isLikely ? 'likely' : null;
  const move = problems.find((one) => row.shown[targetOfMove(one) ?? ''] === undefined && targetOfMove(one) !== null);
  return html`<td id="cell.${id}" data-column="${columnTitle(name)}"${look === null ? '' : html` class="${look}"`}>${input}${
    problems.length === 0
      ? ''
      : html`<span class="why ${wrong ? 'error' : 'quiet'}" id="why.${id}">${withShownAccounts(problems.map(({ message }) => message).join(' '))}</span>`
  }${move === undefined ? '' : html`<button name="move" value="${id}" class="move">Move to ${columnLabel(targetOfMove(move)!)}</button>`}</td>`;
}
