import { enqueue } from '../../../engine/queue/enqueue.ts';
import { readForm } from '../../../http/bodies/read-form.ts';
import type { Feature } from '../../../http/feature.ts';
import type { Db } from '../../../ledger/db/db.ts';
import { returnsReadAt } from '../../../ledger/payments/returned-payment.ts';
import { may } from '../../../permissions/access.ts';
import { actButton } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWithNotice } from '../../components/notice-in-url.ts';
import { exactMoment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { post } from '../route.ts';

const PATH = '/reports/returns';
const READING = 'Payrun is checking for returned payments. Reload this page in a minute.';

/** `POST /reports/returns`: reads returned payments and open outcomes now, and leads back to the report. */
export function readReturns(deps: PageDeps): Feature {
  return (app) =>
    post(app, deps, PATH, 'maker', async (context, view) => {
      const { back } = await readForm(context);
      const maker = view.currentUser.name;
      await enqueue(deps.appContext, { kind: 'job', job: 'settle-open', input: {}, maker });
      const path = typeof back === 'string' && BACK.test(back) ? back : '/reports';
      return context.redirect(pathWithNotice(view, path, READING), 303);
    });
}

/** The pages with its button. */
const BACK = /^\/(reports(\/(statements|journal))?|runs\/\d+)$/;

/** Until when a report knows of returned payments, and the button that reads them now. */
export async function returnsReadPart(db: Db, view: View, merchant: string | null): Promise<Markup> {
  const at = await returnsReadAt(db, view.currentUser.merchants, merchant);
  const readText = at
    ? html`Returns as of ${exactMoment(view, at)}; later returns are not included.`
    : 'Payrun has not checked for returns yet, so returned payments may still be shown as paid.';
  return html`<div class="actions"><p class="quiet">${readText}</p>${
    may(view.currentUser, 'start_job')
      ? actButton(view, { action: PATH, button: 'Check for returns now', hidden: { back: view.path } })
      : ''
  }</div>`;
}
