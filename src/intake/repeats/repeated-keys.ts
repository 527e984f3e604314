import {
  type ComparedKey,
  NOTHING_REPEATED,
  type RepeatedKeys,
} from '../../ledger/payments/holds/hold-within-sheet.ts';
import type { NewPayment } from '../../ledger/payments/payment-load.ts';

type Compared = Pick<
  NewPayment,
  'state' | 'reference' | 'referenceKey' | 'recipientFp' | 'personFp' | 'accountKey' | 'moneyKey'
>;

/**
 * A Bloom filter in blocks of 64 bytes, each of which is one access to memory. Its 32 MB are enough for 1,000,000 rows:
 * one such sheet in ten has a key mistaken for another, which only costs a needless query.
 */
const BLOCKS = 524_288;
const BLOCK_WORDS = 16;
const BITS_A_KEY = 12;
const RANGE = 2 ** 32;

/** The two halves of a key of 64 bits; one array for all keys, because new ones are garbage. */
const half = new Uint32Array(2);
const money = new Uint32Array(2);
const view = new DataView(new ArrayBuffer(8));

/**
 * Finds which kinds of keys occur twice in the rows of one run, as they are read. May say so of a kind that does not,
 * and never misses one that does. All runs of a sheet share `seen`, whose memory does not grow with the rows.
 */
export function createRepeatedKeys(run: bigint, seen: KeyFilter) {
  const repeated: Record<ComparedKey, boolean> = { ...NOTHING_REPEATED };
  // A key of another run or kind is another key.
  const seed = Math.imul(Number(run % 0x1_0000_0000n), 0x9e37_79b1);
  const note = (kind: ComparedKey, nth: number, low: number, high: number): void => {
    if (seen(low, high ^ (seed + nth))) repeated[kind] = true;
  };
  /** A row whose key with the amount occurred before is one whose key did. */
  const noteWithAmount = (kind: ComparedKey, nth: number, low: number, high: number): void => {
    if (!repeated[kind]) note(kind, nth, low ^ money[0]!, high ^ money[1]!);
  };
  const notePerson = (who: Buffer): void => {
    const [low, high] = [who.readUInt32LE(0), who.readUInt32LE(4)];
    if (!repeated.person) note('person', 1, low, high);
    noteWithAmount('personAmount', 2, low, high);
  };
  return {
    add({ state, reference, referenceKey, recipientFp, personFp, accountKey, moneyKey }: Compared): void {
      if (state === 'invalid') return;
      if (reference !== null) {
        setText(half, referenceKey ?? reference);
        note('reference', 0, half[0]!, half[1]!);
      }
      setNumber(money, moneyKey);
      // The recipient of a row with only a referenceId is found when the rules are applied, and may have other rows.
      if (personFp === null) repeated.unlinked = repeated.person = repeated.personAmount = true;
      else notePerson(personFp);
      if (recipientFp !== null && !(personFp !== null && recipientFp.equals(personFp))) notePerson(recipientFp);
      if (accountKey === null) return;
      setNumber(half, accountKey);
      const [low, high] = [half[0]!, half[1]!];
      if (!repeated.account) note('account', 3, low, high);
      noteWithAmount('accountAmount', 4, low, high);
    },
    result: (): RepeatedKeys => ({ ...repeated }),
  };
}

/** Adds a key of 64 bits. Returns whether it may have been added before. */
export type KeyFilter = (low: number, high: number) => boolean;

export function createKeyFilter(): KeyFilter {
  const bits = new Uint32Array(BLOCKS * BLOCK_WORDS);
  return (low, high) => {
    let mixed = mix(low ^ Math.imul(high, 0x85eb_ca6b));
    const block = Math.floor(((mixed >>> 0) / RANGE) * BLOCKS) * BLOCK_WORDS;
    let found = true;
    let rest = 0;
    for (let i = 0; i < BITS_A_KEY; i++) {
      // One mixed number places three bits, with 9 of its own for each.
      if (i % 3 === 0) {
        mixed = mix(mixed + high);
        rest = mixed;
      } else rest >>>= 9;
      const word = block + ((rest >>> 5) & 15);
      const bit = 1 << (rest & 31);
      if ((bits[word]! & bit) === 0) {
        found = false;
        bits[word]! |= bit;
      }
    }
    return found;
  };
}

/** Spreads the bits of a number over 32 bits (the end of MurmurHash3). */
function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return bits ^ (bits >>> 16);
}

function setNumber(to: Uint32Array, value: bigint | null): void {
  view.setBigInt64(0, value ?? 0n);
  to[0] = view.getUint32(0);
  to[1] = view.getUint32(4);
}

/** Equal texts have equal keys. Different ones seldom do, and then a query is made in vain. */
function setText(to: Uint32Array, text: string): void {
  let [a, b] = [0x811c_9dc5, text.length];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x0100_0193);
    b = Math.imul(b + code, 0x9e37_79b1) ^ (b >>> 15);
  }
  to[0] = a;
  to[1] = b;
}
