import { type Config, loadConfig } from '../config.ts';
import { openWorkplace, type Workplace } from '../engine/context/app-context.ts';
import { systemClock } from '../platform/clock.ts';
import { createProgressBar, type ProgressBar } from './screens/progress-bar.ts';
import type { Terminal } from './screens/terminal.ts';

/** Opens the workplace, hands it to `work` with a progress bar, and closes both whatever happens. */
export async function withWorkplace<T>(
  terminal: Terminal,
  work: (workplace: Workplace, bar: ProgressBar) => Promise<T>,
  config: Config = loadConfig(),
): Promise<T> {
  const workplace = await openWorkplace(config);
  const bar = createProgressBar(terminal, systemClock.now);
  try {
    return await work(workplace, bar);
  } finally {
    bar.end();
    await workplace.close();
  }
}
