import type { CorrectableColumn, CorrectableRow } from '../../../engine/review/correct-rows.ts';
import { type CellMove, getCellMove } from '../../../engine/review/misplaced.ts';
import { columnLabel, columnTitle } from '../../../references/column-label.ts';
import { countryWord } from '../../../references/country-word.ts';
import { shownAccount, withShownAccounts } from '../../../references/shown-account.ts';
import { decimalText } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { csrfField, optionTags } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import type { View } from '../../components/view.ts';

interface FormOf {
  readonly action: string;
  readonly columns: readonly CorrectableColumn[];
  readonly rows: readonly CorrectableRow[];
  readonly submit: string;
  readonly about: string;
  readonly progress: Markup;
  /** The id of the error above the rows, which then have the focus. */
  readonly error?: string | undefined;
}

/**
 * Rows with errors as a form: of each row the fields to correct with their errors, and its other fields behind a line.
 * With JavaScript a row is saved while someone types; the button Save does the same.
 */
export function correctionForm(view: View, { action, columns, rows, submit, about, progress, error }: FormOf): Markup {
  return html`<form method="post" action="${action}" class="corrections" autocomplete="off" data-autosave>${csrfField(view)}
${/* Enter presses the first button, which must not move a cell. */ ''}<button name="intent" value="check" class="hidden" tabindex="-1" aria-hidden="true">Save</button>
<ol aria-label="Rows to correct"${error === undefined ? '' : html` tabindex="-1" aria-describedby="${error}" autofocus`}>${rows.map((row, at) => correctionRow(view, columns, row, at === 0 && error === undefined))}</ol>
${suggestions(columns)}<div class="bar"><div>${progress}<p class="quiet">${about} <span data-saved role="status"></span></p></div>
<p class="actions"><button name="intent" value="check">Save</button> <button class="main" name="intent" value="pay" data-part="submit">${submit}</button></p></div>
</form>`;
}

/** Besides the bank details, what a bank refuses a payment for. */
const NAMES = ['firstName', 'lastName', 'name', 'accountHolderName', 'amount'];

/**
 * Whether a field is shown with its row: it has an error, was edited, or gets the cell that an error moves. Of a row
 * that was sent and came back no cell is known to be wrong: it is most often the account, the name or the amount.
 */
function isShownFirst({ state, shown, edited, problems }: CorrectableRow, { name, sensitive }: CorrectableColumn) {
  const isNamed = problems.some((one) => {
    const move = getCellMove(one);
    const isMoved = move?.from === name || (move?.to.includes(name) && shown[name] === undefined);
    return isMoved || (one.severity === 'error' && one.column === name);
  });
  const isLikely = state !== 'invalid' && shown[name] !== undefined && (sensitive || NAMES.includes(name));
  return isNamed || isLikely || edited.includes(name);
}

/** A row of the form. It is also what the page gets when the row was saved. `isFirst`: it has the focus. */
export function correctionRow(
  view: View,
  columns: readonly CorrectableColumn[],
  row: CorrectableRow,
  isFirst = false,
): Markup {
  const first = columns.filter((column) => isShownFirst(row, column));
  const others = columns.filter((column) => !first.includes(column));
  const warned = row.problems.some(({ column }) => others.some(({ name }) => name === column));
  return html`<li data-row="${row.payment}">
<div class="about">${aboutRow(view, row)}</div>
${
  row.locked === null
    ? html`<div class="fields">${first.map((column, at) => cell(row, column, isFirst && at === 0))}</div>
<details><summary>Other fields${warned ? ', with warnings' : ''}</summary><div class="fields">${others.map((column) => cell(row, column, false))}</div></details>`
    : html`<p>${row.locked}</p>`
}
</li>
`;
}

/** The row's number, recipient and amount, its status, and the errors of the row as a whole. */
function aboutRow(view: View, row: CorrectableRow): Markup {
  const { state, reason, edited, problems } = row;
  const wrong = problems.filter(({ severity }) => severity === 'error');
  const whole = problems.filter(({ column }) => column === null);
  return html`<strong>Row ${row.row}</strong> ${row.recipientName ?? ''} ${statedAmount(view, row)} ${state === 'invalid' ? '' : badge(state)}${
    edited.length > 0 && wrong.length === 0 ? html` <span class="why good">Ready</span>` : ''
  }${state === 'invalid' || reason === null ? '' : html`<span class="why">${withShownAccounts(reason)}</span>`}${whole.map(
    ({ message }) => html`<span class="why error">${withShownAccounts(message)}</span>`,
  )}`;
}

/** A single-line input would remove line breaks, so such a text gets a textarea. */
const lines = (text: string): boolean => /[\r\n]/.test(text);

