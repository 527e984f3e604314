import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Config } from '../../config.ts';
import type { SessionRow } from '../../ledger/users/session.ts';

/** Where a request comes from, and how. */
export interface Visit {
  /** IP address of the visitor; behind a trusted proxy, as that says. */
  readonly address: string;
  /** The visitor's connection is encrypted. */
  readonly https: boolean;
  /** It asked for this installation by a name that is its own: the public one, or this machine's. */
  readonly ours: boolean;
  /** What the pages of this installation are, to a browser, by the names that it may be asked for. */
  readonly origins: readonly string[];
}

declare module 'hono' {
  interface ContextVariableMap {
    visit: Visit;
    /** The session of the request's cookie, also one whose code is still to come. */
    session: { readonly id: string; readonly row: SessionRow } | null;
    /** No money moves: every screen says so. */
    sandbox: boolean;
  }
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Only over https, or on this machine, is a password taken. Whoever reaches the pages by another name than `publicUrl` and
 * those of this machine is sent away: a page of somebody else could lead a browser here by a name of its own.
 */
export function visitOf(
  context: Context,
  { publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
): Visit {
  const host = (context.req.header('Host') ?? '').toLowerCase();
  const known = publicUrl === undefined ? null : new URL(publicUrl);
  const here = LOOPBACK.test(host);
  const secure = known?.protocol === 'https:';
  const origins = [...(known ? [known.origin] : []), ...(here ? [`http://${host}`] : [])];
  return {
    address: addressOf(context, new Set([...trustedProxies, ...(secure ? ['127.0.0.1', '::1'] : [])])),
    https: secure,
    ours: here || host === known?.host,
    origins,
  };
}

/** The last of the addresses on the way that is not of a proxy that is trusted: what stands before it anybody can write. */
function addressOf(context: Context, trusted: ReadonlySet<string>): string {
  const peer = plainAddress(peerOf(context));
  if (!trusted.has(peer)) return peer;
  const forwarded = (context.req.header('X-Forwarded-For') ?? '').split(',').map(plainAddress);
  return forwarded.findLast((address) => ADDRESS.test(address) && !trusted.has(address)) ?? peer;
}

const ADDRESS = /^[0-9a-f.:]{2,45}$/;

function plainAddress(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '');
}

function peerOf(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Was it sent by a page of this installation? Every browser says where a form comes from; what says nothing is not one. */
export function isFromOwnPage(context: Context, { origins }: Visit): boolean {
  const site = context.req.header('Sec-Fetch-Site');
  const origin = context.req.header('Origin');
  if (site === undefined && origin === undefined) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origins.includes(origin.toLowerCase());
}
