import { isError } from '../errors.ts';
import type { Service } from './service.ts';

/** Remote ids of a merchant's objects. */
export interface RemoteObjects {
  readonly recipients: readonly string[];
  readonly batches: readonly string[];
}

/**
 * True if the service has any of these objects, which proves that it is the service that made them. Reads one after the
 * other, a call each, and stops at the first one that exists. Throws what a call throws, except "not found".
 */
export async function findFirstObject(
  service: Service,
  { recipients, batches }: RemoteObjects,
  signal?: AbortSignal,
): Promise<boolean> {
  for (const id of recipients)
    if (await exists(service.call('getRecipient', { params: { id } }, { signal }))) return true;
  for (const id of batches) if (await exists(service.call('getBatch', { params: { id } }, { signal }))) return true;
  return false;
}

async function exists(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isError(error, 'service_not_found')) return false;
    throw error;
  }
}
