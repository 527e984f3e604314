import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf } from './architecture.ts';

const ROOT = join(import.meta.dirname, '../..');
const known = new Map<string, readonly { readonly to: string; readonly ours: boolean }[]>();

/** Files of ours, as `src/...`, and packages that are loaded with `path`; not what is imported later, by `import(...)`. */
export function loadedAtOnce(path: string): ReadonlySet<string> {
  const loaded = new Set<string>([path]);
  for (const file of loaded)
    if (file.endsWith('.ts'))
      for (const { to, ours } of importsAtOnce(file)) if (ours || !to.startsWith('node:')) loaded.add(to);
  return loaded;
}

function importsAtOnce(path: string) {
  const found = known.get(path);
  if (found) return found;
  const source = readFileSync(join(ROOT, path), 'utf8')
    .replace(/\bimport\([^)]*\)/g, '')
    .replace(/import type [^;]*;/g, '');
  const imports = importsOf(path, source);
  known.set(path, imports);
  return imports;
}
