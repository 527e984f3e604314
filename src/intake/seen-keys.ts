export interface SeenKeys {
  /** The number of a key; 0 if it has none. */
  get(key: Buffer): number;
  /** Gives a key a number from 1 to 4,294,967,295. */
  set(key: Buffer, number: number): void;
}

/** The share of used slots at which the table grows: linear probing is slow beyond it. */
const FULL = 0.88;
const GROWTH = 1.15;
/** Keys are spread over this many tables, by some of their bits: while one grows, only its own slots exist twice. */
const TABLES = 32;
const RANGE = 2 ** 32;

/**
 * Numbers by key for sheets of a million rows, outside V8's heap, with 1.14 to 1.31 slots for each key. A Map of strings
 * takes 130 MB for a million. A key is a hash of at least `words` times 4 bytes. With 96 bits, two of a million keys
 * collide in one of 10^17 sheets; with 64 bits in one of 4 × 10^7, which is enough for warnings.
 */
export function createSeenKeys(words: 2 | 3 = 3): SeenKeys {
  const tables = Array.from({ length: TABLES }, () => createTable(words));
  const tableOf = (key: Buffer) => tables[key[4]! % TABLES]!;
  return {
    get: (key) => tableOf(key).get(key),
    set: (key, number) => tableOf(key).set(key, number),
  };
}

function createTable(words: 2 | 3): SeenKeys {
  let size = 64;
  let used = 0;
  let keys = new Uint32Array(size * words);
  let numbers = new Uint32Array(size);
  const third = words === 3;

  /** The slot of a key, or the free slot for it. */
  const place = (a: number, b: number, c: number): number => {
    let at = Math.floor((a / RANGE) * size);
    for (;;) {
      const from = at * words;
      if (numbers[at] === 0 || (keys[from] === a && keys[from + 1] === b && (!third || keys[from + 2] === c)))
        return at;
      at = at + 1 === size ? 0 : at + 1;
    }
  };
  const put = (a: number, b: number, c: number, number: number): void => {
    const at = place(a, b, c);
    if (numbers[at] === 0) used++;
    keys[at * words] = a;
    keys[at * words + 1] = b;
    if (third) keys[at * words + 2] = c;
    numbers[at] = number;
  };
  const grow = (): void => {
    const [oldKeys, oldNumbers] = [keys, numbers];
    size = Math.ceil(size * GROWTH);
    used = 0;
    keys = new Uint32Array(size * words);
    numbers = new Uint32Array(size);
    for (let at = 0; at < oldNumbers.length; at++) {
      const number = oldNumbers[at]!;
      const from = at * words;
      if (number !== 0) put(oldKeys[from]!, oldKeys[from + 1]!, third ? oldKeys[from + 2]! : 0, number);
    }
  };
  const last = (key: Buffer) => (third ? key.readUInt32LE(8) : 0);
  return {
    get: (key) => numbers[place(key.readUInt32LE(0), key.readUInt32LE(4), last(key))]!,
    set: (key, number) => {
      if (used > size * FULL) grow();
      put(key.readUInt32LE(0), key.readUInt32LE(4), last(key), number);
    },
  };
}
