/** Headers between bars, as columns by which nothing is paid. */
export function notUsed(headers: string): Readonly<Record<string, null>> {
  return Object.fromEntries(headers.split('|').map((header) => [header, null]));
}
