import { z } from 'zod';
import { usageError } from '../../references/usage-error.ts';

const address = z.email();

/** The address that notifications of a user go to; null: none. Throws `usage` if it is no e-mail address. */
export function checkedEmail(email: string | null): string | null {
  if (email !== null && !address.safeParse(email).success) throw usageError('email_invalid', { email });
  return email;
}
