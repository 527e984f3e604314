import type { Config } from '../../config.ts';

/**
 * The display name of the ledger: `embedded, /srv/pay/.payrun` or `PostgreSQL db.example.com/payrun`, never with a user
 * or a password. A database that is reached over a socket is named by the socket's folder.
 */
export function ledgerLocation({ databaseUrl, home }: Pick<Config, 'databaseUrl' | 'home'>): string {
  if (databaseUrl === undefined) return `embedded, ${home}`;
  if (!URL.canParse(databaseUrl)) return 'PostgreSQL';
  const { host, pathname, searchParams } = new URL(databaseUrl);
  const socket = searchParams.get('host');
  return `PostgreSQL ${host || (socket ?? 'this machine')}${socket && !host ? ':' : ''}${pathname}`;
}
