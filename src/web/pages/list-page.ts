import type { Context, Hono } from 'hono';
import { downloadCsv } from '../../http/download.ts';
import type { Feature } from '../../http/feature.ts';
import { parseRunId } from '../../ledger/merchants/scope.ts';
import { selectMerchants } from '../../ledger/views/run-list.ts';
import type { Filter } from '../../lists/filters.ts';
import { type AnyList, defineFilters, type ListOf, type ListPlace, type Rows } from '../../lists/list.ts';
import { listCsv } from '../../lists/list-csv.ts';
import { may } from '../../permissions/access.ts';
import { figure } from '../components/amount.ts';
import { choice, csrfField, field, merchantChoice, searchField } from '../components/form.ts';
import { layout, type PageOf } from '../components/layout.ts';
import { type Content, html, type Markup } from '../components/markup.ts';
import { pager } from '../components/pager.ts';
import { pathWith, runPath } from '../components/paths.ts';
import { textQuery } from '../components/query.ts';
import { seesAllMerchants, settingsNav } from '../components/settings-nav.ts';
import { empty } from '../components/table.ts';
import type { PageDeps, View } from '../components/view.ts';
import { type ListTableOptions, listTable } from '../lists/list-table.ts';
import { get, notOfAllMerchants } from './route.ts';
import { createSearch } from './search.ts';

