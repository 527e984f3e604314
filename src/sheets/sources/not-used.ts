/** Turns headers separated by bars into columns that no payment needs. */
export function notUsed(headers: string): Readonly<Record<string, null>> {
  return Object.fromEntries(headers.split('|').map((header) => [header, null]));
}
