import { addComment } from '../../../engine/review/comments.ts';
import { may } from '../../../engine/users/access.ts';
import { PERMISSIONS } from '../../../engine/users/permissions.ts';
import { runIdOf, uuidOf } from '../../../ledger/merchants/scope.ts';
import { selectPayment } from '../../../ledger/views/payment-view.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { readForm } from '../../bodies/read-form.ts';
import { actButton, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { paymentPath, runPath } from '../../components/paths.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { post, unlessRefused } from '../route.ts';

/** `POST /runs/:run/comment` and `/payments/:payment/comment`: a comment, which the audit log keeps. */
export function comments(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db } = appContext.ledger;
  return (app) => {
    post(app, deps, '/runs/:run/comment', PERMISSIONS.comment.role, async (context, view) => {
      const found = await selectRun(db, view.currentUser.merchants, runIdOf(context.req.param('run')));
      if (!found) return null;
      const { comment = '' } = await readForm(context);
      return unlessRefused(context, view, runPath(found.id), '#activity', () =>
        addComment(appContext, { run: String(found.id) }, comment, actorOf(context)),
      );
    });
    post(app, deps, '/payments/:payment/comment', PERMISSIONS.comment.role, async (context, view) => {
      const found = await selectPayment(db, view.currentUser.merchants, uuidOf(context.req.param('payment')));
      if (!found) return null;
      const { comment = '' } = await readForm(context);
      return unlessRefused(context, view, paymentPath(found.id), '#activity', () =>
        addComment(appContext, { run: String(found.run), payment: found.id }, comment, actorOf(context)),
      );
    });
  };
}

/** The form of a comment about a run or a payment. */
export function commentForm(view: View, action: string): Markup | '' {
  if (!may(view.currentUser, 'comment')) return '';
  return html`<div class="comment">${actButton(view, {
    action: `${action}/comment`,
    button: 'Add comment',
    body: field({
      name: 'comment',
      label: 'Comment',
      required: true,
      hint: '@name tells a user who has an e-mail address here. The audit log keeps it forever: no account numbers.',
    }),
  })}</div>`;
}
