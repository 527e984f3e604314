import { isError, PayrunError } from '../../errors.ts';
import { diskFullError } from '../../platform/disk-faults.ts';

/**
 * The error that stops a task, as a `PayrunError`. The message of an unforeseen error is dropped, because it may
 * contain data.
 */
export function asTaskError(error: unknown): PayrunError {
  if (isError(error)) return error;
  const full = diskFullError(error);
  if (full) return full;
  const { name, code } = error as { name?: string; code?: unknown };
  return new PayrunError('defect', { detail: [name, code].filter(Boolean).join(' ') }, { cause: error });
}
