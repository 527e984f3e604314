/** Names of the database, such as `created_at`, as documents have them: `createdAt`. The number of a run is text. */
export function jsonRow(row: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      typeof value === 'bigint' ? String(value) : value,
    ]),
  );
}
