import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file that PAYRUN_CONFIG names, or the one in the folder that it names; null if that folder has none. */
export function namedConfigFile(name: string, path: string): string | null {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  const file = join(path, name);
  return existsSync(file) ? file : null;
}

/**
 * The nearest file of this name in the folder or above it; null if there is none. Above the folder it counts only if
 * the account itself or the administrator owns it: otherwise anybody could put a file with jobs into a shared folder.
 */
export function findConfigFile(
  name: string,
  folder: string,
  account: number | undefined = process.getuid?.(),
): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, name);
    if (existsSync(path) && (at === folder || isOwnedBy(path, account))) return path;
    if (dirname(at) === at) return null;
  }
}

function isOwnedBy(path: string, account: number | undefined): boolean {
  if (account === undefined) return true;
  try {
    return [account, 0].includes(statSync(path).uid);
  } catch {
    return false;
  }
}
