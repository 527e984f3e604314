import { isError, type PayrunError } from '../../errors.ts';

/** Errors with which a run ends at each attempt, until a user corrects the keys, the address or what was refused. */
const REFUSALS = [
  'keys_environment',
  'keys_required',
  'keys_of_wrong_kind',
  'service_changed',
  'service_keys_refused',
  'service_not_authorized',
  'service_refused',
  'service_read_refused',
  'service_not_found',
  'vault_damaged',
] as const;

export function isRefusal(error: unknown): error is PayrunError {
  return isError(error, ...REFUSALS);
}
