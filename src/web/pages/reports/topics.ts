import type { Context } from 'hono';
import type { Db } from '../../../ledger/db/db.ts';
import type { Scope } from '../../../ledger/merchants/scope.ts';
import { type ApprovalSum, selectApprovals } from '../../../ledger/reports/report-approvals.ts';
import { selectCallDays, selectCallGroups } from '../../../ledger/reports/report-calls.ts';
import type { ReportRange } from '../../../ledger/reports/report-range.ts';
import { type PairSum, selectRates } from '../../../ledger/reports/report-rates.ts';
import {
  type RecipientSum,
  selectPaidRecipients,
  selectPaidRecipientsAfter,
} from '../../../ledger/reports/report-recipients.ts';
import { selectTimes, type TimesReport } from '../../../ledger/reports/report-times.ts';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { downloadCsv } from '../../components/download.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { moment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get } from '../route.ts';
import { type CallFigures, callTables } from './calls-tables.ts';
import type { NamedReport } from './named-report.ts';
import { csvOf, rangeFilter, reportSection, reportsNav } from './report-parts.ts';
import type { ReportTable } from './report-table.ts';
import { createReportsCache } from './reports-cache.ts';
import { askedRange, daysOf } from './reports-range.ts';
import { callPlots, ratePlots, recipientPlots, timePlots } from './topic-plots.ts';
import {
  approvalsTable,
  RECIPIENTS_CSV,
  type RowsReport,
  ratesTable,
  recipientsTable,
  slowestTable,
  timesTable,
} from './topic-tables.ts';

/** Rows of a page, and the last row that can be reached by pages; the CSV has all. */
const PAGE = 50;
const MOST_SKIPPED = 10_000;
const MOST_RUNS = 20;
/** Recipients of one statement of the CSV. */
const CSV_PAGE = 20_000;

type Lines = AsyncIterable<readonly (readonly string[])[]>;

/** A report with a page of its own. */
interface Topic<Report> {
  /** Its path is `/reports/<name>`. */
  readonly name: string;
  readonly title: string;
  /** The counted objects, in words. */
  readonly note: string;
  readonly tables: readonly ReportTable<Report>[];
  /** The charts of a table, by its name. */
  readonly plots?: (
    view: View,
    report: Report,
    range: ReportRange,
  ) => Readonly<Record<string, readonly (Markup | '')[]>>;
  readonly count: (db: Db, scope: Scope, range: ReportRange, skip: number) => Promise<Report>;
  /** For a report in pages: whether another page follows, and the CSV of all. */
  readonly paged?: {
    readonly hasMore: (report: Report) => boolean;
    readonly all: (db: Db, scope: Scope, range: ReportRange) => Lines;
  };
}

const RECIPIENTS: Topic<RowsReport<RecipientSum> & { readonly hasMore: boolean }> = {
  name: 'recipients',
  title: 'Paid by recipient',
  note: 'Paid is what arrived and has not come back, on the day on which that was known. Who was sent most comes first, each currency of your balances apart.',
  tables: [recipientsTable],
  plots: (view, { rows }) => ({ recipients: recipientPlots(view, rows) }),
  count: async (db, scope, range, skip) => {
    const rows = await selectPaidRecipients(db, scope, range, { skip, limit: PAGE + 1 });
    return { rows: rows.slice(0, PAGE), hasMore: rows.length > PAGE };
  },
  paged: { hasMore: ({ hasMore }) => hasMore, all: allRecipients },
};

const RATES: Topic<RowsReport<PairSum>> = {
  name: 'rates',
  title: 'Fees and rates',
  note: 'The average rate is what recipients got for what was converted, after the fees deducted from them. The market rate is the one that the payout service reports beside its own when a payment is paid; if it reports none, none is shown.',
  tables: [ratesTable],
  plots: (view, { rows }) => ({ rates: ratePlots(view, rows) }),
  count: async (db, scope, range) => ({ rows: await selectRates(db, scope, range) }),
};

const TIMES: Topic<TimesReport> = {
  name: 'times',
  title: 'Time to pay',
  note: 'From the upload of a run until the last of its payments was final, for runs with paid payments that ended on these days. The stages are averages and add up. Approval to start is the time in which a run awaited funds or its pay date, and calls to the payout service.',
  tables: [timesTable, slowestTable],
  plots: (_, { byMerchant }) => ({ times: timePlots(byMerchant) }),
  count: (db, scope, range) => selectTimes(db, scope, range, MOST_RUNS),
};

const APPROVALS: Topic<RowsReport<ApprovalSum>> = {
  name: 'approvals',
  title: 'Approvals',
  note: 'Decisions of these days, from the audit log. Amounts are total debits as quoted. The time to decide begins when the run was priced, for a second approver with the first approval.',
  tables: [approvalsTable],
  count: async (db, scope, range) => ({ rows: await selectApprovals(db, scope, range) }),
};

