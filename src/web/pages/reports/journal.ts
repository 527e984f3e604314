import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { exportJournal, exportJournalAgain } from '../../../engine/journal/export-journal.ts';
import { may } from '../../../engine/users/access.ts';
import { countNotExported, type JournalExport, selectJournalExports } from '../../../ledger/views/journal.ts';
import { showInZone } from '../../../platform/time-zone.ts';
import { JOURNAL_FORMAT_NAMES, journalFile } from '../../../reports/journal-file.ts';
import { readForm } from '../../bodies/read-form.ts';
import { figure } from '../../components/amount.ts';
import { download } from '../../components/download.ts';
import { actButton, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { moment } from '../../components/moment.ts';
import { table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { get, post } from '../route.ts';

const MOST_EXPORTS = 12;
const FORMAT_WORDS = {
  standard: 'CSV',
  quickbooks: 'QuickBooks',
  xero: 'Xero',
  netsuite: 'NetSuite',
  datev: 'DATEV',
} as const;

/**
 * `POST /reports/journal`: exports what no export has. `GET /reports/journal/:export/:format`: an export as a file, as
 * often as it is asked for.
 */
export function journalExports(deps: PageDeps): Feature {
  const { appContext } = deps;
  return (app) => {
    post(
      app,
      deps,
      '/reports/journal',
      async (context, { currentUser }) => {
        const { to, merchant } = await readForm(context);
        const text = (given: unknown) => (typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined);
        await exportJournal(appContext, actorOf(context), {
          to: text(to),
          merchant: text(merchant),
          scope: currentUser.merchants,
        });
        return context.redirect('/reports#journal', 303);
      },
      'maker',
    );
    get(app, deps, '/reports/journal/:export/:format', (context, view) => downloadExport(deps, context, view), 'maker');
  };
}

async function downloadExport(
  { appContext }: PageDeps,
  context: Context,
  { currentUser }: View,
): Promise<Response | null> {
  const format = JOURNAL_FORMAT_NAMES.find((one) => one === context.req.param('format'));
  if (format === undefined) return null;
  const entries = await exportJournalAgain(
    appContext,
    actorOf(context),
    context.req.param('export') ?? '',
    currentUser.merchants,
  );
  const { name, content } = journalFile(entries, format, appContext.config.journal, appContext.clock.now());
  return download(context, name, 'text/csv', Readable.from([content], { objectMode: false }));
}

/** What is not exported yet with the form that exports it, and the latest exports; empty for viewers. */
export async function journalPart(
  view: View,
  { appContext }: PageDeps,
  merchants: readonly string[],
): Promise<Markup | ''> {
  if (!may(view.currentUser, 'export_journal')) return '';
  const { ledger, config } = appContext;
  const scope = view.currentUser.merchants;
  const today = showInZone(view.now, config.timeZone).slice(0, 10);
  const [open, exports] = await Promise.all([
    countNotExported(ledger.db, scope, { from: null, to: today, timeZone: config.timeZone }),
    selectJournalExports(ledger.db, scope, MOST_EXPORTS),
  ]);
  return html`<section class="report" aria-labelledby="journal"><h2 id="journal">Journal for your ledger</h2>
<p>${open === 0 ? 'Every paid and returned payment is exported.' : html`${figure(view, open)} ${open === 1 ? 'entry is' : 'entries are'} not exported yet.`} Each entry debits the payables, the fees and a rate difference, and credits the balance; it is exported once.</p>
${
  open === 0
    ? ''
    : actButton(view, {
        action: '/reports/journal',
        button: 'Export journal',
        body: html`${field({ name: 'to', id: 'journal-to', label: 'Until', type: 'date', value: today, required: true })}${merchantPart(merchants)}`,
      })
}
${exports.length === 0 ? '' : exportsTable(view, exports)}</section>`;
}

/** Not `merchantChoice`: its id is that of the filter on this page. */
const merchantPart = (merchants: readonly string[]): Markup | '' =>
  merchants.length <= 1
    ? ''
    : html`<p class="field"><label for="journal-merchant">Merchant</label>
<select id="journal-merchant" name="merchant"><option value="">every merchant</option>${merchants.map(
        (id) => html`<option value="${id}">${id}</option>`,
      )}</select></p>`;

const exportsTable = (view: View, exports: readonly JournalExport[]) =>
  table(
    'Journal exports',
    [
      { title: 'Export', names: true, cell: ({ id }) => String(id) },
      { title: 'Made', cell: ({ made_at, made_by }) => html`${moment(view, made_at)} by ${made_by}` },
      {
        title: 'Days',
        cell: ({ from_day, to_day }) => (from_day === null ? `until ${to_day}` : `${from_day} to ${to_day}`),
      },
      { title: 'Entries', align: 'right', cell: ({ entries }) => figure(view, entries) },
      {
        title: 'Download for',
        wide: true,
        cell: ({ id }) =>
          html`${JOURNAL_FORMAT_NAMES.map(
            (format, i) =>
              html`${i === 0 ? '' : ', '}<a href="/reports/journal/${id}/${format}">${FORMAT_WORDS[format]}<span class="hidden"> of export ${id}</span></a>`,
          )}`,
      },
    ],
    exports,
    undefined,
    { stacks: true },
  );
