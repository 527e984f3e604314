import type { Hono } from 'hono';
import { addComment, type Commented } from '../../../engine/review/comments.ts';
import { maskBankDetails } from '../../../mask-bank-details.ts';
import { may } from '../../../permissions/access.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { actButton, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { actorOf } from '../../session/actor-of.ts';
import { type PageWithForms, postBesideForm, type RefusedForm, refusedOf } from '../beside-form.ts';

const ACTION = 'comment';

/** The part of a page in which the form and the comments are. */
const PART = '#activity';

/** `POST <path>/comment`: a comment about a run or a payment, which the audit log keeps. */
export function commentPost<Found>(
  app: Hono,
  deps: PageDeps,
  path: string,
  page: PageWithForms<Found> & {
    readonly pathOf: (found: Found) => string;
    readonly about: (found: Found) => Commented;
  },
): void {
  const at = { path, action: ACTION, role: PERMISSIONS.comment.role };
  postBesideForm(app, deps, at, page, async ({ context, found, form }) => {
    await addComment(deps.appContext, page.about(found), form.comment ?? '', actorOf(context));
    return `${page.pathOf(found)}${PART}`;
  });
}

/** The form of a comment about a run or a payment. */
export function commentForm(view: View, path: string, refused: RefusedForm | null): Markup | '' {
  if (!may(view.currentUser, 'comment')) return '';
  const mine = refusedOf(refused, ACTION);
  return html`<div class="comment">${actButton(view, {
    action: `${path}/${ACTION}${PART}`,
    button: 'Add comment',
    body: field({
      name: 'comment',
      label: 'Comment',
      required: true,
      value: maskBankDetails(mine?.form.comment ?? ''),
      error: mine?.why,
      hint: '@name tells a user who has an e-mail address here. The audit log keeps it forever: no account numbers.',
    }),
  })}</div>`;
}
