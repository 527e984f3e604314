import { constants } from 'node:os';
import { PayrunError } from '../errors.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The first signal aborts, so that the call under way ends and its outcome is written down; the second one ends the process
 * at once, with the exit code that shells expect. `release` gives the signals back.
 */
export function stopSignals(note: (text: string) => void): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (name: (typeof SIGNALS)[number]) => {
    if (controller.signal.aborted) process.exit(128 + constants.signals[name]);
    note('Stopping. A second signal ends Payrun at once.');
    controller.abort(new PayrunError('stopped', { signal: name }));
  };
  for (const name of SIGNALS) process.on(name, stop);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of SIGNALS) process.removeListener(name, stop);
    },
  };
}
