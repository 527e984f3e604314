import type { PageDeps } from '../components/view.ts';

/** Each address is recorded at most this often. */
const EVERY_MS = 3_600_000;
/** Number of addresses to remember. */
const MOST = 1_000;

/**
 * Records in the log that requests come through a proxy that is not in `trustedProxies`: then all its users share one
 * address, and failed logins of one lock out the others.
 */
export function createProxyWatch({ clock, log }: PageDeps['appContext']): (address: string) => void {
  const noted = new Map<string, number>();
  return (address) => {
    const now = clock.now();
    if (now - (noted.get(address) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    if (noted.size >= MOST) noted.clear();
    noted.set(address, now);
    log.warn(
      { proxy: address },
      'requests come through a proxy that is not in trustedProxies, so all count as its address',
    );
  };
}
