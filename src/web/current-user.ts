import type { SessionRow } from '../ledger/users/session.ts';
import type { UserRole } from '../ledger/users/user.ts';

/**
 * The user who requests a page: `context.get('currentUser')`. Always set on pages, because pages exist only behind the
 * login.
 */
export interface CurrentUser {
  /** The `maker` and `as` name in the ledger. */
  readonly name: string;
  readonly role: UserRole;
  /** Merchants that the visitor may see and work for; null: all. */
  readonly merchants: readonly string[] | null;
  /**
   * Highest amount that the visitor may approve, by currency: `{"EUR": "5000.00"}`. A currency that is not listed may
   * not be approved at all. Null: no limit.
   */
  readonly limits: Readonly<Record<string, string>> | null;
  /** The CSRF token for every form of this session. Add it to a form with `csrfField`. */
  readonly csrf: string;
}

export type SentForm = FormData | Readonly<Record<string, unknown>>;

declare module 'hono' {
  interface ContextVariableMap {
    /** The session of the request's cookie, even if its code is still missing; null if there is none. */
    session: { readonly id: string; readonly row: SessionRow } | null;
    /** Whether money moves, if known: on every page. Null in production. */
    banner: string | null;
    currentUser: CurrentUser;
    /**
     * Confirms the identity of the visitor before an approval or a similar action, by the field `password` of the form.
     * Null if it is right, otherwise a sentence to show. Wrong passwords count towards the lockout. For users of an
     * identity provider, the login must be younger than 5 minutes; otherwise the sentence says how to log in again.
     */
    confirmPassword: (form: SentForm) => Promise<string | null>;
    /** Whether the visitor's rights are unchanged since the request came in. A streaming response asks repeatedly. */
    stillHolds: () => Promise<boolean>;
  }
}
