import type { Context } from 'hono';
import { type Actor, pageActor } from '../../permissions/actor.ts';

/** The user who sent a request, for the engine and the audit log. */
export function getActor(context: Context): Actor {
  return pageActor(context.get('currentUser').name, context.get('visit')?.address);
}
