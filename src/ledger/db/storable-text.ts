/**
 * Text that Postgres can store: a zero character, or half of a surrogate pair, becomes U+FFFD. Both come only from
 * damaged files, and would make the whole statement fail.
 */
export function storableText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text).toWellFormed();
}

/** JSON that jsonb can store: all texts and keys made storable, bigint as text. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner)) ?? 'null';
  // In JSON text, characters that cannot be stored are escapes: \u0000 or half of a surrogate pair, after an even
  // number of \.
  return text.replace(/\\(?:\\|u0000|u[dD][89a-fA-F][0-9a-fA-F]{2})/g, (match) =>
    match === '\\\\' ? match : '\\ufffd',
  );
}
