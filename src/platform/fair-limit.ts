import pLimit, { type LimitFunction } from 'p-limit';

/** Runs work of many users, a limited number at a time. */
export interface FairLimit {
  <T>(user: string, work: () => Promise<T>): Promise<T>;
  /** The running and waiting work, of one user or of all. */
  open(user?: string): number;
  readonly places: number;
}

/**
 * `places` pieces of work at a time, and `each` of one user. A user with much work waits behind their own; others come
 * in between.
 */
export function fairLimit(places: number, each = 1): FairLimit {
  const all = pLimit(places);
  const users = new Map<string, { readonly own: LimitFunction; open: number }>();
  const limit = async <T>(user: string, work: () => Promise<T>): Promise<T> => {
    const entry = users.get(user) ?? { own: pLimit(each), open: 0 };
    users.set(user, entry);
    entry.open += 1;
    try {
      return await entry.own(() => all(work));
    } finally {
      entry.open -= 1;
      if (entry.open === 0) users.delete(user);
    }
  };
  const open = (user?: string) =>
    user === undefined ? [...users.values()].reduce((sum, entry) => sum + entry.open, 0) : (users.get(user)?.open ?? 0);
  return Object.assign(limit, { open, places });
}
