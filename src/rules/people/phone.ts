import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Parsing takes about 20 µs, and a sheet repeats its numbers: so many are remembered. */
const REMEMBERED = 10_000;
const remembered = new Map<string, string | null>();

/**
 * A telephone number in the international form (E.164, "+442079460000"), or null where no such number can exist. Without a country
 * code it is read as one of `country`. With an extension it stays as it is written: E.164 has none.
 */
export function readPhone(text: string, country: string): string | null {
  const key = `${country}${text}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const options = isSupportedCountry(country) ? { defaultCountry: country, extract: false } : { extract: false };
  const number = parsePhoneNumberFromString(text, options);
  const value = !number?.isValid() ? null : number.ext ? text : number.number;
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(key, value);
  return value;
}
