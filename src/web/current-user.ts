import type { UserRole } from '../ledger/users/user.ts';

/** Who looks at a page. Pages get it with `context.get('visitor')`; they exist only behind the login, so it is always there. */
export interface CurrentUser {
  /** The `maker` and `as` name in the ledger. */
  readonly name: string;
  readonly role: UserRole;
  /** Merchants that the visitor may see and work for; null: all. */
  readonly merchants: readonly string[] | null;
  /** What the visitor may approve up to, by currency: `{"EUR": "5000.00"}`, and nothing of another currency; null: no limit. */
  readonly limits: Readonly<Record<string, string>> | null;
  /** The token of every form of this session. Put it there with `csrfField`. */
  readonly csrf: string;
}

/** The fields of a form that was sent. */
export type SentForm = FormData | Readonly<Record<string, unknown>>;

declare module 'hono' {
  interface ContextVariableMap {
    visitor: CurrentUser;
    /** Behind `confirmPassword`. */
    confirmPassword: (form: SentForm) => Promise<string | null>;
    /** What the visitor may is still what it was when the request came: an answer that goes on asks again and again. */
    stillHolds: () => Promise<boolean>;
  }
}
