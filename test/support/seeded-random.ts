/** Choices that are the same for the same seed. */
export interface SeededRandom {
  /** A whole number from 0 to below `n`. */
  upTo(n: number): number;
  oneOf<T>(list: readonly T[]): T;
  chance(share: number): boolean;
  /** From none to `most`. */
  some<T>(most: number, make: () => T): T[];
}

export function seededRandom(seed: number): SeededRandom {
  const random = mulberry32(seed);
  const upTo = (n: number) => Math.floor(random() * n);
  return {
    upTo,
    oneOf: (list) => list[upTo(list.length)]!,
    chance: (share) => random() < share,
    some: (most, make) => Array.from({ length: upTo(most + 1) }, make),
  };
}

/** Numbers from 0 to 1. */
function mulberry32(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
