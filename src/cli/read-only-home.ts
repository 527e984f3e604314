import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig } from '../config.ts';
import type { AppContext } from '../engine/context/app-context.ts';
import { hasLedger } from '../ledger/embedded/has-ledger.ts';
import type { ProgressBar } from './screens/progress-bar.ts';
import type { Terminal } from './screens/terminal.ts';
import { withAppContext } from './with-app-context.ts';

/**
 * A configuration to look with: as it is if there is a ledger; else with a home that is thrown away, for nothing is made in the real one by
 * looking. What is asked of the service needs a ledger for its quota and its keys.
 */
export async function withReadOnlyHome<T>(config: Config, work: (config: Config) => Promise<T>): Promise<T> {
  if (hasLedger(config)) return work(config);
  const home = mkdtempSync(join(tmpdir(), 'payrun-look-'));
  try {
    return await work({ ...config, home });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** As `withAppContext`, for a command that only reads what the service has. */
export function withAppContextToRead<T>(
  terminal: Terminal,
  work: (appContext: AppContext, bar: ProgressBar) => Promise<T>,
): Promise<T> {
  return withReadOnlyHome(loadConfig(), (config) => withAppContext(terminal, work, config));
}
