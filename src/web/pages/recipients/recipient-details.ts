import { enqueue } from '../../../engine/queue/enqueue.ts';
import {
  changeDetails,
  type DetailColumn,
  type RecipientDetails,
  readDetails,
} from '../../../engine/recipients/change-details.ts';
import { readForm } from '../../../http/bodies/read-form.ts';
import type { Feature } from '../../../http/feature.ts';
import { parseUuid } from '../../../ledger/merchants/scope.ts';
import { type RecipientView, selectRecipient } from '../../../ledger/views/recipient-view.ts';
import { recipientName } from '../../../lists/recipients.ts';
import { may } from '../../../permissions/access.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { columnTitle } from '../../../references/column-label.ts';
import { actButton, type Field, field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { recipientPath, runPath } from '../../components/paths.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { getActor } from '../../session/get-actor.ts';
import { post } from '../route.ts';

/** Maximum time to wait for the rate limit, in ms. */
const LONGEST_MS = 20_000;
const { role } = PERMISSIONS.submit;

const HINTS: Readonly<Partial<Record<DetailColumn, string>>> = {
  country: 'Two letters, such as DE.',
  region: 'State or province.',
  phone: 'With the country code.',
};
const TYPES: Readonly<Partial<Record<DetailColumn, NonNullable<Field['type']>>>> = { email: 'email' };

/**
 * `POST /recipients/:recipient/details`: reads a recipient from the service, with a call, and answers with a form that
 * changes their name, e-mail and address in the service. `/change` sends it.
 */
export function recipientDetails(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db } = appContext.ledger;
  return (app) => {
    post(app, deps, '/recipients/:recipient/details', role, async (context, view) => {
      const found = await selectRecipient(db, view.currentUser.merchants, parseUuid(context.req.param('recipient')));
      if (!found) return null;
      const details = await readDetails(appContext, found, AbortSignal.timeout(LONGEST_MS));
      return details === null ? fixedPage(view, found) : formPage(view, found, details);
    });

    post(app, deps, '/recipients/:recipient/details/change', role, async (context, view) => {
      const found = await selectRecipient(db, view.currentUser.merchants, parseUuid(context.req.param('recipient')));
      if (!found) return null;
      const typed = await readForm(context);
      const signal = AbortSignal.timeout(LONGEST_MS);
      const change = await changeDetails(appContext, found, { typed, by: getActor(context), signal });
      if (change === null) return context.html(fixedPage(view, found), 409);
      if ('run' in change) {
        await enqueue(appContext, { kind: 'run', run: String(change.run) });
        return context.redirect(runPath(change.run), 303);
      }
      const details = await readDetails(appContext, found, signal);
      if (details === null) return context.html(fixedPage(view, found), 409);
      return context.html(formPage(view, found, details, { typed, refused: change.refused }), 422);
    });
  };
}

/** The button to the form, for users who may use it; empty for a recipient whom the service does not have yet. */
export function detailsButton(view: View, { id, merchant, remote_id }: RecipientView): Markup | '' {
  if (remote_id === null || !may(view.currentUser, 'submit', merchant)) return '';
  return actButton(view, { action: `${recipientPath(id)}/details`, button: 'Change details' });
}

const titleOf = (found: RecipientView) => `Change details of ${recipientName(found)}`;

interface Refused {
  readonly typed: Readonly<Record<string, string | undefined>>;
  /** Sentences by column; none if nothing was changed. */
  readonly refused: Readonly<Partial<Record<DetailColumn | 'recipient', string>>>;
}

function formPage(view: View, found: RecipientView, details: RecipientDetails, given?: Refused): Markup {
  const { values, referenceId } = details;
  const columns = Object.keys(values) as DetailColumn[];
  const { typed = {}, refused = {} } = given ?? {};
  const isUnchanged = given !== undefined && Object.keys(refused).length === 0;
  const above = isUnchanged
    ? 'Nothing was changed, because the payout service already has these details.'
    : refused.recipient;
  return layout(view, {
    title: titleOf(found),
    about: 'As the payout service has them now.',
    main: html`${above === undefined ? '' : html`<p class="notice ${isUnchanged ? 'wait' : 'bad'}" role="alert">${above}</p>`}
<div class="card person">${actButton(view, {
      action: `${recipientPath(found.id)}/details/change`,
      button: 'Change details',
      tone: 'main',
      body: html`${columns.map((name) => {
        const hint = HINTS[name];
        return field({
          name,
          label: columnTitle(name),
          type: TYPES[name] ?? 'text',
          value: typed[name] ?? values[name],
          error: refused[name],
          required: values[name] !== '',
          ...(hint === undefined ? {} : { hint }),
        });
      })}`,
    })}
<p class="quiet">The change is sent in a separate run, which needs no approval because it pays no one. To change bank details or IDs, use a sheet.
${referenceId === null ? 'Your sheets name this recipient by email, so the email cannot change here. ' : ''}A later sheet with different details changes them again.</p>
<p><a href="${recipientPath(found.id)}">Open the recipient</a></p></div>`,
  });
}

function fixedPage(view: View, found: RecipientView): Markup {
  return layout(view, {
    title: titleOf(found),
    main: html`<p class="notice wait">You can’t change this recipient’s details. The payout service has archived, disabled or blocked the recipient, or has a different email from your sheets.</p>
<p><a class="button" href="${recipientPath(found.id)}">Open the recipient</a></p>`,
  });
}
