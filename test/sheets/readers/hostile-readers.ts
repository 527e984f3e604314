import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenSheet } from '../../../src/sheets/open-sheet.ts';
import type { SheetBytes } from '../../../src/sheets/understood-sheet.ts';

// Readers as a file could make them by a mistake of ours: `readInProcess` calls them in the place of a real one.

export function spin(): never {
  for (;;);
}

/** It waits for what never comes. */
export const wait = (): Promise<never> => new Promise(() => {});

export function eatMemory(): never {
  const all: object[] = [];
  for (let i = 0; ; i++) all.push({ i, text: `a text of its own, ${i}` });
}

/** One object that grows by tens of MB at once, for which V8 ends its whole process. */
export function growOneObject(): never {
  const numbers: number[] = [];
  for (let i = 0; ; i++) numbers.push(i + 0.5);
}

export async function holdMemory(_: SheetBytes, megabytes: number): Promise<never> {
  const held = Buffer.alloc(megabytes * 1_048_576, 1);
  for (;;) await sleep(held[0]! * 1_000);
}

/** Outside the JavaScript heap, which has no limit. */
export async function fillBuffers(): Promise<never> {
  const all: Buffer[] = [];
  for (;;) {
    all.push(Buffer.alloc(1_048_576, 1));
    await sleep(1);
  }
}

/** A sheet of one text of 32,000 characters, which it has in every cell of 300 rows. */
export function repeatOneText(_: SheetBytes, cells: number): OpenSheet {
  const original = Array<string>(cells).fill('x'.repeat(32_000));
  return {
    name: 'sheet.xlsx',
    understood: {} as never,
    async *rows() {
      yield Array.from({ length: 300 }, (_, i) => ({ row: i + 2, cells: {}, original, findings: [] }));
    },
    noticed: () => ({}) as never,
    close: async () => {},
  };
}

/** Facts of so many texts of 32,000 characters. */
export const factsOf = (_: SheetBytes, texts: number) => ({ header: Array(texts).fill('x'.repeat(32_000)) });

export const endItself = (): never => process.exit(7);

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

export const environment = (): readonly string[] => Object.keys(process.env);

export const ownId = (): number => process.pid;
