import { createRequire } from 'node:module';
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

type Library = typeof import('libphonenumber-js/max');
let library: Library | undefined;
/** Loaded with the first number: its data of all countries takes a tenth of a second. */
function phoneLibrary(): Library {
  library ??= createRequire(import.meta.url)('libphonenumber-js/max') as Library;
  return library;
}

/** Size of the cache: parsing takes about 20 µs, and the rows of a sheet often repeat numbers. */
const REMEMBERED = 10_000;
/** Until 2019, mobile numbers of Mexico had a 1 behind the country code. */
const MEXICAN_MOBILE = /^(?:\+|00)52[\s.-]*1[\s.-]*(?=(?:\d[\s().-]*){10}$)/;
const remembered = new Map<string, string | null>();

/**
 * A telephone number in its international form (E.164, "+442079460000"); null if no such number can exist. A number
 * without country code is read as one of `country`. A number with an extension is returned as written, because E.164
 * has no extensions.
 */
export function readPhone(text: string, country: string): string | null {
  const key = `${country}${text}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const { isSupportedCountry, parsePhoneNumberFromString } = phoneLibrary();
  const options = isSupportedCountry(country) ? { defaultCountry: country, extract: false } : { extract: false };
  const number = parsePhoneNumberFromString(
    (country === 'MX' && /^52/.test(text) ? `+${text}` : text).replace(MEXICAN_MOBILE, '+52 '),
    options,
  );
  const value = !number?.isValid() ? null : number.ext ? text : number.number;
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(key, value);
  return value;
}
