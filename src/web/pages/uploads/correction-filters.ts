import { getCellMove } from '../../../engine/review/misplaced.ts';
import type { ReplaceableValue } from '../../../engine/review/same-values.ts';
import { codeWords } from '../../../events/code-words.ts';
import type { RowError } from '../../../ledger/views/correctable-rows.ts';
import type { ProblemGroup } from '../../../ledger/views/run-problems.ts';
import { columnLabel, columnTitle } from '../../../references/column-label.ts';
import { counted, figure } from '../../components/amount.ts';
import { actButton, choice } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/paths.ts';
import type { View } from '../../components/view.ts';
import { moveLabel } from './correction-form.ts';

/** An error in an address: `iban_check_digits.iban`. It has only Payrun's own words. */
export const errorKey = ({ code, column }: RowError): string => (column === null ? code : `${code}.${column}`);

/** The error of an address, if rows of the run have it. */
export function askedError(groups: readonly ProblemGroup[], key: string | undefined): ProblemGroup | null {
  return groups.find((group) => group.state === 'invalid' && errorKey(group) === key) ?? null;
}

/** The filter by error; none if there is only one. */
export function correctionFilters(
  view: View,
  path: string,
  groups: readonly ProblemGroup[],
  error: ProblemGroup | null,
): Markup | '' {
  const errors = groups.filter(({ state }) => state === 'invalid');
  if (errors.length < 2) return '';
  const options = errors.map((one) => [errorKey(one), `${wordsOf(one)} (${figure(view, one.rows)})`] as const);
  return html`<form class="filters" action="${path}" method="get" data-filters>
${choice('error', 'Error', [['', 'All'], ...options], error === null ? '' : errorKey(error))}
<button>Show</button></form>`;
}

/** Values offered while rows with all errors are shown; the filter by an error shows the others. */
const MOST_VALUES = 5;

/** One button for each value that several rows have, and for each kind of cell that is in the wrong column. */
export function allOfAKind(
  view: View,
  path: string,
  groups: readonly ProblemGroup[],
  error: ProblemGroup | null,
  values: readonly ReplaceableValue[],
): Markup | '' {
  const action = pathWith(path, error === null ? {} : { error: errorKey(error) });
  const errors = error === null ? groups.filter(({ state }) => state === 'invalid') : [error];
  const forms = [
    ...errors.map((one) => moveForm(view, action, one)),
    ...values
      .slice(0, error === null ? MOST_VALUES : values.length)
      .map((one, at) => replaceForm(view, action, one, at)),
  ].filter((form) => form !== '');
  if (forms.length === 0) return '';
  return html`<section class="card all-of-kind" aria-labelledby="all-of-kind"><h2 id="all-of-kind">Same value in several rows</h2>${forms}</section>`;
}

/** Moves the cells of all rows with an error to the columns that they belong to, if the error says which. */
function moveForm(view: View, action: string, error: ProblemGroup): Markup | '' {
  const move = getCellMove(error);
  if (move === null || error.rows < 2) return '';
  return actButton(view, {
    action,
    button: `${moveLabel(move)} in all ${figure(view, error.rows)} rows`,
    hidden: { intent: 'move', kind: errorKey(error) },
    body: html`<span class="label">${wordsOf(error)}</span>`,
  });
}

/** "IBAN: check digits", although the code begins with the column as well. */
function wordsOf({ code, column }: RowError): string {
  const words = codeWords(code);
  if (column === null) return capital(words);
  const label = columnLabel(getCellMove({ code, column })?.from ?? column);
  const [named, of] = [label.toLowerCase(), words.toLowerCase()];
  const rest = of.startsWith(`${named} `)
    ? words.slice(label.length + 1)
    : of.endsWith(` ${named}`)
      ? words.slice(0, -label.length - 1)
      : words;
  return capital(`${label}: ${rest.replace(/^with /, '')}`);
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function replaceForm(
  view: View,
  action: string,
  { error, column, from, to, rows }: ReplaceableValue,
  at: number,
): Markup {
  const title = columnTitle(column.name);
  const id = `to-${at}`;
  const label = html`<label for="${id}">${title}: ${from === '' ? 'blank' : html`"${from}"`} in ${counted(view, rows, 'row')}</label>`;
  const input =
    column.choices.length > 0
      ? html`<select id="${id}" name="to" required><option value="">Choose...</option>${column.choices.map((one) => html`<option${one === to ? html` selected` : ''}>${one}</option>`)}</select>`
      : html`<input id="${id}" name="to" value="${to}" required autocomplete="off" placeholder="New value"${column.codes.length > 0 ? html` list="known-${column.kind}"` : ''}>`;
  return actButton(view, {
    action,
    button: `Replace in ${counted(view, rows, 'row')}`,
    hidden: { intent: 'replace', kind: errorKey(error), from },
    body: html`${label}${input}`,
  });
}
