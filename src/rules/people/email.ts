import { type Checked, finding, NO_FINDINGS } from '../finding.ts';

/**
 * Letters and digits of every script are allowed: addresses such as jörg@bücher.de exist. Every repetition is bounded.
 */
const EMAIL =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,10}(?:\p{L}{2,63}|xn--[a-z0-9-]{2,59})$/iu;
const PLAIN =
  /^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,10}[A-Za-z]{2,63}$/;

/** RFC 5321: 254 characters in total, 64 before the @. */
const LONGEST = 254;

/** Checks an e-mail address: one @, and a domain with a dot. The value keeps its case. */
export function checkEmail(text: string, column: 'email' | 'paypalEmail'): Checked {
  const value = text.trim();
  if (value === '') {
    return { value, findings: [finding(column === 'email' ? 'email_missing' : 'paypal_email_missing', column)] };
  }
  const good = value.length <= LONGEST && value.indexOf('@') <= 64 && (PLAIN.test(value) || EMAIL.test(value));
  return good ? { value, findings: NO_FINDINGS } : { value, findings: [finding('email_form', column, {}, value)] };
}
