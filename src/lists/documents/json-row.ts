/** Each name is made once: a page of payments has 3,000. */
const NAMES = new Map<string, string>();

function jsonName(name: string): string {
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  const camelCase = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  NAMES.set(name, camelCase);
  return camelCase;
}

/** Names of the database, such as `created_at`, as documents have them: `createdAt`. The number of a run is text. */
export function jsonRow(row: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [jsonName(name), typeof value === 'bigint' ? String(value) : value]),
  );
}
