import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RequestRecorder } from '../engine/users/program-requests.ts';
import { TOKEN_PREFIX, tokenRefusal } from '../engine/users/programs.ts';
import { getRequestOrigin } from '../http/request-origin.ts';
import { createRequestCounter, RATES } from '../http/request-throttle.ts';
import { type ApiTokenRow, findApiToken, noteTokenUse } from '../ledger/users/api-token.ts';
import { hasRole } from '../permissions/access.ts';
import { type Actor, apiActor } from '../permissions/actor.ts';
import type { ApiDeps } from './api-deps.ts';
import { problemAnswer } from './problem.ts';

/** A program whose token was accepted. */
export interface Program extends Pick<ApiTokenRow, 'name' | 'role' | 'merchants'> {
  readonly actor: Actor;
}

declare module 'hono' {
  interface ContextVariableMap {
    program: Program;
  }
}

/** The last use is recorded at most this often. */
const NOTED_MS = 60_000;

const REFUSED = {
  missing: 'Send the token: Authorization: Bearer payrun_...',
  unknown: 'This token is unknown or was revoked.',
  expired: 'This token has expired.',
  address: 'This token is not accepted from this address.',
} as const;

/** Descriptions in the audit log of a refused token. */
const RECORDED = {
  expired: 'Refused: its token has expired',
  address: 'Refused: its token is not accepted from this address',
} as const;

/** Accepts requests with a token, as many as its program may send, and records them. */
export function tokenGuard({ appContext, rates = RATES }: ApiDeps, recorder: RequestRecorder): MiddlewareHandler {
  const { ledger, clock, config } = appContext;
  const requestsLeft = createRequestCounter(clock, rates.programs);
  const refusalsLeft = createRequestCounter(clock, rates.logins);
  return async (context, next) => {
    const visit = getRequestOrigin(context, config);
    if (!visit.isOwn)
      return problemAnswer(context, 400, 'wrong_host', 'This host name isn’t allowed. Use its public URL.');
    const refuse = (why: keyof typeof REFUSED) => {
      if (refusalsLeft(visit.block) < 0) return tooMany(context);
      context.header('WWW-Authenticate', 'Bearer');
      return problemAnswer(context, 401, `token_${why}`, REFUSED[why]);
    };
    const [, token = ''] = /^Bearer (\S+)$/i.exec(context.req.header('Authorization') ?? '') ?? [];
    if (!token.startsWith(TOKEN_PREFIX)) return refuse('missing');
    const found = await findApiToken(ledger.db, token);
    if (found === null) return refuse('unknown');
    const now = clock.now();
    const why = tokenRefusal(found, { now, address: visit.address });
    const actor = apiActor(found.name, visit.address);
    if (why !== null) {
      const answer = refuse(why);
      if (answer.status === 401) await recorder.record(actor, RECORDED[why]);
      return answer;
    }
    const left = requestsLeft(found.name);
    context.header('RateLimit-Limit', String(rates.programs.burst));
    context.header('RateLimit-Remaining', String(Math.max(0, left)));
    context.header('RateLimit-Reset', String(Math.ceil(1 / rates.programs.perSecond)));
    if (left < 0) return tooMany(context);
    const { name, role, merchants, used_at } = found;
    if (used_at === null || now - used_at.getTime() > NOTED_MS)
      await noteTokenUse(ledger.db, name, new Date(now), visit.address);
    await recorder.record(actor, `${context.req.method} ${routeOf(context)}`);
    context.set('program', { name, role, merchants, actor });
    context.header('Cache-Control', 'no-store');
    return next();
  };
}

/** The path with its parameters as names, so that it has no text of the program. */
function routeOf(context: Context): string {
  const own = matchedRoutes(context).find(({ path }) => !path.endsWith('*'));
  return own === undefined ? 'an unknown path' : own.path.replace(/^\/api\/v1/, '');
}

const tooMany = (context: Context) => {
  context.header('Retry-After', '1');
  return problemAnswer(context, 429, 'rate_limited', 'Too many requests.', 'Wait as long as Retry-After says.');
};

/** The refusal of a viewer whose request needs the maker role; null if the program may. */
export const refuseViewer = (context: Context): Response | null =>
  hasRole(context.get('program').role, 'maker')
    ? null
    : problemAnswer(context, 403, 'may_not_decide', 'This token only reads: it has the role viewer, not maker.');
