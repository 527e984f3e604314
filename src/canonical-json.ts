/**
 * JSON with its keys in order and without undefined values: the same data is the same text, so that it can be hashed.
 * A bigint is written as text.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return JSON.stringify(value.toString());
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const record = value as Readonly<Record<string, unknown>>;
  let text = '';
  // Without a comparator keys are sorted by their UTF-16 units, as < compares them.
  for (const key of Object.keys(record).sort()) {
    const item = record[key];
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(item)}`;
  }
  return `{${text}}`;
}
