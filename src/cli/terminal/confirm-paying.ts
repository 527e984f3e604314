import type { Terminal } from './terminal.ts';

/**
 * Asks whether to pay. A signal counts as "no", like Ctrl-C: a run left waiting to be submitted would put the same
 * sheet on hold when it is dropped again.
 */
export async function confirmPaying({ ask }: Terminal, signal: AbortSignal): Promise<boolean> {
  try {
    return await ask('Pay them?', signal);
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
