export interface Keyed {
  readonly id: string;
}

/** Records by id in the order of their creation, with indexes that follow every write. */
export interface Table<T extends Keyed, I extends string = never> {
  readonly size: number;
  get(id: string): T | undefined;
  all(): IterableIterator<T>;
  /** Ids of the records with this key, in the order in which they got it. */
  by(index: I, key: string): ReadonlySet<string>;
  put(record: T): void;
  remove(id: string): void;
}

type KeyOf<T> = (record: T) => string | null;

const NONE: ReadonlySet<string> = new Set();

/**
 * @param changed called for every write: the record before (undefined: it is new) and after (undefined: it was removed)
 */
export function createTable<T extends Keyed, I extends string = never>(
  indexes: Readonly<Record<I, KeyOf<T>>>,
  changed: (before: T | undefined, after: T | undefined) => void = () => {},
): Table<T, I> {
  const records = new Map<string, T>();
  const index = Object.entries<KeyOf<T>>(indexes).map(([name, keyOf]) => ({
    name,
    keyOf,
    ids: new Map<string, Set<string>>(),
  }));

  const reindex = (id: string, before: T | undefined, after: T | undefined) => {
    for (const { keyOf, ids } of index) {
      const old = before ? keyOf(before) : null;
      const key = after ? keyOf(after) : null;
      if (old === key) continue;
      if (old !== null) {
        const set = ids.get(old);
        set?.delete(id);
        if (set?.size === 0) ids.delete(old);
      }
      if (key !== null) {
        const set = ids.get(key);
        if (set) set.add(id);
        else ids.set(key, new Set([id]));
      }
    }
    changed(before, after);
  };

  return {
    get size() {
      return records.size;
    },
    get: (id) => records.get(id),
    all: () => records.values(),
    by: (name, key) => index.find((one) => one.name === name)?.ids.get(key) ?? NONE,
    put(record) {
      const before = records.get(record.id);
      records.set(record.id, record);
      reindex(record.id, before, record);
    },
    remove(id) {
      const before = records.get(id);
      if (!before) return;
      records.delete(id);
      reindex(id, before, undefined);
    },
  };
}
