import { PayrunError } from '../../errors.ts';

/** The error for payments from a ledger that was moved, or is being moved, to `place`. */
export function movedError({ place, at, moved }: { place: string; at: string; moved: boolean }): PayrunError {
  return moved ? new PayrunError('ledger_moved', { place, at }) : new PayrunError('ledger_moving', { place, at });
}
