/** Merchants that a reader may see; null: all. */
export type Scope = readonly string[] | null;

/**
 * SQL condition that `merchant` is one that the reader may see. Every query of a view has the scope as its first
 * parameter and this condition, so an id of another merchant finds nothing.
 */
export function visible(merchant: string): string {
  return `($1::text[] is null or ${merchant} = any($1))`;
}

/** A UUID from an address; null if it is malformed, which finds nothing. */
export function parseUuid(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null;
}

/** A run's number from an address; null if it is malformed. */
export function parseRunId(text: string | undefined): bigint | null {
  return text !== undefined && /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : null;
}
