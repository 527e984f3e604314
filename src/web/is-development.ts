import type { AppContext } from '../engine/context/app-context.ts';

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Is this the address of a service on this machine? */
export const isOnThisMachine = (url: string): boolean => LOOPBACK.has(new URL(url).hostname);

/** Does no real money move, and is the payout service a sandbox on this machine? */
export function isDevelopment({ sandbox, config }: Pick<AppContext, 'sandbox' | 'config'>): boolean {
  return sandbox && (config.serviceUrl === undefined || isOnThisMachine(config.serviceUrl));
}
