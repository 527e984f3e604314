import type { Cells, Finding } from '../../model.ts';
import { readRecipient } from './recipient.ts';

/**
 * Checks a recipient in the contract's shape (the body of POST /v1/recipients) as strictly as the service: type, names
 * and e-mail are required, everything else must be well-formed. `column` of a finding is the contract's field name.
 */
export function checkRecipientFields(profile: Readonly<Record<string, unknown>>): Finding[] {
  const cells: Record<string, string> = {};
  const { address } = profile;
  for (const part of [profile, typeof address === 'object' && address !== null ? address : {}]) {
    for (const [field, value] of Object.entries(part)) {
      if (typeof value === 'string' && value !== '') cells[field] = value;
    }
  }
  return [...readRecipient(cells as Cells, { address: 'optional' }).findings];
}
