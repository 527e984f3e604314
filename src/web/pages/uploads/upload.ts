import type { Context } from 'hono';
import type { AppContext } from '../../../engine/context/app-context.ts';
import { mapFile, requireReadable, saveFormat } from '../../../engine/review/save-format.ts';
import { createSheetRun } from '../../../engine/runs/create-sheet-run.ts';
import { readUploadedSheet } from '../../../engine/runs/read-uploaded-sheet.ts';
import { isError, isMistake } from '../../../errors.ts';
import { type Form, readForm } from '../../../http/bodies/read-form.ts';
import { receiveUpload, type Upload } from '../../../http/bodies/receive-upload.ts';
import type { Feature } from '../../../http/feature.ts';
import type { SheetSource } from '../../../intake/map-sheet.ts';
import { parseUuid } from '../../../ledger/merchants/scope.ts';
import { storedSheetBytes, storeSheet } from '../../../ledger/runs/sheet.ts';
import { deleteDraft, getDraft, getDrafts, type SheetDraft, saveDraft } from '../../../ledger/runs/sheet-draft.ts';
import type { SavedSheetFormat } from '../../../ledger/runs/sheet-format.ts';
import { maskBankDetails } from '../../../mask-bank-details.ts';
import { ENCODING_NAMES } from '../../../platform/encodings.ts';
import { fairLimit } from '../../../platform/fair-limit.ts';
import { ON_INVALID_FORM, parseOnInvalid } from '../../../settings/on-invalid.ts';
import { actButton, choice, field, refusalNotice } from '../../components/form.ts';
import { icon } from '../../components/icon.ts';
import { layout } from '../../components/layout.ts';
import { itemList, listItem } from '../../components/list-item.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { createTextStore } from '../../components/text-store.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import { getActor } from '../../session/get-actor.ts';
import { tokenForPath } from '../../session/token-for-path.ts';
import { get, post } from '../route.ts';
import {
  ABOUT_COLUMNS,
  addColumnPages,
  COLUMNS_PATH,
  columnsError,
  LOOK_AT_THEM,
  type SheetToMatch,
} from './columns-form.ts';
import { merchantsToPayFrom } from './merchants-to-pay-from.ts';
import { pathAfterReading, runColumns } from './run-columns.ts';
import { uploadSteps } from './upload-steps.ts';

/** Uploads that arrive at the same time, and those of one user. */
const ARRIVING = 8;
const ARRIVING_EACH = 2;
/** Those that are read at the same time: an XLSX is read in memory. */
const READING = 2;
/**
 * `GET /upload`: a form for a sheet. `POST /upload` stores the sheet, reads and checks it, and redirects to its run,
 * which must be submitted before anything is paid: to its rows with errors, if it has any. If the columns are not
 * clear, the file becomes a draft, and `/upload/columns?sheet=` asks for them. The stored sheet is sealed.
 */