/** `perMinute`: the API calls that a merchant has in a minute. */
const callsTopic = (perMinute: number, timeZone: string): Topic<CallFigures> => ({
  name: 'calls',
  title: 'API calls',
  note: `A merchant may make ${perMinute.toLocaleString('en-US')} calls a minute. The fullest minute is that of the merchant who made the most calls in one.`,
  tables: callTables(perMinute, timeZone),
  plots: (view, report, range) => callPlots(view, report, daysOf(range)),
  count: async (db, scope, range) => {
    const [callDays, callGroups] = await Promise.all([
      selectCallDays(db, scope, range),
      selectCallGroups(db, scope, range),
    ]);
    return { callDays, callGroups };
  },
});

/** `GET /reports/<topic>?from=&to=&merchant=`, and each of its tables as `/reports/<table>.csv`. */
export function reportTopics(deps: PageDeps): Feature {
  const features = [
    topicPage(deps, RECIPIENTS),
    topicPage(deps, RATES),
    topicPage(deps, TIMES),
    topicPage(deps, APPROVALS),
    topicPage(deps, callsTopic(callsPerMinute(deps.appContext), deps.appContext.config.timeZone)),
  ];
  return (app) => {
    for (const add of features) add(app);
  };
}

/** The tables of these pages without the pages. */
export const topicReports = (perMinute: number, timeZone: string): readonly NamedReport[] => [
  ...reportsOf(RECIPIENTS),
  ...reportsOf(RATES),
  ...reportsOf(TIMES),
  ...reportsOf(APPROVALS),
  ...reportsOf(callsTopic(perMinute, timeZone)),
];

const reportsOf = <Report>({ tables, count, paged }: Topic<Report>): readonly NamedReport[] =>
  tables.map((one) => ({
    name: one.name,
    caption: one.caption,
    lines: async (db, range) => paged?.all(db, null, range) ?? csvOf(one, await count(db, null, range, 0)),
  }));

/** A window of another length is counted as if it were a minute. */
const callsPerMinute = ({ perWindow, config }: PageDeps['appContext']): number =>
  Math.max(1, Math.round((perWindow * 60_000) / config.quotaWindowMs));

function topicPage<Report>({ appContext }: PageDeps, topic: Topic<Report>): Feature {
  const { ledger, clock, config } = appContext;
  const { name, title, note, tables, plots, paged } = topic;
  const count = createReportsCache(clock, topic.count);
  const path = `/reports/${name}`;
  const asked = (context: Context, { now }: View) => askedRange(context, { now, timeZone: config.timeZone });
  return (app) => {
    get(app, { appContext }, path, 'viewer', async (context, view) => {
      const { range, fault } = asked(context, view);
      const scope = view.currentUser.merchants;
      const skip = paged ? skipOf(context) : 0;
      const [report, merchants] = await Promise.all([
        count(ledger.db, scope, range, skip),
        selectMerchants(ledger.db, scope, 200),
      ]);
      const { from, to, timeZone, merchant } = range;
      const query = { from, to, merchant };
      const next = skip + PAGE;
      return layout(view, {
        title,
        main: html`${reportsNav(view)}${fault ? html`<p class="notice wait" role="alert">${fault}</p>` : ''}
${rangeFilter(path, range, merchants)}
<p class="quiet">${note} Days in ${timeZone}. Counted ${moment(view, new Date(Math.min(report.at, view.now)))}.</p>
${tables.map((one) => reportSection(view, one, report, { query, plots: skip > 0 ? [] : (plots?.(view, report, range)[one.name] ?? []) }))}
${
  paged
    ? pager({
        first: skip === 0 ? null : pathWith(path, query),
        next: paged.hasMore(report) && next <= MOST_SKIPPED ? pathWith(path, { ...query, after: next }) : null,
      })
    : ''
}`,
      });
    });
    for (const one of tables)
      get(app, { appContext }, `/reports/${one.name}.csv`, 'viewer', async (context, view) => {
        const { range } = asked(context, view);
        const scope = view.currentUser.merchants;
        const lines = paged?.all(ledger.db, scope, range) ?? csvOf(one, await count(ledger.db, scope, range));
        return downloadCsv(context, `payrun-${one.name}-${range.from}-to-${range.to}.csv`, lines);
      });
  };
}

/** Rows of the pages before. */
function skipOf(context: Context): number {
  const text = context.req.query('after') ?? '';
  return /^\d{1,5}$/.test(text) ? Math.min(Number(text), MOST_SKIPPED) : 0;
}

/** Each recipient once, in the order of their ids, even while payments are being paid. */
async function* allRecipients(db: Db, scope: Scope, range: ReportRange): Lines {
  const lineOf = (one: RecipientSum) => RECIPIENTS_CSV.map(([, cell]) => cell(one));
  yield [RECIPIENTS_CSV.map(([head]) => head)];
  for (let after: string | null = null; ; ) {
    const rows = await selectPaidRecipientsAfter(db, scope, range, { after, limit: CSV_PAGE });
    yield rows.map(lineOf);
    const last = rows.at(-1)?.recipient;
    if (!last) return;
    after = last;
  }
}
