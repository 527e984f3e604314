import type { Context, Hono } from 'hono';
import { addComment, type Commented } from '../../../engine/review/comments.ts';
import { may } from '../../../engine/users/access.ts';
import { PERMISSIONS } from '../../../engine/users/permissions.ts';
import { isError } from '../../../errors.ts';
import { maskBankDetails } from '../../../mask-bank-details.ts';
import { readForm } from '../../bodies/read-form.ts';
import { actButton, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { actorOf } from '../../session/actor-of.ts';
import { post } from '../route.ts';

/** A comment that was refused, and why. */
export interface RefusedComment {
  readonly comment: string;
  readonly why: string;
}

/** The part of a page in which the form and the comments are. */
const PART = '#activity';

/** The page of a run or a payment, to which comments are added. */
interface CommentedPage<Found> {
  /** Null if there is none that this visitor may see. */
  readonly find: (context: Context, view: View) => Promise<Found | null>;
  readonly pathOf: (found: Found) => string;
  readonly about: (found: Found) => Commented;
  /** The page with a comment that was refused beside its form. */
  readonly show: (
    context: Context,
    view: View,
    found: Found,
    refused: RefusedComment,
  ) => Promise<Markup | Response | null>;
}

/** `POST <path>/comment`: a comment about a run or a payment, which the audit log keeps. */
export function commentPost<Found>(
  app: Hono,
  deps: PageDeps,
  path: string,
  { find, pathOf, about, show }: CommentedPage<Found>,
): void {
  post(app, deps, `${path}/comment`, PERMISSIONS.comment.role, async (context, view) => {
    const found = await find(context, view);
    if (found === null) return null;
    const { comment = '' } = await readForm(context);
    try {
      await addComment(deps.appContext, about(found), comment, actorOf(context));
    } catch (error) {
      if (!isError(error, 'usage')) throw error;
      context.status(422);
      return show(context, view, found, { comment, why: error.message });
    }
    return context.redirect(`${pathOf(found)}${PART}`, 303);
  });
}

/** The form of a comment about a run or a payment. */
export function commentForm(view: View, path: string, refused: RefusedComment | null = null): Markup | '' {
  if (!may(view.currentUser, 'comment')) return '';
  return html`<div class="comment">${actButton(view, {
    action: `${path}/comment${PART}`,
    button: 'Add comment',
    body: field({
      name: 'comment',
      label: 'Comment',
      required: true,
      value: maskBankDetails(refused?.comment ?? ''),
      error: refused?.why,
      hint: '@name tells a user who has an e-mail address here. The audit log keeps it forever: no account numbers.',
    }),
  })}</div>`;
}