const PLAIN = /^\d{1,15}(\.\d{1,4})?$/;
const currencies = new Intl.DisplayNames(['en'], { type: 'currency' });
/** The amount of a row, as typed if invalid; its reference if it has none. */
function statedAmount(view: View, { shown }: Pick<CorrectableRow, 'shown'>): Markup | string {
  const { amount, currency, targetAmount, targetCurrency, paymentReference = '' } = shown;
  const [stated, of] = amount ? [amount, currency] : [targetAmount, targetCurrency];
  return html`<span class="quiet">${stated ? `${PLAIN.test(stated) ? decimalText(view, stated) : stated} ${of ?? ''}` : paymentReference}</span>`;
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
function choiceField({ shown, choices, given }: { shown: string; choices: readonly string[]; given: Markup }): Markup {
  const known = choices.find((choice) => choice === shown.trim().toLowerCase());
  const other = shown === '' || known !== undefined ? [] : [[shown, `"${shown}" (from the file)`] as const];
  const options = [
    ['', 'Blank'] as const,
    ...other,
    ...choices.map((choice) => [known === choice ? shown : choice, choice] as const),
  ];
  return html`<select${given}>${optionTags(options, shown)}</select>`;
}

function cell(row: CorrectableRow, column: CorrectableColumn, isFocused: boolean): Markup {
  const { name, kind, choices, codes } = column;
  const id = `${row.payment}.${name}`;
  const shown = row.shown[name] ?? '';
  const edited = row.edited.includes(name);
  const label = html`<label for="field.${id}">${columnTitle(name)}</label>`;
  // A payment that was already sent is identified by its reference, so the reference cannot change.
  if (name === 'paymentReference' && row.state !== 'invalid')
    return html`<div class="cell"><span class="label">${columnTitle(name)}</span> ${shown}</div>`;
  const problems = row.problems.filter((one) => one.column === name);
  const wrong = problems.some(({ severity }) => severity === 'error');
  // A masked cell stays unchanged until something is typed over it.
  const isHidden = column.sensitive && (shown === '' || row.masked.includes(name));
  const given = html` id="field.${id}" name="${isHidden ? 's' : 'c'}.${id}" aria-label="${columnTitle(name)}, row ${row.row}${isHidden ? ', new value' : ''}"${wrong ? html` aria-invalid="true"` : ''}${problems.length > 0 ? html` aria-describedby="why.${id}"` : ''}${isFocused ? html` autofocus` : ''}`;
  const removed = edited && shown === '';
  const input = isHidden
    ? html`${shown === '' ? '' : html`<span class="code">${shownAccount(shown)}</span>`}
<input${given} value=""${shown === '' ? '' : html` placeholder="New value"`}>
${shown === '' && !removed ? '' : html`<label class="remove"><input type="checkbox" name="r.${id}" value="1"${removed ? html` checked` : ''}> Clear</label>`}`
    : choices.length > 0
      ? choiceField({ shown, choices, given })
      : lines(shown)
        ? html`<textarea${given} rows="2">
${shown}</textarea>`
        : html`<input${given} value="${shown}"${codes.length > 0 ? html` list="known-${kind}"` : ''}>`;
  const className = wrong ? ' wrong' : edited ? ' edited' : '';
  const move = problems.map(getCellMove).find((one) => one?.to.every((to) => row.shown[to] === undefined));
  return html`<div id="cell.${id}" class="cell${className}">${label}${input}${
    problems.length === 0
      ? ''
      : html`<span class="why ${wrong ? 'error' : 'quiet'}" id="why.${id}">${withShownAccounts(problems.map(({ message }) => message).join(' '))}${marked(shown, row.wrongAt[name])}</span>`
  }${move ? html`<button name="move" value="${id}" class="move">${moveLabel(move)}</button>` : ''}</div>`;
}

/** The label of a move: "Move to first name and last name". */
export const moveLabel = ({ to }: CellMove): string => `Move to ${to.map(columnLabel).join(' and ')}`;

/** The value as entered, with the wrong characters marked. Invisible ones get a sign. */
function marked(text: string, at: readonly number[] = []): Markup | '' {
  if (at.length === 0) return '';
  const parts = at.map((position, i) => {
    const [character = ''] = text.slice(position);
    const before = text.slice(i === 0 ? 0 : at[i - 1]! + 1, position);
    return html`${before}<mark>${/[\p{C}\p{Z}\ufffd]/u.test(character) ? '\u2423' : character}</mark>`;
  });
  return html` <span class="written">As written: <span class="code">${parts}${text.slice(at.at(-1)! + 1)}</span></span>`;
}