export function upload(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db, vault } = appContext.ledger;
  const arriving = fairLimit(ARRIVING, ARRIVING_EACH);
  const reading = fairLimit(READING);
  const refusals = createTextStore(appContext.clock);
  return (app) => {
    get(app, deps, '/upload', 'maker', (context, view) => {
      const token = context.req.query('refused');
      return page(view, token && (refusals.find(view.currentUser.csrf, token) ?? FORGOTTEN));
    });
    post(app, deps, '/upload', 'maker', receive);
    addColumnPages(app, deps, COLUMNS_PATH, findDraft, reading);
    runColumns(deps, reading)(app);
    post(app, deps, '/drafts/discard', 'maker', async (context, { currentUser }) => {
      const id = parseUuid((await readForm(context)).sheet);
      if (id === null) return null;
      await deleteDraft(db, currentUser.name, id);
      return context.redirect('/upload', 303);
    });
  };

  async function page(view: View, error?: string): Promise<Markup> {
    const [choices, drafts] = await Promise.all([
      choicesOf(appContext, view.currentUser),
      getDrafts(db, view.currentUser.name),
    ]);
    return uploadPage(view, choices, drafts, error);
  }

  async function receive(context: Context, view: View): Promise<Response> {
    const { name, csrf } = view.currentUser;
    const upload = await arriving(name, () => receiveUpload(context, 'sheet'));
    try {
      const to = upload
        ? await reading(name, () => takeFile(context, view, upload))
        : { error: 'The upload was interrupted. Try again.' };
      if (typeof to === 'string') return context.redirect(to, 303);
      // The address of a form that a browser sent has its token, which must not remain in it.
      if (context.req.query('csrf') === undefined) return context.html(await page(view, to.error), 422);
      return context.redirect(pathWith('/upload', { refused: refusals.save(csrf, to.error) }), 303);
    } finally {
      await upload?.close();
    }
  }

  /** Creates the run of an uploaded sheet; if its columns are not clear, keeps it. Returns the next page. */
  async function takeFile(
    context: Context,
    view: View,
    { form, file }: Upload,
  ): Promise<string | { readonly error: string }> {
    const { currentUser } = view;
    if (!file) return { error: 'Choose a file first.' };
    const settings = settingsOf(form);
    if (!(await choicesOf(appContext, currentUser)).some(([value]) => value === (settings.merchant ?? '')))
      return { error: 'Choose a merchant.' };
    if (settings.onInvalid !== undefined && parseOnInvalid(settings.onInvalid) === null)
      return { error: `If rows cannot be paid: enter ${ON_INVALID_FORM}.` };
    const sheet = file;
    try {
      return await createRun(context, view, sheet, settings);
    } catch (error) {
      if (!isMistake(error)) throw error;
      // A column format applies to all merchants, so only users of all merchants may create one.
      const asks =
        ABOUT_COLUMNS.has(error.code) &&
        currentUser.merchants === null &&
        (await isMappable(sheet, readSettings(settings)));
      if (!asks) return { error: error.onPage };
      const name = maskBankDetails(sheet.name);
      const { id } = await storeSheet(db, vault, { id: appContext.ids(), name, content: sheet.content() });
      await saveDraft(db, id, { by: currentUser.name, settings });
      return pathWith(COLUMNS_PATH, { sheet: id });
    }
  }

  /** The draft that the address names, or the form for a file if there is none that this visitor may match. */
  async function findDraft(context: Context, view: View): Promise<SheetToMatch | Response> {
    const { name: by, merchants } = view.currentUser;
    const id = parseUuid(context.req.query('sheet'));
    const draft = merchants === null && id !== null ? await getDraft(db, by, id) : null;
    if (draft === null) return context.html(await page(view, merchants === null ? NO_DRAFT : OF_ALL), 409);
    const { settings } = draft;
    const [sheet, options] = [storedSheetBytes({ db, vault }, draft), readSettings(settings)];
    return {
      of: { sheet: draft.id },
      ...{ name: draft.name, file: sheet, options },
      why: () =>
        requireReadable(appContext, sheet, options).then(
          () => LOOK_AT_THEM,
          (thrown: unknown) => {
            if (!isMistake(thrown)) throw thrown;
            return columnsError(thrown);
          },
        ),
      read: (format) => createRun(context, view, sheet, settings, { stored: draft.id, format }),
    };
  }

  /**
   * Creates the run of a file and reads it: of a draft, as the user says that its columns are read. Returns the next
   * page.
   */
  async function createRun(
    context: Context,
    { currentUser }: View,
    sheet: SheetSource,
    settings: Settings,
    { stored, format }: { readonly stored?: string; readonly format?: SavedSheetFormat } = {},
  ): Promise<string> {
    const maker = getActor(context);
    const run = await createSheetRun(appContext, {
      ...readSettings(settings),
      file: sheet,
      stored,
      merchant: settings.merchant,
      // A visitor who may not see all merchants must not pay from another one through a merchant column.
      onlyMerchant: currentUser.merchants !== null,
      maker,
      // The format is stored only with a run that is read by it.
      ...(format && {
        format,
        within: (db) => saveFormat(db, { by: maker, at: new Date(appContext.clock.now()) }, format),
      }),
      payOn: settings.payOn,
      onInvalid: settings.onInvalid === undefined ? undefined : (parseOnInvalid(settings.onInvalid) ?? undefined),
      dryRun: false,
      confirmed: false,
      ask: true,
    });
    await readUploadedSheet(appContext, run);
    return pathAfterReading(deps, currentUser, run);
  }

  async function isMappable(sheet: SheetSource, settings: ReturnType<typeof readSettings>): Promise<boolean> {
    return mapFile(appContext, sheet, settings).then(
      () => true,
      (error: unknown) => {
        if (isError(error)) return false;
        throw error;
      },
    );
  }
}

const FORGOTTEN = 'The file was not accepted. Choose it again.';
const NO_DRAFT = 'This file is no longer available. Choose it again.';
const OF_ALL = 'Only a maker of all merchants can match columns.';

const SETTINGS = ['merchant', 'payOn', 'onInvalid', 'decimal', 'encoding', 'worksheet'] as const;
type Settings = Readonly<Partial<Record<(typeof SETTINGS)[number], string>>>;

