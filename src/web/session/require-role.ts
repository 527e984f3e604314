import type { MiddlewareHandler } from 'hono';
import { hasRole } from '../../engine/users/access.ts';
import type { UserRole } from '../../ledger/users/user.ts';
import { refuse } from './refuse.ts';

/** Admits visitors with this role or a higher one; others get a page that says so (403). */
export function requireRole(role: UserRole): MiddlewareHandler {
  return async (context, next) => {
    const visitor = context.get('visitor');
    if (!visitor) return refuse(context, 401);
    if (!hasRole(visitor.role, role))
      return refuse(context, 403, `This needs the role ${role}; you have ${visitor.role}.`);
    return next();
  };
}
