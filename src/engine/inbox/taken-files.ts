import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/**
 * Files that were stored and removed from their folder. A program that still has one of them open may continue to write
 * to it, which nothing else would notice. Known to this process only.
 */
export interface TakenFiles {
  hold(id: string, file: FileHandle, stored: BigIntStats): Promise<void>;
  /** Whether the file was written to after it was stored. Forgets the file. */
  wasWritten(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The most files that are held open; the oldest are forgotten. */
const MOST = 100;

export function createTakenFiles(): TakenFiles {
  const held = new Map<string, { readonly file: FileHandle; readonly stored: BigIntStats }>();
  const forget = async (id: string) => {
    const found = held.get(id);
    held.delete(id);
    await found?.file.close();
  };
  return {
    async hold(id, file, stored) {
      held.set(id, { file, stored });
      if (held.size > MOST) await forget(held.keys().next().value!);
    },
    async wasWritten(id) {
      const found = held.get(id);
      if (!found) return false;
      const { size, mtimeNs } = await found.file.stat({ bigint: true });
      await forget(id);
      return size !== found.stored.size || mtimeNs !== found.stored.mtimeNs;
    },
    async close() {
      for (const id of [...held.keys()]) await forget(id);
    },
  };
}
