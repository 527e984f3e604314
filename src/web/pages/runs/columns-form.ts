import { hash } from 'node:crypto';
import {
  type ColumnProposal,
  canonicalColumns,
  columnSummaries,
  NOT_USED,
  type SheetMap,
} from '../../../intake/map-sheet.ts';
import { shownAccount } from '../../../references/shown-account.ts';
import { field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { tokenForPath } from '../../session/token-for-path.ts';
import { fieldOf } from './submitted-columns.ts';

/** The path that the form is sent to. */
export const COLUMNS_PATH = '/upload/columns';

/** Identifies a header, so that the form can check that the file sent with it has the same header. */
export const askedHeaderKey = (header: readonly string[]): string =>
  hash('sha256', JSON.stringify(header), 'hex').slice(0, 32);

export interface AskedColumns {
  readonly map: SheetMap;
  readonly error: string;
  /** The submitted values, to fill the form again: the name of the format, and columns by field. */
  readonly answer: (field: string) => string | undefined;
  /** The other settings of the upload. */
  readonly kept: Readonly<Record<string, string>>;
}

/** The form that assigns the columns of a sheet: each with its first cells, and the proposed column with the reason. */
export function columnsForm(view: View, { map, error, answer, kept }: AskedColumns): Markup {
  const rows = map.columns.map((proposal, at) => ({ proposal, at }));
  return layout(view, {
    title: 'What are these columns?',
    main: html`<p class="notice bad" role="alert">${withColumnLabels(error)}</p>
<p>Say what each column of the sheet is. Later sheets with exactly this header are read in the same way; if the header changes, you are asked again.</p>
<form class="card" method="post" action="${COLUMNS_PATH}?csrf=${tokenForPath(view.visitor.csrf, COLUMNS_PATH)}" enctype="multipart/form-data">
<input type="hidden" name="header" value="${askedHeaderKey(map.header)}">${Object.entries(kept).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}
${table(
  'Columns of the sheet',
  [
    { title: 'Header', names: true, cell: ({ proposal }) => proposal.header },
    {
      title: 'First cells',
      wide: true,
      cell: ({ proposal: { examples } }) =>
        examples.length === 0 ? 'empty' : html`${examples.map((text) => html`<div>${shownAccount(text)}</div>`)}`,
    },
    { title: 'Column', cell: ({ proposal, at }) => choiceOf(proposal, at, answer) },
    { title: 'Reason', wide: true, cell: ({ proposal }) => reasonOf(proposal) },
  ],
  rows,
  undefined,
  { stacks: true },
)}
${field({ name: 'name', label: 'Name of this kind of sheet', value: answer('name') ?? '', required: true, hint: 'The system that it comes from, for example "Acme ERP".' })}
${field({ name: 'sheet', label: 'The same file once more', type: 'file', required: true, hint: 'It was not kept. Choose it again.' })}
<button class="main">Keep columns and check sheet</button></form>`,
  });
}

/** A column by the look of its cells is not preselected, so the reason names it. */
function reasonOf({ column, sure, why }: ColumnProposal): string {
  const reason = why ?? 'its header is not known';
  return withColumnLabels(column !== null && !sure ? `it could be ${column}, ${reason}` : reason);
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
    ['', 'Choose'],
    [NOT_USED, 'not used'],
    ...columnSummaries().map(([name, summary]) => [name, `${columnLabel(name)}: ${summary}`]),
  ];
  return html`<select name="${fieldOf(at)}" aria-label="What ${header} is" required>${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`,
  )}</select>`;
}

/** Names that are not written as their parts. */
const SPECIAL: Readonly<Record<string, string>> = {
  accountNum: 'account number',
  bankId: 'bank number',
  branchId: 'routing number or sort code',
  dob: 'date of birth',
  governmentId: 'national or tax ID',
  iban: 'IBAN',
  mailingStreet1: 'mailing street',
  mailingStreet2: 'mailing street, second line',
  paypalEmail: 'PayPal e-mail',
  referenceId: 'recipient number',
  street1: 'street',
  street2: 'street, second line',
  swiftBic: 'BIC',
};

/** The name of a column in words: "payment reference". */
function columnLabel(name: string): string {
  return SPECIAL[name] ?? name.replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

const NAMES = new RegExp(
  `\\b(?:${canonicalColumns()
    .filter((name) => columnLabel(name) !== name)
    .join('|')})\\b(?!")`,
  'g',
);

/** Puts the names of columns in a sentence into words. A header in quotes stays as it is. */
function withColumnLabels(sentence: string): string {
  return sentence
    .split(/("[^"]*")/)
    .map((part) => (part.startsWith('"') ? part : part.replace(NAMES, columnLabel)))
    .join('');
}
