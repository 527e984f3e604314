import { PayrunError } from '../../errors.ts';
import { EXPORT_AGAIN } from '../repairs.ts';

/** An error in a pain.001 as a whole, for the user; never with a value from it. */
export class PainFault extends Error {}

/**
 * Turns a `PainFault` into `sheet_damaged`; returns any other error unchanged. It never shows a parser's message, which
 * may quote a name or an account.
 */
export function painDamaged(file: string, error: unknown): unknown {
  if (error instanceof PayrunError) return error;
  if (error instanceof PainFault)
    return new PayrunError('sheet_damaged', { file, detail: error.message, repair: EXPORT_AGAIN }, { cause: error });
  return error;
}
