import type { SheetBytes } from '../../../src/sheets/understood-sheet.ts';

// Readers as a file could make them by a mistake of ours: `readApart` calls them in the place of a real one.

export function spin(): never {
  for (;;);
}

export function eatMemory(): never {
  const all: object[] = [];
  for (let i = 0; ; i++) all.push({ i, text: `a text of its own, ${i}` });
}

/** In the place of the real one of this name. */
export const readSheet = spin;

export const throwDefect = (): never => {
  throw new TypeError('a defect of the reader');
};

export async function countBytes(source: SheetBytes): Promise<number> {
  let count = 0;
  for await (const bytes of source.content()) count += (bytes as Uint8Array).length;
  return count;
}
