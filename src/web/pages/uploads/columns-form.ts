import { type ColumnProposal, columnSummaries, NOT_USED, type SheetMap } from '../../../intake/map-sheet.ts';
import { columnLabel, columnTitle } from '../../../references/column-label.ts';
import { shownAccount } from '../../../references/shown-account.ts';
import { field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { tokenForPath } from '../../session/token-for-path.ts';
import { fieldOf } from './submitted-columns.ts';
import { uploadSteps } from './upload-steps.ts';

/** The path of the form. */
export const COLUMNS_PATH = '/upload/columns';

export interface AskedColumns {
  /** The id of the stored file. */
  readonly sheet: string;
  readonly name: string;
  readonly map: SheetMap;
  /** Why the form is shown. */
  readonly error: string;
  /** The submitted values, to fill the form again: the name of the format, and columns by field. */
  readonly answer: (field: string) => string | undefined;
}

/** The form that assigns the columns of a sheet: each with its first cells, and the proposed column with the reason. */
export function columnsForm(view: View, { sheet, name, map, error, answer }: AskedColumns): Markup {
  const rows = map.columns.map((proposal, at) => ({ proposal, at }));
  return layout(view, {
    title: 'What are these columns?',
    heading: html`New run: ${name}`,
    about: 'What are these columns?',
    main: html`${uploadSteps('Columns')}
<p class="notice bad" role="alert">${capitalized(error)}</p>
<form class="columns-form" method="post" action="${COLUMNS_PATH}?csrf=${tokenForPath(view.currentUser.csrf, COLUMNS_PATH)}" enctype="multipart/form-data">
<input type="hidden" name="stored" value="${sheet}">
${table(
  'Columns of the sheet',
  [
    {
      title: 'Column in your file',
      names: true,
      wide: true,
      cell: ({ proposal: { header, examples } }) =>
        html`<strong>${header}</strong><div class="quiet">${examples.length === 0 ? 'empty' : examples.map(shownAccount).join(' · ')}</div>`,
    },
    { title: 'Means', cell: ({ proposal, at }) => choiceOf(proposal, at, answer) },
    { title: 'Reason', wide: true, cell: ({ proposal }) => reasonOf(proposal) },
  ],
  rows,
  undefined,
  { stacks: true },
)}
<div class="card">${field({ name: 'name', label: 'Name of this kind of sheet', value: answer('name') ?? map.source ?? '', required: true, hint: 'The system that it comes from, for example "Acme ERP". Later sheets with exactly this header are read in the same way; if the header changes, you are asked again.' })}
<button class="main">Keep columns and check rows</button> <a href="/upload">Choose another file</a></div></form>`,
  });
}

/** A column by the look of its cells is not preselected, so the reason names it. */
function reasonOf({ column, sure, why }: ColumnProposal): string {
  const reason = why ?? 'its header is not known';
  return capitalized(column !== null && !sure ? `it could be ${columnLabel(column)}, ${reason}` : reason);
}

/** Preselects a column only if it is certain. */
function choiceOf(
  { header, column, sure, candidate }: ColumnProposal,
  at: number,
  answer: AskedColumns['answer'],
): Markup {
  const proposed = sure ? column : candidate !== null || column !== null ? '' : NOT_USED;
  const chosen = answer(fieldOf(at)) ?? proposed ?? '';
  const options = [
    ['', 'Choose...'],
    [NOT_USED, 'Not used'],
    ...columnSummaries().map(([name, summary]) => [name, optionText(name, summary)]),
  ];
  return html`<select name="${fieldOf(at)}" aria-label="What ${header} is" required>${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`,
  )}</select>`;
}

/** The column and its content, unless the content only repeats its name. */
function optionText(name: string, summary: string): string {
  const title = columnTitle(name);
  return summary.startsWith(title) ? summary : `${title}: ${summary}`;
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
