import type { WrongValue } from '../../../engine/review/edit-all.ts';
import { targetOfMove } from '../../../engine/review/misplaced.ts';
import { codeWords } from '../../../events/code-words.ts';
import type { RowError } from '../../../ledger/views/correctable-rows.ts';
import type { ProblemGroup } from '../../../ledger/views/run-problems.ts';
import { columnLabel } from '../../../references/column-label.ts';
import { figure } from '../../components/amount.ts';
import { actButton, choice, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/pager.ts';
import type { View } from '../../components/view.ts';

/** An error in an address: `iban_check_digits.iban`. It has only Payrun's own words. */
export const errorKey = ({ code, column }: RowError): string => (column === null ? code : `${code}.${column}`);

/** The error of an address, if rows of the run have it. */
export function askedError(groups: readonly ProblemGroup[], key: string | undefined): ProblemGroup | null {
  return groups.find((group) => group.state === 'invalid' && errorKey(group) === key) ?? null;
}

/** The filter by error, and the form that corrects all rows of a kind at once. */
export function correctionFilters(
  view: View,
  {
    path,
    groups,
    error,
    values,
  }: {
    readonly path: string;
    readonly groups: readonly ProblemGroup[];
    readonly error: ProblemGroup | null;
    readonly values: readonly WrongValue[];
  },
): Markup | '' {
  const errors = groups.filter(({ state }) => state === 'invalid');
  if (errors.length === 0) return '';
  const options = errors.map((one) => [errorKey(one), `${wordsOf(one)} (${figure(view, one.rows)})`] as const);
  return html`<form class="filters" action="${path}" method="get">
${choice('error', 'Error', [['', 'All'], ...options], error === null ? '' : errorKey(error))}
<button>Show</button></form>
${(error === null ? errors : [error]).map((one) => moveForm(view, path, one))}
${error === null || values.length === 0 ? '' : replaceForm(view, path, error, values)}`;
}

/** Moves the cells of all rows with an error to the column that they belong to, if the error says which. */
function moveForm(view: View, path: string, error: ProblemGroup): Markup | '' {
  const target = targetOfMove(error);
  if (target === null || error.rows < 2) return '';
  return html`<div class="move-all"><p>${wordsOf(error)}</p>${actButton(view, {
    action: pathWith(path, { error: errorKey(error) }),
    button: `Move to ${columnLabel(target)} in all ${figure(view, error.rows)} rows`,
    hidden: { intent: 'move' },
  })}</div>`;
}

/** "IBAN: check digits", although the code begins with the column as well. */
function wordsOf({ code, column }: RowError): string {
  const words = codeWords(code);
  if (column === null) return capital(words);
  const label = columnLabel(column);
  const rest = words.toLowerCase().startsWith(`${label.toLowerCase()} `) ? words.slice(label.length + 1) : words;
  return capital(`${label}: ${rest}`);
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function replaceForm(view: View, path: string, error: ProblemGroup, values: readonly WrongValue[]): Markup {
  const column = columnLabel(error.column!);
  const shown = (value: string) => (value === '' ? 'a blank cell' : value);
  return html`<section class="card all-of-kind" aria-labelledby="all-of-kind"><h2 id="all-of-kind">Correct all rows of this kind</h2>
${actButton(view, {
  action: pathWith(path, { error: errorKey(error) }),
  button: 'Replace in all rows',
  hidden: { intent: 'replace' },
  body: html`${choice(
    'from',
    `In the column ${column}, replace`,
    values.map(({ value, rows }) => [value, `${shown(value)} in ${figure(view, rows)} ${rows === 1 ? 'row' : 'rows'}`]),
    values[0]!.value,
  )}${field({ name: 'to', label: 'With', autocomplete: 'off' })}`,
})}</section>`;
}
