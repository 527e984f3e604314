import type { Context, Hono } from 'hono';
import { readForm } from '../../http/bodies/read-form.ts';
import { looksPrivate } from '../../references/private-text.ts';
import { type Content, html } from '../components/markup.ts';
import { pathWith } from '../components/paths.ts';
import { plainText, textQuery } from '../components/query.ts';
import { createTextStore } from '../components/text-store.ts';
import type { PageDeps, View } from '../components/view.ts';
import { post } from './route.ts';

/** The search of a page. */
export interface Asked {
  readonly text: string | null;
  /** Its query parameters: the text itself, or a random token if the text is private. */
  readonly query: { readonly q?: string; readonly asked?: string };
  /** A message about the search; '' if there is none. */
  readonly note: Content;
}

/**
 * The search of a page; its form is sent by POST. A bank detail or an e-mail address never appears in a URL, which
 * browsers remember and proxies log: this process keeps the text for the session, and the URL contains a token.
 * `others`: further fields of the form; `hash`: the anchor of the results.
 */
export function createSearch(
  deps: PageDeps,
  { path, others = [], hash = '' }: { path: string; others?: readonly string[]; hash?: string },
): {
  /** Adds the route that the search form is sent to. */
  readonly add: (app: Hono) => void;
  /** The search in the URL. Returns a redirect if the URL contains a private text. */
  readonly asked: (context: Context, view: View) => Asked | Response;
} {
  const searches = createTextStore(deps.appContext.clock);
  const queryOf = ({ currentUser }: View, text: string | null): Asked['query'] =>
    text === null ? {} : looksPrivate(text) ? { asked: searches.save(currentUser.csrf, text) } : { q: text };

  return {
    add: (app) =>
      post(app, deps, path, 'viewer', async (context, view) => {
        const form = await readForm(context);
        const more = Object.fromEntries(others.map((name) => [name, plainText(form[name])]));
        const to = pathWith(context.req.path, { ...more, ...queryOf(view, plainText(form.q)) });
        return context.redirect(`${to}${hash}`, 303);
      }),

    asked: (context, view) => {
      const text = textQuery(context, 'q');
      if (text !== null && looksPrivate(text)) {
        const { q: _, ...more } = context.req.query();
        return context.redirect(pathWith(context.req.path, { ...more, ...queryOf(view, text) }), 303);
      }
      const token = context.req.query('asked');
      if (token === undefined) return { text, query: queryOf(view, text), note: '' };
      const known = searches.find(view.currentUser.csrf, token);
      return known === null
        ? { text: null, query: {}, note: FORGOTTEN }
        : { text: known, query: { asked: token }, note: PRIVATE };
    },
  };
}

const PRIVATE = html`<p class="quiet">For privacy, email addresses, amounts and account numbers are kept out of this page’s URL.</p>`;
const FORGOTTEN = html`<p class="notice wait" role="status">This search has expired, because Payrun keeps searches out of the URL for privacy. Enter it again.</p>`;
