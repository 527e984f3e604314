import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig } from '../config.ts';
import type { AppContext } from '../engine/context/app-context.ts';
import { hasLedger } from '../ledger/embedded/has-ledger.ts';
import type { ProgressBar } from './terminal/progress-bar.ts';
import type { Terminal } from './terminal/terminal.ts';
import { withAppContext } from './with-app-context.ts';

/**
 * Calls `work` with a configuration for reading. If there is no ledger, its home is a temporary folder, so that nothing
 * is created in the real one. Calls to the payout service need a ledger for their quota and keys.
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

/** Like `withAppContext`, for a command that only reads from the payout service. */
export function withAppContextToRead<T>(
  terminal: Terminal,
  work: (appContext: AppContext, bar: ProgressBar) => Promise<T>,
): Promise<T> {
  return withReadOnlyHome(loadConfig(), (config) => withAppContext(terminal, work, config));
}
