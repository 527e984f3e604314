import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Config } from '../config.ts';
import { addressBlock } from '../platform/address-block.ts';

export type OriginSettings = Partial<Pick<Config, 'publicUrl' | 'trustedProxies'>>;

export interface RequestOrigin {
  /** IP address of the visitor; behind a trusted proxy, as the proxy reports it. */
  readonly address: string;
  /** The key that requests and failed logins of this address are counted by. */
  readonly block: string;
  /** The address of what sent the headers of a proxy without being trusted; null: nothing did. */
  readonly untrustedProxy: string | null;
  /** Whether the visitor's connection is encrypted. */
  readonly https: boolean;
  /** Whether the request uses a host name of this installation: the public one, or that of this machine. */
  readonly isOwn: boolean;
  /** Origins of the pages of this installation, by the host names that it accepts. */
  readonly origins: readonly string[];
}

declare module 'hono' {
  interface ContextVariableMap {
    visit: RequestOrigin;
  }
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Passwords are accepted only over https or on this machine. Other host names than `publicUrl` and those of this
 * machine are refused, which prevents DNS rebinding.
 */
export function getRequestOrigin(context: Context, { publicUrl, trustedProxies = [] }: OriginSettings): RequestOrigin {
  const host = (context.req.header('Host') ?? '').toLowerCase();
  const known = publicUrl === undefined ? null : new URL(publicUrl);
  const here = LOOPBACK.test(host);
  const secure = known?.protocol === 'https:';
  const origins = [...(known ? [known.origin] : []), ...(here ? [`http://${host}`] : [])];
  const trusted = new Set([...trustedProxies, ...(secure ? ['127.0.0.1', '::1'] : [])]);
  const address = addressOf(context, trusted);
  const peer = plainAddress(peerOf(context));
  const forwarded = FORWARDED.some((name) => context.req.header(name) !== undefined);
  return {
    address,
    block: addressBlock(address),
    untrustedProxy: forwarded && !trusted.has(peer) ? peer : null,
    https: secure,
    isOwn: here || host === known?.host,
    origins,
  };
}

/** The headers that a proxy adds. */
export const FORWARDED = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'] as const;

/** The last address of the chain that is not a trusted proxy: the client can forge everything before it. */
function addressOf(context: Context, trusted: ReadonlySet<string>): string {
  const peer = plainAddress(peerOf(context));
  if (!trusted.has(peer)) return peer;
  const forwarded = (context.req.header('X-Forwarded-For') ?? '').split(',').map(plainAddress);
  return forwarded.findLast((address) => isIP(address) !== 0 && !trusted.has(address)) ?? peer;
}

/** Some proxies add the port, with which every connection would be counted as another visitor. */
function plainAddress(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/, '');
}

function peerOf(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

/**
 * Whether a page of this installation sent the request. Browsers send `Sec-Fetch-Site` or the origin, so a request
 * without both is refused.
 */
export function isFromOwnPage(context: Context, { origins }: RequestOrigin): boolean {
  const site = context.req.header('Sec-Fetch-Site');
  const origin = context.req.header('Origin');
  if (site === undefined && origin === undefined) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origins.includes(origin.toLowerCase());
}
