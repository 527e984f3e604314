import { randomBytes } from 'node:crypto';

/** The service's alphabet: letters and digits without 0, O, I and l. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LENGTH = 22;
/** Larger bytes are discarded, so that every character is equally likely. */
const LIMIT = 256 - (256 % ALPHABET.length);

export type IdPrefix = 'R' | 'A' | 'B' | 'P' | 'OP' | 'M' | 'RSRC' | 'W' | 'E' | 'AK' | 'SK';
export type NewId = (prefix: IdPrefix) => string;

/** Creates ids: a prefix and 22 characters. `random` returns the given number of random bytes. */
export function createIds(random: (size: number) => Buffer = randomBytes): NewId {
  let pool: Buffer = Buffer.alloc(0);
  let next = 0;
  return (prefix) => {
    let text = `${prefix}-`;
    for (let length = 0; length < LENGTH; ) {
      if (next === pool.length) {
        pool = random(4096);
        next = 0;
      }
      const byte = pool[next++]!;
      if (byte >= LIMIT) continue;
      text += ALPHABET[byte % ALPHABET.length];
      length++;
    }
    return text;
  };
}

/** A secret key: 44 characters after the prefix. */
export function newSecret(newId: NewId): string {
  return `${newId('SK')}${newId('SK').slice(3)}`;
}