/** A list as a visitor asked for it. */
export interface ShownList<Row> extends Rows<Row> {
  readonly isFirst: boolean;
  /** The path of the list, and the filters as in the address. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | null>>;
  readonly isFiltered: boolean;
  readonly texts: Readonly<Record<string, string | null>>;
  readonly merchants: readonly string[];
  readonly note: Content;
}

/** A filter by choices, as links with how many rows each has. */
export interface Chips {
  readonly filter: string;
  readonly all: number | null;
  /** By choice; one without a number is always offered, one with none of them never. */
  readonly counts: Readonly<Record<string, number | null>>;
  /** Words that say more about these rows than those of the filter. */
  readonly labels?: Readonly<Record<string, string>>;
}

interface ListPartOptions<Row> extends ListTableOptions<Row> {
  readonly chips?: Chips;
  /** Puts the table into a form that acts on chosen rows. */
  readonly around?: (table: Markup) => Content;
}

export interface ListPageParts<Row> extends ListPartOptions<Row>, Partial<Omit<PageOf, 'main' | 'caption'>> {
  readonly above?: Content;
}

/** A list with a page of its own, and what the page reads. */
export interface ListFeature<Row> {
  /** Adds the CSV, and the route that the search form is sent to. */
  readonly add: (app: Hono) => void;
  /** The list that the address asks for. Null if its object does not exist; a redirect if the address is private. */
  readonly read: (context: Context, view: View) => Promise<ShownList<Row> | Response | null>;
  /** The first rows, for a page that has the list as one of its parts. `texts`: its filters by name. */
  readonly rows: (
    view: View,
    limit?: number,
    texts?: Readonly<Record<string, string | null>>,
  ) => Promise<readonly Row[]>;
  readonly section: (view: View) => Promise<Markup>;
  /** The filters, the table and the pager, for a page that has more. */
  readonly part: (view: View, shown: ShownList<Row>, options?: ListPartOptions<Row>) => Markup;
  /** The link to the CSV of what is shown; empty if nothing is. */
  readonly csvLink: (shown: ShownList<Row>) => Markup | '';
  readonly show: (view: View, shown: ShownList<Row>, parts?: ListPageParts<Row>) => Markup;
  /** Reads it and shows its page. */
  readonly page: (context: Context, view: View, parts?: ListPageParts<Row>) => Promise<Markup | Response | null>;
}

/** The place of a list without its own page, or of a part of one. */
export interface ListAt {
  readonly path: string;
  /** The path of its CSV, without `.csv`. */
  readonly csv?: string;
  readonly hash?: string;
}

/**
 * The page of a list: `GET <path>?<filters>&after=`, `<path>.csv` with all rows, and, if it can be searched, `POST
 * <path>`, so that no private text is in an address.
 */
export function listFeature<Row>(
  deps: PageDeps,
  list: ListOf<Row>,
  { path: at, csv = at, hash = '' }: ListAt = { path: list.path! },
): ListFeature<Row> {
  const place: ListPlace = deps.appContext;
  const { db } = place.ledger;
  const filters = Object.entries<Filter<unknown>>(list.filters).filter(([name]) => name !== list.of);
  const searched = filters.find(([, { kind }]) => kind === 'search')?.[0];
  const others = filters.flatMap(([name]) => (name === searched ? [] : [name]));
  const search = createSearch(deps, { path: at, others, hash });
  const askedFor = (context: Context, view: View) => {
    const asked = searched === undefined ? { text: null, query: {}, note: '' } : search.asked(context, view);
    if (asked instanceof Response) return asked;
    const ofPath = list.of ? String(parseRunId(context.req.param('run')) ?? 0n) : null;
    const given = (name: string) =>
      name === searched ? asked.text : name === list.of ? ofPath : textQuery(context, name);
    const values = defineFilters(list.filters, given);
    const texts = Object.fromEntries(
      filters.map(([name]) => [name, values[name] === null ? null : (given(name) ?? null)]),
    );
    const query = { ...Object.fromEntries(others.map((name) => [name, texts[name] ?? null])), ...asked.query };
    return {
      values,
      texts,
      query,
      note: asked.note,
      isForgotten: asked.text === null && context.req.query('asked') !== undefined,
    };
  };
  const firstRows = async (
    { currentUser }: View,
    limit = list.perPage,
    texts: Readonly<Record<string, string | null>> = {},
  ): Promise<Rows<Row>> => {
    const filters = defineFilters(list.filters, (name) => texts[name]);
    const asked = { filters, after: null, limit, door: 'page' } as const;
    return (await list.read(place, currentUser.merchants, asked)) ?? { rows: [], next: null };
  };
  const csvOf = async (context: Context, view: View): Promise<Response | null> => {
    if (list.installation && !seesAllMerchants(view.currentUser)) return notOfAllMerchants(context, view);
    const asked = askedFor(context, view);
    if (asked instanceof Response) return asked;
    // Without the search that the address names, it would be a file of everything.
    if (asked.isForgotten) return null;
    const file = await listCsv(list, place, view.currentUser.merchants, asked.values);
    return file && downloadCsv(context, file.name, file.lines);
  };
  const read: ListFeature<Row>['read'] = async (context, view) => {
    if (list.installation && !seesAllMerchants(view.currentUser)) return notOfAllMerchants(context, view);
    const asked = askedFor(context, view);
    if (asked instanceof Response) return asked;
    const { values, texts, query, note } = asked;
    const after = textQuery(context, 'after');
    const scope = view.currentUser.merchants;
    const isByMerchant = filters.some(([, { kind }]) => kind === 'merchant');
    const [found, merchants] = await Promise.all([
      list.read(place, scope, { filters: values, after, limit: list.perPage, door: 'page' }),
      isByMerchant ? selectMerchants(db, scope, 200) : [],
    ]);
    if (found === null) return null;
    return {
      ...found,
      ...{ isFirst: after === null, path: context.req.path, query, texts, merchants, note },
      isFiltered: Object.values(texts).some((one) => one !== null),
    };
  };
  return {
    add: (app) => {
      if (searched !== undefined) search.add(app);
      get(app, deps, `${csv}.csv`, list.role, csvOf);
    },

    read,

    rows: async (view, limit, texts) => (await firstRows(view, limit, texts)).rows,

    section: async (view) => {
      const { rows, faults } = await firstRows(view);
      return html`${faultNotices(faults)}${listTable(view, list, rows)}`;
    },

    part,
    show,

    page: async (context, view, parts) => {
      const shown = await read(context, view);
      return shown === null || shown instanceof Response ? shown : show(view, shown, parts);
    },

    csvLink,
  };

  function show(view: View, shown: ShownList<Row>, { above = '', ...parts }: ListPageParts<Row> = {}): Markup {
    const { also } = list;
    const run = list.of && /\/runs\/(\d+)\//.exec(shown.path)?.[1];
    return layout(view, {
      title: run ? `${list.title}, run ${run}` : list.title,
      ...(run ? { heading: html`${list.title} of <a href="${runPath(run)}">run ${run}</a>` } : {}),
      actions: html`${also && may(view.currentUser, also.may) ? html`<a class="button" href="${also.path}">${also.text}</a>` : ''}${csvLink(shown)}`,
      ...parts,
      main: html`${shown.path.startsWith('/settings/') ? settingsNav(view) : ''}${above}
${part(view, shown, parts)}`,
    });
  }

  function csvLink({ rows, isFiltered, path, query }: ShownList<Row>): Markup | '' {
    if (rows.length === 0) return '';
    const csvPath = csv === at ? path : csv.replace(':run', path.split('/')[2] ?? '');
    return csvButton(isFiltered ? 'these rows' : 'all rows', pathWith(`${csvPath}.csv`, query));
  }

  function part(
    view: View,
    shown: ShownList<Row>,
    { around = (table) => table, chips, ...options }: ListPartOptions<Row> = {},
  ): Markup {
    const { rows, isFirst, next, path, query, isFiltered } = shown;
    const none = isFiltered ? { none: noResults(`${path}${hash}`, next) } : {};
    return html`${filters.length === 0 ? '' : filterForm(view, filters, shown, { hash, chips })}${shown.note}${faultNotices(shown.faults)}
${shown.period ? html`<p class="quiet">${shown.period.from} to ${shown.period.to}, dates in ${shown.period.timeZone}.</p>` : ''}
${around(listTable(view, list, rows, { ...none, ...options }))}
${pager({
  first: isFirst ? null : `${pathWith(path, query)}${hash}`,
  next: next === null ? null : `${pathWith(path, { ...query, after: next })}${hash}`,
})}`;
  }
}

const faultNotices = (faults: readonly string[] = []) =>
  faults.map((fault) => html`<p class="notice bad">${fault}</p>`);

/** The link to the CSV of a list. */
export const csvButton = (what: string, path: string): Markup =>
  html`<a class="button" href="${path}">Download ${what}<span class="hidden"> as CSV</span></a>`;

/** The pages of these lists that are nothing else. */
export const listPages =
  (deps: PageDeps, lists: readonly AnyList[]): Feature =>
  (app) => {
    for (const list of lists.filter(({ path }) => path !== undefined)) {
      const { add, page } = listFeature(deps, list);
      add(app);
      get(app, deps, list.path!, list.role, (context, view) => page(context, view));
    }
  };

const noResults = (path: string, next: string | null): Markup =>
  next === null
    ? empty('No results.', html`<a href="${path}">Show all</a>.`)
    : empty('No matches among the latest.', 'Go to the next page to look further back.');

/** The filters as a form, which the script of the page sends as soon as one changes. */
export function filterForm(
  view: View,
  filters: readonly (readonly [name: string, filter: Filter<unknown>])[],
  {
    path,
    texts,
    isFiltered,
    merchants,
    period,
  }: Pick<ShownList<unknown>, 'path' | 'texts' | 'isFiltered' | 'merchants' | 'period'>,
  { hash = '', chips }: { readonly hash?: string; readonly chips?: Chips | undefined } = {},
): Markup {
  const isSearched = filters.some(([, { kind }]) => kind === 'search');
  const chip = filters.find(([name]) => name === chips?.filter);
  return html`<form class="filters" action="${path}" method="${isSearched ? 'post' : 'get'}" role="search" data-filters>${isSearched ? csrfField(view) : ''}${chips && chip ? chipLinks(view, chip[1], { ...chips, path, hash, chosen: texts[chips.filter] ?? '' }) : ''}
${filters.map(([name, filter]) => (name === chips?.filter ? '' : filterField(name, filter, texts[name] ?? dayOf(name, period), merchants)))}
<button>Show</button>${isFiltered ? html` <a href="${path}${hash}">${period ? 'The last 30 days' : 'Show all'}</a>` : ''}
</form>
${period?.fault ? html`<p class="notice wait" role="alert">${period.fault}</p>` : ''}`;
}

/** The choices of a filter as links, and the chosen one as a field, so that a search stays within it. */
function chipLinks(
  view: View,
  { label, choices = [] }: Filter<unknown>,
  { filter, all, counts, labels = {}, path, hash, chosen }: Chips & Record<'path' | 'hash' | 'chosen', string>,
): Markup {
  const offered = choices.filter(([value]) => value === chosen || (counts[value] !== undefined && counts[value] !== 0));
  const link = ([value, text]: readonly [string, string], count: number | null | undefined) =>
    html`<a href="${pathWith(path, { [filter]: value })}${hash}"${value === chosen ? html` aria-current="true"` : ''}>${labels[value] ?? text}${count == null ? '' : html` <span class="count">${figure(view, count)}</span>`}</a>`;
  return html`<input type="hidden" name="${filter}" value="${chosen}"><span class="chips" role="group" aria-label="${label}">${link(['', 'All'], all)}${offered.map((one) => link(one, counts[one[0]]))}</span>`;
}

/** The first and the last day of a list that has some by default. */
const dayOf = (name: string, period: Rows<unknown>['period']): string | null =>
  name === 'from' || name === 'to' ? (period?.[name] ?? null) : null;

function filterField(
  name: string,
  { kind, label, choices = [] }: Filter<unknown>,
  text: string | null,
  merchants: readonly string[],
): Markup | '' {
  const value = text ?? '';
  switch (kind) {
    case 'search':
      return searchField({ label, value: text });
    case 'merchant':
      return merchantChoice(merchants, text);
    case 'choice':
      return choice(name, label, [['', 'All'], ...choices], value);
    case 'day':
      return field({ name, label, type: 'date', value });
    default:
      return field({ name, label, value, ...(kind === 'number' ? { keyboard: 'numeric' as const } : {}) });
  }
}
