/** 96 bits of a hash: among a million keys two are taken for one in one of 10^17 sheets. */
const WORDS = 3;

export interface SeenKeys {
  /** The number that a key has; 0 where it has none. */
  get(key: Buffer): number;
  /** Gives a key a number from 1 to 4,294,967,295. */
  set(key: Buffer, number: number): void;
}

/**
 * Numbers by key, for sheets of a million rows: 16 bytes for each key and as much again that is free, outside V8's heap. A Map
 * of texts takes 130 MB for a million. A key is a hash of 12 bytes or more.
 */
export function createSeenKeys(): SeenKeys {
  let size = 1024;
  let used = 0;
  let keys = new Uint32Array(size * WORDS);
  let numbers = new Uint32Array(size);

  /** Where a key stands, or would stand. */
  const place = (a: number, b: number, c: number): number => {
    let at = a & (size - 1);
    while (numbers[at] !== 0 && (keys[at * WORDS] !== a || keys[at * WORDS + 1] !== b || keys[at * WORDS + 2] !== c))
      at = (at + 1) & (size - 1);
    return at;
  };
  const put = (a: number, b: number, c: number, number: number): void => {
    const at = place(a, b, c);
    if (numbers[at] === 0) used++;
    keys[at * WORDS] = a;
    keys[at * WORDS + 1] = b;
    keys[at * WORDS + 2] = c;
    numbers[at] = number;
  };
  const grow = (): void => {
    const [oldKeys, oldNumbers] = [keys, numbers];
    size *= 2;
    used = 0;
    keys = new Uint32Array(size * WORDS);
    numbers = new Uint32Array(size);
    for (const [at, number] of oldNumbers.entries()) {
      if (number !== 0) put(oldKeys[at * WORDS]!, oldKeys[at * WORDS + 1]!, oldKeys[at * WORDS + 2]!, number);
    }
  };
  return {
    get: (key) => numbers[place(key.readUInt32LE(0), key.readUInt32LE(4), key.readUInt32LE(8))]!,
    set: (key, number) => {
      if (used * 3 > size * 2) grow();
      put(key.readUInt32LE(0), key.readUInt32LE(4), key.readUInt32LE(8), number);
    },
  };
}
