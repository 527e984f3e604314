import type { Context } from 'hono';
import pLimit from 'p-limit';
import type { AppContext } from '../../../engine/context/app-context.ts';
import { mapFile, requireReadable, teachFormat } from '../../../engine/review/teach-format.ts';
import { createSheetRun } from '../../../engine/runs/create-sheet-run.ts';
import { seesMerchant } from '../../../engine/users/access.ts';
import { isError, isMistake } from '../../../errors.ts';
import type { SheetMap, SheetSource } from '../../../intake/map-sheet.ts';
import { listMerchants } from '../../../ledger/merchants/merchant.ts';
import { ENCODING_NAMES } from '../../../platform/encodings.ts';
import { ON_INVALID_FORM, parseOnInvalid } from '../../../settings/on-invalid.ts';
import { receiveUpload, type Upload } from '../../bodies/receive-upload.ts';
import { choice, field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { tokenForPath } from '../../session/token-for-path.ts';
import { get, post } from '../route.ts';
import { askedHeaderKey, COLUMNS_PATH, columnsForm } from './columns-form.ts';
import { readUploadedSheet } from './read-uploaded-sheet.ts';
import { formatOfAnswers } from './submitted-columns.ts';

/** Uploads that arrive at the same time, and those that are read at the same time: an XLSX is read in memory. */
const ARRIVING = 8;
const READING = 2;
/** After this time the page of the run is shown while reading continues. */
const READ_MS = 8_000;
/**
 * `GET /upload`: a form for a sheet. `POST /upload` stores the sheet, reads and checks it, and redirects to its run,
 * which must be submitted before anything is paid. What is written of the sheet is
 * sealed.
 */
export function upload(deps: PageDeps): Feature {
  const { appContext } = deps;
  const arriving = pLimit(ARRIVING);
  const reading = pLimit(READING);
  return (app) => {
    get(app, deps, '/upload', async (_, view) => uploadPage(view, await choicesOf(appContext, view.visitor)), 'maker');

    for (const path of ['/upload', COLUMNS_PATH])
      post(app, deps, path, (context, view) => receive(context, view, path === COLUMNS_PATH), 'maker');
  };

  async function receive(context: Context, view: View, answered: boolean): Promise<Response> {
    const upload = await arriving(() => receiveUpload(context, 'sheet'));
    try {
      return await reading(() => take(context, view, upload, answered));
    } finally {
      await upload?.close();
    }
  }

  /** Creates the run of an uploaded sheet. If its columns are not clear, answers with the form that assigns them. */
  async function take(context: Context, view: View, upload: Upload | null, answered: boolean): Promise<Response> {
    const { visitor } = view;
    const choices = await choicesOf(appContext, visitor);
    const again = (error: string) => context.html(uploadPage(view, choices, error), 422);
    if (!upload) return again('The upload ended before the file was whole. Try again.');
    const { form, file } = upload;
    if (!file) return again('Choose a file first.');
    const merchant = textOf(form.merchant);
    if (!choices.some(([value]) => value === (merchant ?? ''))) return again('Choose one of the merchants.');
    const onInvalid = textOf(form.onInvalid);
    const policy = onInvalid === undefined ? undefined : parseOnInvalid(onInvalid);
    if (answered && visitor.merchants !== null) return again('What columns mean is said by a maker of all merchants.');
    if (policy === null) return again(`Rows that cannot be paid: it must be ${ON_INVALID_FORM}.`);
    const maker = actorOf(context);
    const said = {
      decimal: DECIMALS.find((one) => one === form.decimal),
      encoding: ENCODING_NAMES.find((one) => one === form.encoding),
      worksheet: textOf(form.worksheet),
    };
    const sheet = { name: plainName(file.name), content: file.content };
    const answer = (name: string) => textOf(form[name]);
    try {
      if (answered) {
        const map = await mapFile(appContext, sheet, said);
        if (askedHeaderKey(map.header) !== form.header)
          return askColumns(
            map,
            'This file has another header than the one before. Here are its columns.',
            () => undefined,
          );
        const format = formatOfAnswers(map, answer('name') ?? '', answer);
        // Checks the format before it is stored, so that a missing column is reported now and not with every later
        // sheet.
        await requireReadable(appContext, sheet, said, format);
        await teachFormat(appContext, maker, format);
      }
      const run = await createSheetRun(appContext, {
        ...said,
        file: sheet,
        merchant,
        // A visitor who may not see all merchants must not pay from another one through a merchant column.
        onlyMerchant: visitor.merchants !== null,
        maker,
        payOn: textOf(form.payOn),
        onInvalid: policy,
        dryRun: false,
        confirmed: false,
        ask: true,
      });
      await readUploadedSheet(appContext, run, READ_MS);
      return context.redirect(runPath(run), 303);
    } catch (error) {
      if (!isMistake(error)) throw error;
      const asked = answered || ABOUT_COLUMNS.has(error.code);
      // A column format applies to all merchants, so only users of all merchants may create one.
      const map = asked && visitor.merchants === null ? await mapOf(sheet, said) : null;
      // The form below the message is the next step.
      const next =
        map !== null && ABOUT_COLUMNS.has(error.code) ? 'Say below what each column is.' : error.nextOn('page');
      const shown = `${error.message} ${next}`;
      return map === null ? again(shown) : askColumns(map, shown, answered ? answer : () => undefined);
    }

    function askColumns(
      map: SheetMap,
      error: string,
      before: (name: string) => string | undefined,
    ): Response | Promise<Response> {
      const kept = Object.fromEntries(
        ['merchant', 'payOn', 'onInvalid', 'decimal', 'encoding', 'worksheet'].map((name) => [
          name,
          textOf(form[name]) ?? '',
        ]),
      );
      return context.html(columnsForm(view, { map, error, answer: before, kept }), 422);
    }
  }

  async function mapOf(sheet: SheetSource, said: Parameters<typeof mapFile>[2]): Promise<SheetMap | null> {
    return mapFile(appContext, sheet, said).catch((error: unknown) => {
      if (isError(error)) return null;
      throw error;
    });
  }
}

/** Errors that a column format can fix. */
const ABOUT_COLUMNS: ReadonlySet<string> = new Set([
  'sheet_columns_missing',
  'sheet_columns_unclear',
  'sheet_column_twice',
  'sheet_no_header',
]);

/** File extensions that the browser offers; the content determines the format. */
const SHEET_ENDINGS = '.csv,.tsv,.xlsx,.xlsm,.ods,.xml';
const DECIMALS = ['point', 'comma'] as const;

/** The merchants that this visitor may pay from: pairs of value and text. */
async function choicesOf(
  appContext: AppContext,
  visitor: CurrentUser,
): Promise<readonly (readonly [string, string])[]> {
  const { defaultMerchant, ledger } = appContext;
  const known = (await listMerchants(ledger.db)).filter(({ key_kind }) => key_kind === 'merchant').map(({ id }) => id);
  const mine = [...new Set([...known, defaultMerchant])].filter((merchant) => seesMerchant(visitor, merchant)).sort();
  const any = [['', `as the sheet says, or ${defaultMerchant}`] as const];
  return [...(visitor.merchants === null ? any : []), ...mine.map((merchant) => [merchant, merchant] as const)];
}

function uploadPage(view: View, choices: readonly (readonly [string, string])[], error?: string): Markup {
  return layout(view, {
    title: 'Upload a sheet',
    main: html`${error ? html`<p class="notice bad" role="alert">${error}</p>` : ''}
<p>A CSV, XLSX or ODS with one payment a row, or a payment order of your ERP (ISO 20022 pain.001). It is read and checked first; you see what was understood and what is wrong, and nothing is paid until you submit it. <a href="/templates">A template to fill in</a> has the right columns.</p>
<form class="card" method="post" action="/upload?csrf=${tokenForPath(view.visitor.csrf, '/upload')}" enctype="multipart/form-data">
<div data-drop>${field({ name: 'sheet', label: 'The sheet', type: 'file', required: true, accept: SHEET_ENDINGS, hint: 'CSV, XLSX, ODS or pain.001 (XML). It can also be dropped here.' })}</div>
${choice('merchant', 'Who pays', choices, choices[0]?.[0] ?? '')}
${field({ name: 'payOn', label: 'Pay on', type: 'date', hint: 'Empty: the day in the column payOn, or as soon as it is approved. It can be changed until it is sent.' })}
<details><summary>More</summary>
${choice(
  'onInvalid',
  'If rows cannot be paid',
  [
    ['', 'as it is configured'],
    ['skip', 'pay the others'],
    ['stop', 'pay nothing'],
  ],
  '',
)}
${choice(
  'decimal',
  'Decimal separator',
  [
    ['', 'what the sheet shows'],
    ['point', 'a point: 1,240.50'],
    ['comma', 'a comma: 1.240,50'],
  ],
  '',
)}
${choice(
  'encoding',
  'Encoding of a CSV that is not Unicode',
  [['', 'what the file shows'], ...ENCODING_NAMES.map((name) => [name, name] as const)],
  '',
)}
${field({ name: 'worksheet', label: 'Worksheet, if the workbook has several' })}
</details>
<button class="main">Read and check</button></form>`,
  });
}

/** The base name of the uploaded file, without control characters and leading dots. */
function plainName(given: string): string {
  const name = given
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/^[.\s]+/, '')
    .slice(-120)
    .trim();
  return name === '' ? 'sheet' : name;
}

function textOf(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}