function settingsOf(form: Form): Readonly<Record<string, string>> & Settings {
  return Object.fromEntries(
    SETTINGS.flatMap((name) => {
      const text = form[name]?.trim();
      return text ? [[name, text]] : [];
    }),
  );
}

/** The settings of an upload that its reading needs. */
const readSettings = ({ decimal, encoding, worksheet }: Settings) => ({
  decimal: DECIMALS.find((one) => one === decimal),
  encoding: ENCODING_NAMES.find((one) => one === encoding),
  worksheet,
});

const DECIMALS = ['point', 'comma'] as const;

/** The merchants that this visitor may pay from: pairs of value and text. */
async function choicesOf(
  appContext: AppContext,
  currentUser: CurrentUser,
): Promise<readonly (readonly [string, string])[]> {
  const payingMerchants = await merchantsToPayFrom(appContext, currentUser);
  const any = [['', `From the file, otherwise ${appContext.defaultMerchant}`] as const];
  return [
    ...(currentUser.merchants === null ? any : []),
    ...payingMerchants.map((merchant) => [merchant, merchant] as const),
  ];
}

/** File extensions that the browser offers; the content determines the format. */
const SHEET_ENDINGS = '.csv,.tsv,.xlsx,.xlsm,.ods,.xml';

/** The first step of an upload: a file, and those that were not finished. */
function uploadPage(
  view: View,
  choices: readonly (readonly [string, string])[],
  drafts: readonly SheetDraft[],
  error: string | undefined,
): Markup {
  return layout(view, {
    title: 'Upload a sheet',
    heading: 'New run',
    actions: html`<div class="actions"><a class="button" href="/upload/one">Pay one recipient</a></div>`,
    about: html`Upload a file with one payment per row. Nothing is paid until you submit it. Start from a <a href="/templates">template</a> with the right columns.`,
    main: html`${uploadSteps('File')}
${refusalNotice(error)}
${drafts.length === 0 ? '' : draftsPart(view, drafts)}
<form class="card" method="post" action="/upload?csrf=${tokenForPath(view.currentUser.csrf, '/upload')}" enctype="multipart/form-data">
<div data-drop>${icon('upload')}${field({ name: 'sheet', label: 'File', type: 'file', required: true, accept: SHEET_ENDINGS, hint: 'CSV, XLSX, ODS or pain.001 (XML). You can also drop it here.' })}</div>
<div class="cards">${choice('merchant', 'Merchant', choices, choices[0]?.[0] ?? '')}
${field({ name: 'payOn', label: 'Pay on', type: 'date', hint: 'Leave blank to use the file’s pay date, or to pay once approved. You can change it until the run is sent.' })}</div>
<details><summary>How to read the file</summary>
<div class="cards">${choice(
      'onInvalid',
      'If rows cannot be paid',
      [
        ['', 'As configured'],
        ['skip', 'Pay the others'],
        ['stop', 'Pay nothing'],
      ],
      '',
    )}
${choice(
  'decimal',
  'Decimal separator',
  [
    ['', 'Detect automatically'],
    ['point', 'A point: 1,240.50'],
    ['comma', 'A comma: 1.240,50'],
  ],
  '',
)}
${choice(
  'encoding',
  'Encoding of a non-Unicode CSV',
  [['', 'Detect automatically'], ...ENCODING_NAMES.map((name) => [name, name] as const)],
  '',
)}
${field({ name: 'worksheet', label: 'Worksheet, if the workbook has several' })}</div>
</details>
<div class="actions"><button class="main">Check file</button></div></form>`,
  });
}

/** Files whose columns are not assigned yet; they stay until then, even if the session ends. */
function draftsPart(view: View, drafts: readonly SheetDraft[]): Markup {
  return html`<section aria-labelledby="drafts"><h2 id="drafts">Not finished</h2>${itemList(
    drafts.map(({ id, name, created_at }) =>
      listItem({
        icon: 'file',
        tone: 'wait',
        title: html`<a href="${pathWith(COLUMNS_PATH, { sheet: id })}">${name}</a>`,
        about: html`Uploaded ${moment(view, created_at)}. Its columns must be matched first.`,
        action: html`<div class="actions">${actButton(view, { action: '/drafts/discard', button: 'Discard file', hidden: { sheet: id } })}<a class="button" href="${pathWith(COLUMNS_PATH, { sheet: id })}">Match columns</a></div>`,
      }),
    ),
  )}</section>`;
}
