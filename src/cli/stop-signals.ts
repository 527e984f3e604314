import { constants } from 'node:os';
import { PayrunError } from '../errors.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface StopSignals {
  readonly signal: AbortSignal;
  /** Whether the first signal was Ctrl-C. */
  wasInterrupted(): boolean;
  /** Removes the handlers. */
  release(): void;
}

/**
 * The first signal aborts, so that the current call ends and its outcome is recorded. The second one ends the process
 * at once, with the exit code that shells expect.
 */
export function stopSignals(note: (text: string) => void): StopSignals {
  const controller = new AbortController();
  let first: NodeJS.Signals | null = null;
  const stop = (name: (typeof SIGNALS)[number]) => {
    if (controller.signal.aborted) process.exit(128 + constants.signals[name]);
    first = name;
    note('Stopping. A second signal ends Payrun at once.');
    controller.abort(new PayrunError('stopped', { signal: name }));
  };
  for (const name of SIGNALS) process.on(name, stop);
  return {
    signal: controller.signal,
    wasInterrupted: () => first === 'SIGINT',
    release: () => {
      for (const name of SIGNALS) process.removeListener(name, stop);
    },
  };
}
