import type { Context, Hono } from 'hono';
import { isError, PayrunError } from '../../errors.ts';
import type { UserRole } from '../../ledger/users/user.ts';
import { type Form, readForm } from '../bodies/read-form.ts';
import type { Markup } from '../components/markup.ts';
import type { PageDeps, View } from '../components/view.ts';
import { confirmPassword } from '../session/confirm-password.ts';
import { post } from './route.ts';

/** A form that was refused: what was typed, and why. */
export interface RefusedForm {
  readonly action: string;
  readonly form: Form;
  readonly why: string;
}

/** A page with forms, of a run or a payment. */
export interface PageWithForms<Found> {
  /** Null if there is none that this visitor may see. */
  readonly find: (context: Context, view: View) => Promise<Found | null>;
  /** The page; a form that was refused says why and has what was typed. */
  readonly show: (
    context: Context,
    view: View,
    found: Found,
    refused: RefusedForm,
  ) => Promise<Markup | Response | null>;
}

/** Errors of what was typed into a form. */
const OF_THE_FORM = ['usage', 'because_missing', 'pay_day'] as const;

/**
 * Adds `POST <path>/<action>`. `act` returns where to go on. If what was typed is refused, the answer is the page
 * itself, with the reason beside the form.
 */
export function postBesideForm<Found>(
  app: Hono,
  deps: PageDeps,
  at: {
    readonly path: string;
    readonly action: string;
    readonly role: UserRole;
    /** The password is asked for. */
    readonly confirmed?: boolean;
  },
  { find, show }: PageWithForms<Found>,
  act: (given: { context: Context; view: View; found: Found; form: Form }) => Promise<string>,
): void {
  const { path, action, role, confirmed = false } = at;
  post(app, deps, `${path}/${action}`, role, async (context, view) => {
    const found = await find(context, view);
    if (found === null) return null;
    const form = await readForm(context);
    try {
      const wrong = confirmed ? await confirmPassword(context, form) : null;
      if (wrong) throw new PayrunError('usage', { detail: wrong });
      return context.redirect(await act({ context, view, found, form }), 303);
    } catch (error) {
      if (!isError(error, ...OF_THE_FORM)) throw error;
      context.status(422);
      return show(context, view, found, { action, form, why: error.onPage });
    }
  });
}

/** The refused form of this action, if it is the one. */
export const refusedOf = (refused: RefusedForm | null, action: string): RefusedForm | null =>
  refused?.action === action ? refused : null;
