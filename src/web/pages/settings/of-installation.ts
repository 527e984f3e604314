import type { Context, Hono } from 'hono';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { seesAllMerchants, settingsNav } from '../../components/settings-nav.ts';
import { facts } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { RefusedForm } from '../action-form.ts';
import { get, notOfAllMerchants } from '../route.ts';

type Show = (context: Context, view: View, refused: RefusedForm | null) => Promise<Markup | Response | null>;

/** Adds a page of the whole installation, for admins of all merchants. */
export function getOfInstallation(app: Hono, deps: PageDeps, path: string, show: Show): void {
  get(app, deps, path, 'admin', (context, view) =>
    seesAllMerchants(view.currentUser) ? show(context, view, null) : notOfAllMerchants(context, view),
  );
}

/** The forms of such a page: their actions lead back to it. */
export const formsOfInstallation = (path: string, show: Show) => ({
  path,
  page: {
    find: async (_: Context, { currentUser }: View) => (seesAllMerchants(currentUser) ? currentUser : null),
    show: (context: Context, view: View, _: unknown, refused: RefusedForm) => show(context, view, refused),
  },
  subject: () => ({ references: [] }),
  back: () => path,
});

/** A page that shows a secret once; it is stored sealed, or only as a hash. */
export const shownOncePage =
  ({ name, note, ...page }: Readonly<Record<'title' | 'name' | 'note', string>> & { readonly notice?: string }) =>
  (view: View, secret: string, back: string): Markup =>
    layout(view, {
      ...page,
      main: html`${settingsNav(view)}
<div class="card">${facts([[name, html`<strong class="code">${secret}</strong>`]])}
<p>It is shown once. ${note}</p></div>
<p><a class="button main" href="${back}">Continue</a></p>`,
    });
