import type { Context, Hono } from 'hono';
import { createFormat, isUnknown, suggestFormatName } from '../../../engine/review/match-columns.ts';
import { mapFile, requireReadable } from '../../../engine/review/save-format.ts';
import { isMistake, type PayrunError } from '../../../errors.ts';
import { type Form, readForm } from '../../../http/bodies/read-form.ts';
import {
  type ColumnProposal,
  columnSummaries,
  type GivenReading,
  NOT_USED,
  type SheetMap,
  type SheetSource,
} from '../../../intake/map-sheet.ts';
import type { SavedSheetFormat } from '../../../ledger/runs/sheet-format.ts';
import { capitalized } from '../../../platform/capitalize.ts';
import { columnLabel, columnTitle } from '../../../references/column-label.ts';
import { shownAccount } from '../../../references/shown-account.ts';
import { counted } from '../../components/amount.ts';
import { csrfField, field, optionTags } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { columnsPath, fixPath, pathWith } from '../../components/paths.ts';
import { facts, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { get, post } from '../route.ts';
import { uploadSteps } from './upload-steps.ts';

export const COLUMNS_PATH = '/upload/columns';

/** The form field for the column at this index, among the columns with a header. */
const fieldOf = (at: number): string => `column-${at}`;

/** The reason for confirming columns that have no error. */
export const LOOK_AT_THEM = 'Choose what each column contains.';

/** A sheet whose columns are assigned: a stored file without a run, or that of a run that is not submitted. */
export interface SheetToMatch {
  /** The id of the stored file, or its run if it has one. */
  readonly of: { readonly sheet: string } | { readonly run: bigint };
  readonly name: string;
  readonly file: SheetSource;
  readonly options: GivenReading;
  readonly why: () => Promise<string>;
  /** Reads it by this format, and stores that with it. Returns the next page. */
  readonly read: (format: SavedSheetFormat) => Promise<string>;
}

/** Does the work of a user when others end: a workbook is read in memory. */
export type ReadingLimit = <T>(user: string, work: () => Promise<T>) => Promise<T>;

/**
 * `GET <path>`: the columns of a sheet. `POST` reads it by what a user says they are. `find` answers in another way if
 * they cannot be matched.
 */
export function addColumnPages(
  app: Hono,
  deps: PageDeps,
  path: string,
  find: (context: Context, view: View) => Promise<SheetToMatch | Response | null>,
  reading: ReadingLimit,
): void {
  const { appContext } = deps;
  const mapped = async ({ name, file, options }: SheetToMatch) => {
    const map = await mapFile(appContext, file, options);
    return { map, formatName: options.format?.name ?? (await suggestFormatName(appContext, map, name)) };
  };
  const show = async (view: View, sheet: SheetToMatch, error: string, answer: AskedColumns['answer']) =>
    columnsForm(view, { ...sheet, ...(await mapped(sheet)), error, answer });
  get(app, deps, path, 'maker', async (context, view) => {
    const sheet = await find(context, view);
    if (sheet === null || sheet instanceof Response) return sheet;
    return reading(view.currentUser.name, async () => show(view, sheet, await sheet.why(), () => undefined));
  });
  post(app, deps, path, 'maker', async (context, view) => {
    const form = await readForm(context);
    return reading(view.currentUser.name, () => readAs(context, view, form));
  });

  async function readAs(context: Context, view: View, form: Form) {
    const sheet = await find(context, view);
    if (sheet === null || sheet instanceof Response) return sheet;
    const answer = (name: string) => form[name]?.trim() || undefined;
    try {
      const { map, formatName } = await mapped(sheet);
      const format = createFormat(map, answer('name') ?? formatName, (at) => answer(fieldOf(at)));
      // Checks the format before it is stored: a missing column is reported now, and not with every later sheet.
      await requireReadable(appContext, sheet.file, sheet.options, format);
      return context.redirect(await sheet.read(format), 303);
    } catch (error) {
      const now = await find(context, view);
      // A stored file that was discarded meanwhile has a page that says so; a run that was submitted has none.
      if (now instanceof Response && now.status === 409) return now;
      if (!isMistake(error) || now === null || now instanceof Response) throw error;
      return context.html(await show(view, sheet, columnsError(error), answer), 422);
    }
  }
}

interface AskedColumns extends Pick<SheetToMatch, 'of' | 'name'> {
  readonly map: SheetMap;
  /** The name of the format if the user gives none. */
  readonly formatName: string;
  readonly error: string;
  /** The submitted values, to fill the form again: the name of the format, and columns by field. */
  readonly answer: (field: string) => string | undefined;
}

/**
 * The form that assigns the columns of a sheet: each with its first cells, and the proposed column with the reason.
 * Those that have to be chosen come first; the others are behind a line until something is wrong with the choice.
 */
function columnsForm(view: View, { of, name, map, formatName, error, answer }: AskedColumns): Markup {
  const rows = map.columns.map((proposal, at) => ({ proposal, at }));
  const isAnswered = rows.some(({ at }) => answer(fieldOf(at)) !== undefined);
  // A header that is only nearly a known one is not used before someone confirms it.
  const asked = rows.filter(
    ({ proposal }) => proposedChoice(proposal) === '' || isUnknown(proposal) || proposal.by === 'similar',
  );
  const known = rows.filter((row) => !asked.includes(row));
  const isWhole = asked.length === 0 || isAnswered;
  return layout(view, {
    title: 'Match columns',
    heading: html`New run: ${name}`,
    about: 'Match the columns of your file. Amounts and accounts are never guessed.',
    main: html`${uploadSteps('Columns', 'run' in of ? of.run : undefined)}
<p class="notice ${isAnswered ? 'bad' : 'wait'}"${isAnswered ? html` tabindex="-1" autofocus` : ''} role="alert">${error.startsWith(name) ? error : capitalized(error)}</p>
<form class="columns-form" method="post" action="${'run' in of ? columnsPath(of.run) : pathWith(COLUMNS_PATH, of)}">${csrfField(view)}
${asked.length === 0 ? '' : columnsTable('Columns to match', asked, answer)}
${
  known.length === 0
    ? ''
    : html`<details class="more"${isWhole ? html` open` : ''}><summary>${counted(view, known.length, 'column')} already matched</summary>
${columnsTable('Matched columns', known, answer)}</details>`
}
<div class="card">${field({ name: 'name', label: 'Format name (optional)', value: answer('name') ?? formatName, hint: 'Later files with exactly the same headers are read the same way. If the headers change, Payrun asks again.' })}
<div class="actions"><button class="main">Save columns and check rows</button> ${'run' in of ? html`<a class="button" href="${fixPath(of.run)}">Skip matching</a>` : html`<a class="button" href="/upload">Choose another file</a>`}</div></div></form>
<details><summary>Column reference</summary><div class="card">${facts(columnSummaries().map(([column, summary]) => [columnTitle(column), summary]))}</div></details>`,
  });
}

/** Errors that a column format can fix. */
export const ABOUT_COLUMNS: ReadonlySet<string> = new Set([
  'sheet_columns_missing',
  'sheet_columns_unclear',
  'sheet_column_twice',
  'sheet_no_header',
]);

/** The form below the message is the next step. */
export const columnsError = (error: PayrunError): string =>
  `${error.message} ${ABOUT_COLUMNS.has(error.code) ? 'Choose what each column contains.' : error.nextOn('page')}`;

interface AskedColumn {
  readonly proposal: ColumnProposal;
  readonly at: number;
}

function columnsTable(caption: string, rows: readonly AskedColumn[], answer: AskedColumns['answer']): Markup {
  return table(
    caption,
    [
      {
        title: 'Column in your file',
        names: true,
        wide: true,
        cell: ({ proposal: { header, examples } }) =>
          html`<strong>${header}</strong><div class="quiet">${examples.length === 0 ? 'no values' : examples.map(shownAccount).join(' · ')}</div>`,
      },
      { title: 'Contains', compact: 'line', cell: ({ proposal, at }) => choiceOf(proposal, at, answer) },
      { title: 'Reason', wide: true, compact: 'line', cell: ({ proposal }) => reasonOf(proposal) },
    ],
    rows,
    undefined,
    { stacks: true },
  );
}

/** A column by the look of its cells is not preselected, so the reason names it. */
function reasonOf({ column, sure, why }: ColumnProposal): string {
  const reason = why ?? 'not recognized';
  return capitalized(column !== null && !sure ? `possibly ${columnLabel(column)} (${reason})` : reason);
}

/** Preselects a column only if it is certain. */
function choiceOf(proposal: ColumnProposal, at: number, answer: AskedColumns['answer']): Markup {
  const { header } = proposal;
  const chosen = answer(fieldOf(at)) ?? proposedChoice(proposal);
  const options = [
    ['', 'Choose...'],
    [NOT_USED, 'Not used'],
    ...columnSummaries().map(([name]) => [name, columnTitle(name)]),
  ];
  return html`<select name="${fieldOf(at)}" aria-label="Contents of ${header}" required>${optionTags(options, chosen)}</select>`;
}

/** The column that is preselected: only one that is certain. Empty if the user has to choose. */
function proposedChoice({ column, sure, candidate }: ColumnProposal): string {
  return (sure ? column : candidate !== null || column !== null ? null : NOT_USED) ?? '';
}
