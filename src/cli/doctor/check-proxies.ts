import type { Config } from '../../config.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { proxiesSeen } from '../../ledger/operations/untrusted-proxies.ts';
import { type DoctorLine, look, well } from './doctor-checks.ts';

const WITHIN_MS = 7 * 86_400_000;
const LOOPBACK = new Set(['127.0.0.1', '::1']);

/** Whether requests came through a proxy that is not trusted. Nothing to say if none did. */
export async function checkProxies(config: Config, ledger: Ledger, now: number): Promise<readonly DoctorLine[]> {
  const seen = await proxiesSeen(ledger.db, new Date(now - WITHIN_MS));
  const https = config.publicUrl?.startsWith('https:') === true;
  const unknown = seen.filter(
    (address) => !config.trustedProxies.includes(address) && !(https && LOOPBACK.has(address)),
  );
  if (unknown.length === 0) return seen.length === 0 ? [] : [well('proxy', 'those that were seen are trusted')];
  const own = unknown.every((address) => LOOPBACK.has(address));
  return [
    look(
      'proxy',
      `Requests came through ${unknown.join(', ')}, which is not trusted: everybody behind it counts as one address, and one's wrong logins keep out the others.`,
      own
        ? 'If it is yours, set PAYRUN_PUBLIC_URL to the https address that it serves.'
        : `If it is yours, set PAYRUN_TRUSTED_PROXIES=${unknown.join(',')}.`,
    ),
  ];
}
