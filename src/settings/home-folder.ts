import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { PayrunError } from '../errors.ts';

/** The home of one project: a folder in the working folder or above it. */
const PROJECT_HOME = '.payrun';

/** What the home depends on if nobody names one. */
export interface HomeSurroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute. */
  readonly cwd: string;
  readonly isFolder?: (path: string) => boolean;
  /** The user's own folder as the operating system knows it; may throw for an account without one. */
  readonly userFolder?: () => string;
}

/**
 * The home if nobody names one: the nearest `.payrun` in the working folder or above it, as git finds its own; else one folder for
 * each user, `$XDG_DATA_HOME/payrun` or `~/.local/share/payrun`. So a sheet that was paid from one folder is recognized from any
 * other. Makes nothing. Throws `config_invalid` for an account without a folder of its own.
 */
export function findHome({ env, cwd, isFolder = isRealFolder, userFolder = osUserFolder }: HomeSurroundings): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const home = join(folder, PROJECT_HOME);
    if (isFolder(home)) return home;
    if (dirname(folder) === folder) break;
  }
  // The XDG rules: a relative path counts as none.
  const { XDG_DATA_HOME: data = '', HOME: own = '' } = env;
  if (isAbsolute(data)) return join(data, 'payrun');
  return join(isAbsolute(own) ? own : userFolder(), '.local', 'share', 'payrun');
}

/** A folder that this account may not look into is none of its homes. */
function isRealFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function osUserFolder(): string {
  try {
    return userInfo().homedir;
  } catch (cause) {
    const detail = 'PAYRUN_HOME must be set, for this account has no folder of its own.';
    throw new PayrunError('config_invalid', { detail }, { cause });
  }
}
