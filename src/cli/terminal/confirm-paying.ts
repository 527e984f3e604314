import { isAboutTypes, type RunPlan, TYPES_QUESTION } from '../../engine/plan/run-plan.ts';
import type { Terminal } from './terminal.ts';

/**
 * Asks whether to pay, and first, if rows have no type, whether they are paid as businesses. A signal means "no", like
 * Ctrl-C: a run left waiting to be submitted would put the same sheet on hold when it is dropped again.
 */
export async function confirmPaying(
  { ask, note }: Terminal,
  signal: AbortSignal,
  notes: RunPlan['notes'] = [],
): Promise<boolean> {
  try {
    if (notes.some(isAboutTypes) && !(await ask(TYPES_QUESTION, signal))) {
      note('Nothing is paid. Set the type of these rows to individual or business, and pay the sheet again.');
      return false;
    }
    return await ask('Pay them?', signal);
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
