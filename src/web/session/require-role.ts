import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { UserRole } from '../../ledger/users/user.ts';
import { hasRole } from '../../permissions/access.ts';
import { roleWord } from '../../permissions/role-word.ts';
import { refuse } from './refuse.ts';

/** The role that a handler made by `requireRole` asks for. */
const ROLES = new WeakMap<object, UserRole>();

/**
 * Admits visitors with this role or a higher one; others get a page that says so (403). `page`: that page, for a person
 * who reads.
 */
export function requireRole(
  role: UserRole,
  page?: (context: Context, why: string) => Response | Promise<Response>,
): MiddlewareHandler {
  const handler: MiddlewareHandler = async (context, next) => {
    const currentUser = context.get('currentUser');
    if (!currentUser) return refuse(context, 401);
    if (page && isPage(context) && !hasRole(currentUser.role, role))
      return page(context, `This page ${roleWords(currentUser.role, role)}`);
    return roleRefusal(context, currentUser.role, role) ?? next();
  };
  ROLES.set(handler, role);
  return handler;
}

/** The answer to a visitor without the role that the route of this request requires; null if they have it. */
export function refuseRole(context: Context, has: UserRole): Response | Promise<Response> | null {
  for (const { handler } of matchedRoutes(context)) {
    const role = ROLES.get(handler);
    const refusal = role === undefined ? null : roleRefusal(context, has, role);
    if (refusal) return refusal;
  }
  return null;
}

function roleRefusal(context: Context, has: UserRole, role: UserRole): Response | Promise<Response> | null {
  return hasRole(has, role) ? null : refuse(context, 403, `This ${roleWords(has, role)}`);
}

const roleWords = (has: UserRole, role: UserRole): string =>
  `requires the ${roleWord(role)} role; yours is ${roleWord(has)}. Ask an admin.`;

const isPage = (context: Context): boolean => /\btext\/html\b/.test(context.req.header('Accept') ?? '');
