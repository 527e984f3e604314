import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { exportEntries } from '../../../actions/journal.ts';
import type { Config } from '../../../config.ts';
import { exportJournalAgain } from '../../../engine/journal/export-journal.ts';
import { download } from '../../../http/download.ts';
import type { Feature } from '../../../http/feature.ts';
import type { Db } from '../../../ledger/db/db.ts';
import { countNotExported, type JournalExport, type NotExported } from '../../../ledger/views/journal.ts';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { journalExportList } from '../../../lists/journal-exports.ts';
import { may } from '../../../permissions/access.ts';
import { roleWord } from '../../../permissions/role-word.ts';
import { showInZone } from '../../../platform/time-zone.ts';
import { isDatevAccount } from '../../../reports/journal-datev.ts';
import { JOURNAL_FORMAT_NAMES, journalFile, journalParts } from '../../../reports/journal-file.ts';
import { counted, figure } from '../../components/amount.ts';
import { csrfField, field, merchantChoice } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { facts, type PageColumn } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { getActor } from '../../session/get-actor.ts';
import { postAction, type RefusedForm } from '../action-form.ts';
import { type ListFeature, listFeature } from '../list-page.ts';
import { get } from '../route.ts';
import { reportsNav } from './report-parts.ts';
import { returnsReadPart } from './returns-read.ts';

const PATH = '/reports/journal';
/** At most this many payments that are not exported yet are counted. */
const MOST_COUNTED = 500;
/** Up to this many links to files of a format are shown next to each other, and at most this many in total. */
const MOST_BESIDE = 4;
const MOST_FILES = 400;
const FORMAT_WORDS = {
  standard: 'CSV',
  quickbooks: 'QuickBooks',
  xero: 'Xero',
  netsuite: 'NetSuite',
  datev: 'DATEV',
} as const;

/**
 * `GET /reports/journal`: the entries without an export, and the latest exports. `POST .../export`: exports it. `GET
 * /reports/journal/:export/:format`: an export as a file, any number of times; `datev.2026` if the format needs
 * several.
 */
export function journalExports(deps: PageDeps): Feature {
  const exports = listFeature(deps, journalExportList, { path: PATH });
  return (app) => {
    get(app, deps, PATH, 'viewer', (context, view) => journalPage(context, view, deps, exports));
    postAction(app, deps, exportEntries, {
      path: PATH,
      page: {
        find: async () => true,
        show: (context, view, _, refused) => journalPage(context, view, deps, exports, refused),
      },
      subject: (_, __, { currentUser }) => ({ references: [], merchants: currentUser.merchants }),
      back: () => PATH,
    });
    get(app, deps, '/reports/journal/:export/:format', 'viewer', (context, view) =>
      downloadExport(deps, context, view),
    );
  };
}

async function downloadExport(
  { appContext }: PageDeps,
  context: Context,
  { currentUser }: View,
): Promise<Response | null> {
  const [name, part] = context.req.param('format')?.split('.') ?? [];
  const format = JOURNAL_FORMAT_NAMES.find((one) => one === name);
  if (format === undefined) return null;
  const entries = await exportJournalAgain(
    appContext,
    getActor(context),
    context.req.param('export') ?? '',
    currentUser.merchants,
  );
  const { journal } = appContext.config;
  const { name: file, content } = journalFile(entries, format, journal, appContext.clock.now(), part);
  return download(context, file, 'text/csv', Readable.from([content], { objectMode: false }));
}

/** The payments not exported yet with the form that exports them, and the latest exports. */
async function journalPage(
  context: Context,
  view: View,
  { appContext }: PageDeps,
  exports: ListFeature<JournalExport>,
  refused: RefusedForm | null = null,
): Promise<Markup | Response | null> {
  const shown = await exports.read(context, view);
  if (shown === null || shown instanceof Response) return shown;
  const { ledger, config } = appContext;
  const scope = view.currentUser.merchants;
  const today = showInZone(view.now, config.timeZone).slice(0, 10);
  const [open, merchants] = await Promise.all([
    countNotExported(ledger.db, scope, new Date(view.now), MOST_COUNTED),
    selectMerchants(ledger.db, scope, 200),
  ]);
  const isNothing = shown.rows.length === 0 && shown.isFirst;
  return layout(view, {
    title: 'Journal for your general ledger',
    refusal: refused?.why ?? view.refusal,
    main: html`${reportsNav(view)}
<section class="card" aria-labelledby="open"><h2 id="open">${isNothing && isAllExported(open) ? 'No entries to export yet.' : openWords(view, open)}</h2>
<p class="quiet">A payment debits payables and fees and credits the balance. A return reverses the payment but not the fees. Each entry is exported once.</p>
${await returnsReadPart(ledger.db, view, null)}
${accountsPart(config.journal)}
${withoutAmountsNotice(view, open)}
${
  isAllExported(open)
    ? ''
    : !may(view.currentUser, 'export_journal')
      ? html`<p class="quiet">Exporting requires the Maker role; yours is ${roleWord(view.currentUser.role)}. Exports appear here.</p>`
      : html`<form class="filters" method="post" action="${PATH}/export">${csrfField(view)}
${field({ name: 'until', id: 'journal-until', label: `Through (date in ${config.timeZone})`, type: 'date', value: refused?.form.until ?? today, required: true })}
${merchantChoice(merchants, refused?.form.merchant ?? null)}<button class="main">${exportEntries.button}</button></form>`
}</section>
${isNothing ? '' : exports.part(view, shown, { last: downloadColumn(config.journal) })}`,
  });
}

