import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the project: the nearest parent with a package.json, for `src/cli` and for `dist/src/cli`. */
export function projectFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) throw new Error('no package.json above src/cli');
    folder = dirname(folder);
  }
  return folder;
}

/** The version in package.json. */
export function version(): string {
  return JSON.parse(readFileSync(join(projectFolder(), 'package.json'), 'utf8')).version;
}
