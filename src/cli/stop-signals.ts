import { constants } from 'node:os';
import { PayrunError } from '../errors.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface StopSignals {
  readonly signal: AbortSignal;
  /** Whether it was Ctrl-C that asked to stop. */
  wasInterrupted(): boolean;
  /** Gives the signals back. */
  release(): void;
}

/**
 * The first signal aborts, so that the call under way ends and its outcome is written down; the second one ends the process
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
