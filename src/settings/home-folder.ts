import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { PayrunError } from '../errors.ts';

/** The home of one project: a folder in the working folder or in one of its parents. */
const PROJECT_HOME = '.payrun';

/** The inputs of the home if PAYRUN_HOME is not set. */
export interface HomeSurroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute. */
  readonly cwd: string;
  readonly isFolder?: (path: string) => boolean;
  /** The user's home folder in the operating system. May throw if the account has none. */
  readonly userFolder?: () => string;
}

/**
 * The home if PAYRUN_HOME is not set: the nearest `.payrun` in the working folder or its parents, as git finds its own;
 * else one folder for each user, `$XDG_DATA_HOME/payrun` or `~/.local/share/payrun`. So a sheet that was paid from one
 * folder is recognized from any other. Creates nothing. Throws `config_invalid` if the account has no home folder.
 */
export function findHome({ env, cwd, isFolder = isRealFolder, userFolder = osUserFolder }: HomeSurroundings): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const home = join(folder, PROJECT_HOME);
    if (isFolder(home)) return home;
    if (dirname(folder) === folder) break;
  }
  // The XDG rules ignore a relative path.
  const { XDG_DATA_HOME: data = '', HOME: own = '' } = env;
  if (isAbsolute(data)) return join(data, 'payrun');
  return join(isAbsolute(own) ? own : userFolder(), '.local', 'share', 'payrun');
}

/** False also if this account has no access to the folder. */
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
