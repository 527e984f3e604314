export interface SeenKeys {
  /** The numbers of a key, or one of them; all are 0 if the key has none. */
  get(key: Buffer, which?: number): number;
  /** Gives a key its numbers, each of 32 bits. The first is not 0. */
  set(key: Buffer, ...numbers: number[]): void;
}

/** The share of used slots at which the table grows: linear probing is slow beyond it. */
const FULL = 0.88;
const GROWTH = 1.15;
/** Keys are spread over this many tables, by some of their bits: while one grows, only its own slots exist twice. */
const TABLES = 32;
const RANGE = 2 ** 32;

/**
 * Numbers by key for sheets of a million rows, outside V8's heap, with 1.14 to 1.31 slots for each key. A Map of
 * strings takes 130 MB for a million. A key is a hash of at least `words` times 4 bytes, and has `count` numbers. With
 * 96 bits, two of a million keys collide in one of 10^17 sheets; with 64 bits in one of 4 × 10^7, which is enough for
 * warnings.
 */
export function createSeenKeys(words: 2 | 3 = 3, count = 1): SeenKeys {
  const tables = Array.from({ length: TABLES }, () => createTable(words, count));
  const tableOf = (key: Buffer) => tables[key[4]! % TABLES]!;
  return {
    get: (key, which) => tableOf(key).get(key, which),
    set: (key, ...numbers) => tableOf(key).set(key, ...numbers),
  };
}

function createTable(words: 2 | 3, count: number): SeenKeys {
  const width = words + count;
  let size = 64;
  let used = 0;
  /** The words of the key of each slot, and its numbers. */
  let slots = new Uint32Array(size * width);

  /** The slot of a key, or the free slot for it. */
  const place = (key: Uint32Array, from: number): number => {
    let slot = Math.floor((key[from]! / RANGE) * size);
    for (;;) {
      const at = slot * width;
      let same = 0;
      while (same < words && slots[at + same] === key[from + same]) same++;
      if (same === words || slots[at + words] === 0) return at;
      slot = slot + 1 === size ? 0 : slot + 1;
    }
  };
  const grow = (): void => {
    const old = slots;
    size = Math.ceil(size * GROWTH);
    slots = new Uint32Array(size * width);
    for (let from = 0; from < old.length; from += width) {
      if (old[from + words] === 0) continue;
      const at = place(old, from);
      for (let i = 0; i < width; i++) slots[at + i] = old[from + i]!;
    }
  };
  /** One array for the words of all keys: new ones would be garbage outside the heap, which is collected late. */
  const found = new Uint32Array(words);
  const slotOf = (key: Buffer) => {
    for (let i = 0; i < words; i++) found[i] = key.readUInt32LE(i * 4);
    return place(found, 0);
  };
  return {
    get: (key, which = 0) => slots[slotOf(key) + words + which]!,
    set: (key, ...numbers) => {
      if (used > size * FULL) grow();
      const at = slotOf(key);
      if (slots[at + words] === 0) used++;
      for (let i = 0; i < words; i++) slots[at + i] = found[i]!;
      for (let i = 0; i < count; i++) slots[at + words + i] = numbers[i]!;
    },
  };
}
