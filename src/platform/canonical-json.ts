/** What JSON writes between quotes as it stands: no quote, backslash, control character or half of a surrogate pair. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
/** A record with more keys is not one of Payrun's own; those are sorted faster by hand. */
const FEW_KEYS = 24;

/**
 * JSON with its keys in order and without undefined values: the same data is the same text, so that it can be hashed.
 * A bigint is written as text.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return textJson(value);
  if (typeof value === 'bigint') return JSON.stringify(value.toString());
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const record = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of sorted(Object.keys(record))) {
    const item = record[key];
    if (item !== undefined) text += `${text === '' ? '' : ','}${keyJson(key)}:${canonicalJson(item)}`;
  }
  return `{${text}}`;
}

/** Every payment has two fingerprints of such a text, and this takes a third of JSON.stringify's time. */
function textJson(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Keys that were written before: there are few of them, and to look at one again takes as long as the value behind it. */
const KEYS = new Map<string, string>();
const MOST_KEYS = 1_000;

function keyJson(key: string): string {
  const known = KEYS.get(key);
  if (known !== undefined) return known;
  const text = textJson(key);
  if (KEYS.size < MOST_KEYS) KEYS.set(key, text);
  return text;
}

/** By their UTF-16 units, as < compares them and as sort does without a comparator. */
function sorted(keys: string[]): string[] {
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!;
    let at = i;
    for (; at > 0 && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
  return keys;
}
