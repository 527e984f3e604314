import { rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.ts';

/** The names of everything that is made in the folder while `work` runs, also of what is gone again afterwards. */
export async function filesMadeIn(folder: string, work: () => Promise<unknown>): Promise<readonly string[]> {
  const names = new Set<string>();
  const watcher = watch(folder, (_, name) => names.add(name ?? ''));
  const last = join(folder, 'last-one');
  try {
    await work();
    writeFileSync(last, '');
    // Events keep their order: what was made before is known then.
    await eventually(() => {
      if (!names.has('last-one')) throw new Error('the folder is not watched');
    });
  } finally {
    watcher.close();
    rmSync(last, { force: true });
  }
  names.delete('last-one');
  return [...names];
}