/** The accounts of the postings, for a check before an export. */
function accountsPart({ accounts: { payables, fees, withheldTax, balance } }: Config['journal']): Markup {
  // As `entryLines` names the account of a currency that the setting does not have.
  const balances =
    typeof balance === 'string'
      ? balance
      : [
          ...Object.entries(balance).map(([currency, account]) => `${account} (${currency})`),
          '“Payout service” and the currency for others',
        ].join(', ');
  return facts([
    ['Payables account', payables],
    ['Fees account', fees],
    ['Withholding tax account', withheldTax],
    ['Balance account', balances],
  ]);
}

/** If there are many entries, the number is a lower bound, because not all are counted. */
function openWords(view: View, { entries, areMore, withoutAmounts }: NotExported): string {
  if (areMore)
    return entries === 0
      ? `More than ${figure(view, MOST_COUNTED)} payments remain to be checked. An export includes everything not exported yet.`
      : `At least ${figure(view, entries)} entries have not been exported yet.`;
  if (entries > 0) return `${counted(view, entries, 'entry has', 'entries have')} not been exported yet.`;
  return withoutAmounts === 0
    ? 'All paid and returned payments have been exported.'
    : 'All reported amounts have been exported.';
}

function withoutAmountsNotice(view: View, { withoutAmounts }: NotExported): Markup | '' {
  if (withoutAmounts === 0) return '';
  const many = withoutAmounts === MOST_COUNTED ? 'At least ' : '';
  return html`<p class="notice">${many}${figure(view, withoutAmounts)} ${withoutAmounts === 1 ? 'payment counts as paid, but the payout service has reported no amounts for it, so it is' : 'payments count as paid, but the payout service has reported no amounts for them, so they are'} not in the journal.</p>`;
}

/** Whether an export would have an entry, as far as is counted. */
export const hasEntriesToExport = async (db: Db, { currentUser, now }: View): Promise<boolean> =>
  !isAllExported(await countNotExported(db, currentUser.merchants, new Date(now), MOST_COUNTED));

const isAllExported = ({ entries, areMore }: NotExported): boolean => entries === 0 && !areMore;

/** Whether the accounts of every entry are numbers, which DATEV asks for. */
function postsToNumbers({ accounts: { payables, balance }, datev }: Config['journal']): boolean {
  const used = [payables, ...(typeof balance === 'string' ? [balance] : Object.values(balance))];
  return used.every((account) => isDatevAccount(account, datev));
}

/** The links to the files of an export; if a format has many files, they are folded. */
const linksOf = (one: JournalExport, settings: Config['journal']): readonly Markup[] =>
  JOURNAL_FORMAT_NAMES.map((format) => {
    const words = FORMAT_WORDS[format];
    if (format === 'datev' && !postsToNumbers(settings))
      return html`<span class="quiet">${words} requires account numbers, which an admin must set.</span>`;
    const link = (path: string, text: string) =>
      html`<a class="no-wrap" href="/reports/journal/${one.id}/${path}">${text}<span class="hidden">, export ${one.id}</span></a>`;
    const parts = journalParts(format, one, settings);
    if (parts.length === 0) return link(format, words);
    if (parts.length > MOST_FILES) return html`<span class="quiet">${words} would need ${parts.length} files.</span>`;
    const links = parts.map((part) => link(`${format}.${part}`, `${words} ${part}`));
    return parts.length <= MOST_BESIDE
      ? html`${links}`
      : html`<details><summary>${words}, ${parts.length} files</summary>${links}</details>`;
  });

const downloadColumn = (settings: Config['journal']): PageColumn<JournalExport> => ({
  title: 'Download for',
  wide: true,
  cell: (one) => html`<div class="downloads">${linksOf(one, settings)}</div>`,
});
