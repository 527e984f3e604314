/** A value as JSON. What JSON has no numbers for is text. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
