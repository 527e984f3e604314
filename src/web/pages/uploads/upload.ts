import type { Context } from 'hono';
import type { AppContext } from '../../../engine/context/app-context.ts';
import { formatOfAnswers } from '../../../engine/review/match-columns.ts';
import { mapFile, requireReadable, saveFormat } from '../../../engine/review/save-format.ts';
import { createSheetRun } from '../../../engine/runs/create-sheet-run.ts';
import { readUploadedSheet } from '../../../engine/runs/read-uploaded-sheet.ts';
import { isError, isMistake } from '../../../errors.ts';
import type { SheetMap, SheetSource } from '../../../intake/map-sheet.ts';
import { listMerchants } from '../../../ledger/merchants/merchant.ts';
import { uuidOf } from '../../../ledger/merchants/scope.ts';
import { getSheet, storeSheet } from '../../../ledger/runs/sheet.ts';
import { deleteDraft, draftOf, draftsOf, type SheetDraft, saveDraft } from '../../../ledger/runs/sheet-draft.ts';
import type { SavedSheetFormat } from '../../../ledger/runs/sheet-format.ts';
import { storedSheetBytes } from '../../../ledger/runs/stored-sheet.ts';
import { maskBankDetails } from '../../../mask-bank-details.ts';
import { seesMerchant } from '../../../permissions/access.ts';
import { ENCODING_NAMES } from '../../../platform/encodings.ts';
import { fairLimit } from '../../../platform/fair-limit.ts';
import { ON_INVALID_FORM, parseOnInvalid } from '../../../settings/on-invalid.ts';
import { type Form, readForm } from '../../bodies/read-form.ts';
import { receiveUpload, type Upload } from '../../bodies/receive-upload.ts';
import { createKeptTexts } from '../../components/kept-texts.ts';
import type { Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/pager.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { get, post } from '../route.ts';
import { ABOUT_COLUMNS, COLUMNS_PATH, columnsError, columnsForm, fieldOf } from './columns-form.ts';
import { pathAfterReading } from './run-columns.ts';
import { uploadPage } from './upload-page.ts';

/** Uploads that arrive at the same time, and those of one user. */
const ARRIVING = 8;
const ARRIVING_EACH = 2;
/** Those that are read at the same time: an XLSX is read in memory. */
const READING = 2;
/**
 * `GET /upload`: a form for a sheet. `POST /upload` stores the sheet, reads and checks it, and redirects to its run,
 * which must be submitted before anything is paid: to its rows with errors, if it has any. If the columns are not
 * clear, the file is kept as a draft, and `/upload/columns?sheet=` asks for them. What is written of the sheet is
 * sealed.
 */
export function upload(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db, vault } = appContext.ledger;
  const arriving = fairLimit(ARRIVING, ARRIVING_EACH);
  const reading = fairLimit(READING);
  const refusals = createKeptTexts(appContext.clock);
  return (app) => {
    get(app, deps, '/upload', 'maker', (context, view) => page(view, refusedIn(context, view)?.error));
    get(app, deps, COLUMNS_PATH, 'maker', (context, view) =>
      showColumns(view, context.req.query('sheet'), refusedIn(context, view)),
    );
    for (const [path, take] of [
      ['/upload', takeFile],
      [COLUMNS_PATH, takeColumns],
    ] as const)
      post(app, deps, path, 'maker', (context, view) => receive(context, view, take));
    post(app, deps, '/drafts/discard', 'maker', async (context, { currentUser }) => {
      const id = uuidOf((await readForm(context)).sheet);
      if (id === null) return null;
      await deleteDraft(db, currentUser.name, id);
      return context.redirect('/upload', 303);
    });
  };

  async function page(view: View, error?: string): Promise<Markup> {
    const [choices, drafts] = await Promise.all([
      choicesOf(appContext, view.currentUser),
      draftsOf(db, view.currentUser.name),
    ]);
    return uploadPage(view, { choices, drafts, error });
  }

  async function receive(context: Context, view: View, take: Take): Promise<Response> {
    const upload = await arriving(view.currentUser.name, () => receiveUpload(context, 'sheet'));
    const again: Again = async (error, columns) => {
      // The address of a form that a browser sent has its token, which must not stay there.
      if (context.req.query('csrf') !== undefined) {
        const form = Object.fromEntries(Object.entries(columns?.form ?? {}).filter(([, value]) => value !== undefined));
        const refused = refusals.save(view.currentUser.csrf, JSON.stringify({ error, form } satisfies RefusedUpload));
        return context.redirect(
          pathWith(columns ? COLUMNS_PATH : '/upload', { sheet: columns?.draft.id, refused }),
          303,
        );
      }
      return context.html(columns ? columnsPage(view, { ...columns, error }) : await page(view, error), 422);
    };
    try {
      if (!upload) return await again('The upload ended before the file was whole. Try again.');
      return await reading(view.currentUser.name, () => take(context, view, upload, again));
    } finally {
      await upload?.close();
    }
  }

  /** Creates the run of an uploaded sheet. If its columns are not clear, keeps it and redirects to their form. */
  async function takeFile(context: Context, view: View, { form, file }: Upload, again: Again): Promise<Response> {
    const { currentUser } = view;
    if (!file) return again('Choose a file first.');
    const settings = settingsOf(form);
    if (!(await choicesOf(appContext, currentUser)).some(([value]) => value === (settings.merchant ?? '')))
      return again('Choose one of the merchants.');
    if (settings.onInvalid !== undefined && parseOnInvalid(settings.onInvalid) === null)
      return again(`Rows that cannot be paid: it must be ${ON_INVALID_FORM}.`);
    const sheet = { name: plainName(file.name), content: file.content };
    try {
      return context.redirect(await createRun(context, view, { sheet, settings }), 303);
    } catch (error) {
      if (!isMistake(error)) throw error;
      // A column format applies to all merchants, so only users of all merchants may create one.
      const map =
        ABOUT_COLUMNS.has(error.code) && currentUser.merchants === null
          ? await mapOf(sheet, readSettings(settings))
          : null;
      if (map === null) return again(error.onPage);
      const name = maskBankDetails(sheet.name);
      const { id } = await storeSheet(db, vault, { id: appContext.ids(), name, content: sheet.content() });
      await saveDraft(db, id, { by: currentUser.name, settings });
      return context.redirect(pathWith(COLUMNS_PATH, { sheet: id }), 303);
    }
  }

  /** Stores the columns that a user assigned to a draft, and creates its run. */
  async function takeColumns(context: Context, view: View, { form }: Upload, again: Again): Promise<Response> {
    const { currentUser } = view;
    if (currentUser.merchants !== null) return again('What columns mean is said by a maker of all merchants.');
    const draft = await draftFor(view, form.stored);
    if (draft === null) return again(NO_DRAFT);
    const [sheet, settings] = [sourceOf(draft), readSettings(draft.settings)];
    const answer = (name: string) => textOf(form[name]);
    try {
      const map = await mapFile(appContext, sheet, settings);
      const format = formatOfAnswers(map, answer('name') ?? '', (at) => answer(fieldOf(at)));
      // Checks the format before it is stored, so that a missing column is reported now and not with every later sheet.
      await requireReadable(appContext, sheet, settings, format);
      const by = { stored: draft.id, format };
      return context.redirect(await createRun(context, view, { sheet, settings: draft.settings, ...by }), 303);
    } catch (error) {
      if (!isMistake(error) && (await isDiscarded(draft))) return again(NO_DRAFT);
      if (!isMistake(error)) throw error;
      const map = await mapOf(sheet, settings);
      const shown = columnsError(error);
      return map === null ? again(shown) : again(shown, { draft, map, form });
    }
  }

  /** True if a draft was discarded in another tab while it was read. */
  async function isDiscarded({ id }: SheetDraft): Promise<boolean> {
    return !(await getSheet(db, id));
  }

  /** What was refused just before, and what was typed. */
  function refusedIn(context: Context, { currentUser }: View): RefusedUpload | null {
    const token = context.req.query('refused');
    if (token === undefined) return null;
    const kept = refusals.find(currentUser.csrf, token);
    return kept === null ? FORGOTTEN : (JSON.parse(kept) as RefusedUpload);
  }

  function columnsPage(view: View, { draft, map, error, form }: ShownColumns & { readonly error: string }): Markup {
    const { id, name } = draft;
    return columnsForm(view, { of: { sheet: id }, name, map, error, answer: (field) => textOf(form[field]) });
  }

  async function showColumns(view: View, id: string | undefined, refused: RefusedUpload | null): Promise<Markup> {
    const draft = view.currentUser.merchants === null ? await draftFor(view, id) : null;
    if (draft === null) return page(view, NO_DRAFT);
    const [sheet, settings] = [sourceOf(draft), readSettings(draft.settings)];
    try {
      const error = await requireReadable(appContext, sheet, settings).then(
        () => 'Look at the columns, and say what each of them is.',
        (thrown: unknown) => {
          if (!isMistake(thrown)) throw thrown;
          return columnsError(thrown);
        },
      );
      const map = await mapOf(sheet, settings);
      if (map === null) return await page(view, error);
      return columnsPage(view, { draft, map, error: refused?.error ?? error, form: refused?.form ?? {} });
    } catch (error) {
      if (await isDiscarded(draft)) return page(view, NO_DRAFT);
      throw error;
    }
  }

  /** Creates the run of a file and reads it. Returns the page to go on with. */
  async function createRun(
    context: Context,
    { currentUser }: View,
    { sheet, settings, stored, format }: NewUpload,
  ): Promise<string> {
    const maker = actorOf(context);
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

  function draftFor({ currentUser }: View, id: string | undefined): Promise<SheetDraft | null> {
    const known = uuidOf(id);
    return known === null ? Promise.resolve(null) : draftOf(db, currentUser.name, known);
  }

  function sourceOf(draft: SheetDraft): Exclude<SheetSource, string> {
    return storedSheetBytes({ db, vault }, draft);
  }

  async function mapOf(sheet: SheetSource, settings: ReturnType<typeof readSettings>): Promise<SheetMap | null> {
    return mapFile(appContext, sheet, settings).catch((error: unknown) => {
      if (isError(error)) return null;
      throw error;
    });
  }
}

/** Answers with the form and why it was refused. `columns`: it is that of the columns. */
type Again = (error: string, columns?: ShownColumns) => Promise<Response>;
type Take = (context: Context, view: View, upload: Upload, again: Again) => Promise<Response>;

interface ShownColumns {
  readonly draft: SheetDraft;
  readonly map: SheetMap;
  readonly form: Form;
}

interface RefusedUpload {
  readonly error: string;
  readonly form: Form;
}

const FORGOTTEN: RefusedUpload = { error: 'The file was not accepted. Choose it again.', form: {} };

interface NewUpload {
  readonly sheet: SheetSource;
  readonly settings: Settings;
  /** The id of a draft, and how the user says that its columns are read. */
  readonly stored?: string;
  readonly format?: SavedSheetFormat;
}

const NO_DRAFT = 'This file is not here any more. Choose it again.';

const SETTINGS = ['merchant', 'payOn', 'onInvalid', 'decimal', 'encoding', 'worksheet'] as const;
type Settings = Readonly<Partial<Record<(typeof SETTINGS)[number], string>>>;

function settingsOf(form: Form): Readonly<Record<string, string>> & Settings {
  return Object.fromEntries(
    SETTINGS.flatMap((name) => {
      const text = textOf(form[name]);
      return text === undefined ? [] : [[name, text]];
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
  const { defaultMerchant, ledger } = appContext;
  const known = (await listMerchants(ledger.db)).filter(({ key_kind }) => key_kind === 'merchant').map(({ id }) => id);
  const mine = [...new Set([...known, defaultMerchant])]
    .filter((merchant) => seesMerchant(currentUser, merchant))
    .sort();
  const any = [['', `From the file, else ${defaultMerchant}`] as const];
  return [...(currentUser.merchants === null ? any : []), ...mine.map((merchant) => [merchant, merchant] as const)];
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
