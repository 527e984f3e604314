import { type Config, loadConfig } from '../config.ts';
import { type AppContext, type AppContextOptions, openAppContext } from '../engine/context/app-context.ts';
import { withReadOnlyHome } from '../engine/context/read-only-home.ts';
import { systemClock } from '../platform/clock.ts';
import { createProgressBar, type ProgressBar } from './terminal/progress-bar.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Opens the app context, calls `work` with it and a progress bar, and always closes both. */
export async function withAppContext<T>(
  terminal: Terminal,
  work: (appContext: AppContext, bar: ProgressBar) => Promise<T>,
  config: Config = loadConfig(),
  options: AppContextOptions = {},
): Promise<T> {
  const appContext = await openAppContext(config, options);
  const bar = createProgressBar(terminal, systemClock.now);
  try {
    return await work(appContext, bar);
  } finally {
    bar.end();
    await appContext.close();
  }
}

/** Like `withAppContext`, for a command that only reads from the payout service. */
export function withAppContextToRead<T>(
  terminal: Terminal,
  work: (appContext: AppContext, bar: ProgressBar) => Promise<T>,
): Promise<T> {
  return withReadOnlyHome(loadConfig(), (config) => withAppContext(terminal, work, config));
}
