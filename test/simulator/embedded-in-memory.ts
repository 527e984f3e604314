import type { Membership } from '../../src/ledger/embedded/embedded.ts';
import { connectTo, USER } from './databases.ts';

/** In place of a socket in the home and the lock of its owner: every process joins a database in memory. */
export async function joinEmbedded({ home }: { readonly home: string }): Promise<Membership> {
  const address = { host: 'memory', port: 5432, user: USER, stream: () => connectTo(home) };
  return { role: 'joined', address, leave: async () => {} };
}
