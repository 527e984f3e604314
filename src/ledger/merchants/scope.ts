/** Merchants that a reader may see; null: all. */
export type Scope = readonly string[] | null;

/**
 * The condition that a row belongs to a merchant that the reader may see. In every query of this folder the scope is its first
 * parameter and this condition is in it: what a reader may not see is not found, by whatever id it is asked for.
 */
export function visible(merchant: string): string {
  return `($1::text[] is null or ${merchant} = any($1))`;
}

/** An id of the ledger as it came in an address; null where it is none, which finds nothing. */
export function uuidOf(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null;
}

/** The number of a run as it came in an address; null where it is none. */
export function runIdOf(text: string | undefined): bigint | null {
  return text !== undefined && /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : null;
}
