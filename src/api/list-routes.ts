import type { Context, Hono } from 'hono';
import { PayrunError } from '../errors.ts';
import { downloadCsv } from '../http/download.ts';
import type { Filter } from '../lists/filters.ts';
import { type AnyList, defineFilters, type FilterValues } from '../lists/list.ts';
import { listCsv } from '../lists/list-csv.ts';
import { listDocument } from '../lists/list-document.ts';
import { LISTS } from '../lists/lists.ts';
import { maskBankDetails } from '../mask-bank-details.ts';
import { hasRole } from '../permissions/access.ts';
import { looksPrivate } from '../references/private-text.ts';
import { usageError } from '../references/usage-error.ts';
import type { ApiDeps } from './api-deps.ts';
import { asJson } from './json-body.ts';
import { problemAnswer } from './problem.ts';

/** Rows of a page, and the most that can be asked for. */
export const [PER_PAGE, MOST] = [100, 1_000];

/** The lists that the role of a program can see. */
export const API_LISTS: readonly AnyList[] = LISTS.filter(({ role }) => hasRole('maker', role));

export const listPath = ({ of, name }: AnyList): string => (of === undefined ? `/${name}` : `/runs/:run/${name}`);

/** The filters that an address can name. */
export const filtersInPath = ({ filters, of }: AnyList): readonly (readonly [string, Filter<unknown>])[] =>
  Object.entries<Filter<unknown>>(filters).filter(([name]) => name !== of);

/** `GET /<list>?<filters>&after=&limit=`, and `GET /<list>.csv?<filters>` with all of its rows. */
export function listRoutes(routes: Hono, { appContext }: ApiDeps): void {
  for (const list of API_LISTS) {
    const path = listPath(list);
    const refused = (context: Context) => {
      const { role, merchants } = context.get('program');
      if (!hasRole(role, list.role))
        return problemAnswer(context, 403, 'may_not_decide', `This list requires the role ${list.role}.`);
      if (list.installation && merchants !== null)
        return problemAnswer(context, 403, 'may_not_decide', 'This list is of the whole installation.');
      return null;
    };
    routes.get(path, async (context) => {
      const no = refused(context);
      if (no) return no;
      const { after, limit, ...given } = context.req.query();
      const asked = {
        filters: filtersGiven(context, list, given),
        after: placeOf(list, after),
        limit: limitOf(limit),
        door: 'json',
      } as const;
      const found = await list.read(appContext, context.get('program').merchants, asked);
      if (found === null) throw runUnknown(context);
      if (found.period?.fault) return problemAnswer(context, 422, 'usage', found.period.fault);
      return asJson(context, { ...listDocument(list, found), next: found.next && nextOf(list, found.next) });
    });
    routes.get(`${path}.csv`, async (context) => {
      const no = refused(context);
      if (no) return no;
      const filters = filtersGiven(context, list, context.req.query());
      const csv = await listCsv(list, appContext, context.get('program').merchants, filters);
      if (csv === null) throw runUnknown(context);
      if (csv.period?.fault) return problemAnswer(context, 422, 'usage', csv.period.fault);
      return downloadCsv(context, csv.name, csv.lines);
    });
  }
}

/** The place of the next page, with the list that it is of. */
const nextOf = (list: AnyList, place: string): string =>
  Buffer.from(`${listPath(list)} ${place}`).toString('base64url');

/** The place that `next` named. Throws `usage` for a text that is no `next` of this list. */
function placeOf(list: AnyList, after: string | undefined): string | null {
  if (after === undefined) return null;
  const [path, ...place] = Buffer.from(after, 'base64url').toString().split(' ');
  if (path === listPath(list) && place.length > 0) return place.join(' ');
  throw usageError('parameter_invalid', { name: 'after', form: '`next` of the page before' });
}

const runUnknown = (context: Context) =>
  new PayrunError('run_unknown', { run: context.req.param('run') ?? context.req.query('run') ?? '' });

/** The filters of an address. Throws `usage` for one that there is not, or that is not valid. */
function filtersGiven(
  context: Context,
  list: AnyList,
  given: Readonly<Record<string, string>>,
): FilterValues<AnyList['filters']> {
  const known = new Map(filtersInPath(list));
  for (const [name, text] of Object.entries(given)) {
    const filter = known.get(name);
    if (filter === undefined) throw usageError('parameter_unknown', { name, known: [...known.keys()].join(', ') });
    if (filter.parse(text) === null) throw usageError('parameter_invalid', { name, form: formOf(filter) });
    // An address is logged on its way.
    const isPrivate = filter.kind === 'search' ? looksPrivate(text) : maskBankDetails(text) !== text;
    if (isPrivate) throw usageError('parameter_private', { name });
  }
  return defineFilters(list.filters, (name) => (name === list.of ? context.req.param('run') : given[name]));
}

const formOf = ({ form, choices = [] }: Filter<unknown>): string =>
  form ?? `one of ${choices.map(([value]) => value).join(', ')}`;

function limitOf(text: string | undefined): number {
  const limit = text === undefined ? PER_PAGE : Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST) return limit;
  throw usageError('parameter_invalid', { name: 'limit', form: `a number from 1 to ${MOST}` });
}
