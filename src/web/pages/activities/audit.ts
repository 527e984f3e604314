import type { Context } from 'hono';
import { EVENTS } from '../../../events/events.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { type AuditEvent, type AuditPlace, selectAudit } from '../../../ledger/views/audit-events.ts';
import { type EventNames, selectEventNames } from '../../../ledger/views/event-names.ts';
import { hasRole } from '../../../permissions/access.ts';
import { isDay } from '../../../platform/calendars/business-days.ts';
import { runNames } from '../../../reports/run-names.ts';
import { readForm } from '../../bodies/read-form.ts';
import { downloadCsv } from '../../components/download.ts';
import { choice, field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html } from '../../components/markup.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { recipientPath, runPath } from '../../components/paths.ts';
import { textQuery } from '../../components/query.ts';
import { exactMoment } from '../../components/relative-time.ts';
import { isWhole, settingsNav } from '../../components/settings-nav.ts';
import { empty, type PageColumn, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { actorCell, actorWords, eventText, eventTitle } from '../../event-text/event-text.ts';
import type { Feature } from '../../feature.ts';
import { get, post } from '../route.ts';
import { acceptComparison, comparisonPart } from './audit-comparison.ts';
import { auditLines } from './audit-csv.ts';
import { createVerification } from './audit-verification.ts';

/** What the chains of events that are not of a run are about. */
const CHAINS: Readonly<Record<string, string>> = { users: 'Users', system: 'Installation' };

const PAGE = 100;
const CSV_PAGE = 1_000;

/**
 * `GET /settings/audit?who=&kind=&about=&run=&from=&to=&before=`: the events of all chains, latest first; `audit.csv`
 * has all of them. `POST /settings/audit/verify` starts a verification, admins also with the payout service. For
 * auditors and admins; those of some merchants see only the events of their runs.
 */
export function auditPage(deps: PageDeps): Feature {
  const { appContext } = deps;
  const verification = createVerification(appContext);
  const read = async (view: View, asked: Asked, before: AuditPlace | null, limit: number) => {
    const { db } = appContext.ledger;
    const { who: actor, run, ...others } = asked;
    const { events, next } = await selectAudit(db, view.currentUser.merchants, {
      ...{ actor, ...others, before, limit, timeZone: appContext.config.timeZone },
      // An invalid run number must match no run.
      run: run === null ? null : (runIdOf(run) ?? 0n),
    });
    return { events, next, names: await selectEventNames(db, view.currentUser.merchants, events) };
  };
  return (app) => {
    acceptComparison(deps)(app);
    get(app, deps, '/settings/audit.csv', 'auditor', (context, view) => {
      const asked = askedOf(context);
      const lines = auditLines(view, (before) => read(view, asked, before, CSV_PAGE));
      return downloadCsv(context, `payrun-audit-${new Date(view.now).toISOString().slice(0, 10)}.csv`, lines);
    });
    get(app, deps, '/settings/audit', 'auditor', async (context, view) => {
      const asked = askedOf(context);
      const { who, kind, about, run, from, to } = asked;
      const before = placeOf(context);
      const { events, names, next } = await read(view, asked, before, PAGE);
      const filtered = Object.values(asked).some((one) => one !== null);
      return layout(view, {
        title: 'Audit log',
        actions: html`<a class="button" href="${pathWith('/settings/audit.csv', asked)}">Download ${filtered ? 'these' : 'all'} events<span class="hidden"> as CSV</span></a>`,
        main: html`${settingsNav(view)}
${isWhole(view.currentUser) ? html`<div class="cards"><section class="card" aria-labelledby="verification"><h2 id="verification">Audit integrity</h2>${verification.part(view)}</section>${await comparisonPart(view, deps, verification.isBusy)}</div>` : ''}
<h2>Events</h2>
<form class="filters" action="/settings/audit" method="get" role="search">
${field({ name: 'who', label: 'Person', value: who ?? '' })}
${choice('kind', 'Event', kindsFor(kind ?? ''), kind ?? '')}
${field({ name: 'about', label: 'User changed', value: about ?? '' })}
${field({ name: 'run', label: 'Run', value: run ?? '', keyboard: 'numeric' })}
${field({ name: 'from', label: 'From', type: 'date', value: from ?? '' })}
${field({ name: 'to', label: 'To', type: 'date', value: to ?? '' })}
<button>Show</button>${filtered ? html` <a href="/settings/audit">Show all</a>` : ''}</form>
${table(
  filtered ? 'Filtered events, latest first' : 'All events, latest first',
  columns(view, names),
  events,
  next === null
    ? empty('No events match.', 'Change the filters to look further.')
    : empty('None of the latest events match.', 'The next page looks further back.'),
  { stacks: true },
)}
${pager({
  first: before === null ? null : pathWith('/settings/audit', asked),
  next: next === null ? null : pathWith('/settings/audit', { ...asked, before: placeText(next) }),
})}`,
      });
    });

    post(app, deps, '/settings/audit/verify', 'auditor', async (context, view) => {
      if (!isWhole(view.currentUser)) return null;
      const remote = (await readForm(context)).with === 'service';
      // It makes API calls, which count against the rate limit of the runs.
      if (remote && !hasRole(view.currentUser.role, 'admin')) return null;
      verification.begin(view.currentUser.name, remote);
      return context.redirect('/settings/audit', 303);
    });
  };
}

/** The filters asked for: texts, and days that exist. */
function askedOf(context: Context) {
  const text = (name: string) => textQuery(context, name);
  const day = (name: string) => {
    const given = text(name);
    return given !== null && isDay(given) ? given : null;
  };
  return {
    who: text('who'),
    kind: text('kind'),
    about: text('about'),
    run: text('run'),
    from: day('from'),
    to: day('to'),
  };
}

type Asked = ReturnType<typeof askedOf>;

const columns = (view: View, names: EventNames): readonly PageColumn<AuditEvent>[] => [
  { title: 'When', cell: ({ at }) => exactMoment(view, at) },
  {
    title: 'Person',
    cell: (event) =>
      actorCell(
        html`<a href="${pathWith('/settings/audit', { who: event.actor })}">${actorWords(event.actor)}</a>`,
        event,
      ),
  },
  {
    title: 'Event',
    names: true,
    cell: ({ kind, data }) => html`<a href="${pathWith('/settings/audit', { kind })}">${eventTitle(kind, data)}</a>`,
  },
  {
    title: 'Events of',
    cell: ({ chain, seq }) => {
      const run = /^run-(\d+)$/.exec(chain)?.[1];
      const recipient = /^recipient-([\da-f-]{36})$/.exec(chain)?.[1];
      return html`<span class="no-wrap">${run ? html`<a href="${runPath(run)}/history">${runNames([run])}</a>` : recipient ? html`<a href="${recipientPath(recipient)}">Recipient</a>` : (CHAINS[chain] ?? chain)} <span class="quiet">event ${seq.toString()}</span></span>`;
    },
  },
  { title: 'Details', wide: true, cell: (event) => eventText(view, names, event) },
];

/** Every kind with its title, and the requested kind even if only another version writes it. */
function kindsFor(asked: string): readonly (readonly [kind: string, title: string])[] {
  const known = asked === '' || Object.hasOwn(EVENTS, asked) ? [] : [asked];
  const kinds = [...Object.keys(EVENTS), ...known].map((kind) => [kind, eventTitle(kind)] as const);
  return [['', 'All events'], ...kinds.toSorted(([, one], [, other]) => one.localeCompare(other))];
}

const placeText = ({ micros, chain, seq }: AuditPlace): string => `${micros}.${seq}.${chain}`;

/** The place to continue from, as given in the URL; null if it is missing or invalid. */
function placeOf(context: Context): AuditPlace | null {
  const [, micros, seq, chain] =
    /^(\d{1,16})\.(\d{1,18})\.([\w-]{1,64})$/.exec(textQuery(context, 'before') ?? '') ?? [];
  return micros && seq && chain ? { micros: BigInt(micros), seq: BigInt(seq), chain } : null;
}
