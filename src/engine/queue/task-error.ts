import { isError, PayrunError } from '../../errors.ts';
import { diskFullError } from '../../platform/disk-faults.ts';

/** What keeps a task from going on, as an error of the table; the message of what nobody foresaw may hold data and is left out. */
export function asTaskError(error: unknown): PayrunError {
  if (isError(error)) return error;
  const full = diskFullError(error);
  if (full) return full;
  const { name, code } = error as { name?: string; code?: unknown };
  return new PayrunError('defect', { detail: [name, code].filter(Boolean).join(' ') }, { cause: error });
}
