import { editDistance } from '../../platform/edit-distance.ts';
import { COLUMNS } from './columns.ts';
import { normalizeHeader } from './normalize-header.ts';

/** The names of the catalog, normalized -> canonical column name. */
export const KNOWN_HEADERS: ReadonlyMap<string, string> = new Map(
  COLUMNS.flatMap(({ name, aliases }) => [name, ...aliases].map((header) => [normalizeHeader(header), name] as const)),
);

/** The column that an unknown header probably means; null if no known name is similar. */
export function didYouMean(header: string): string | null {
  const key = normalizeHeader(header);
  if (key.length < 3) return null;
  let best: { name: string; distance: number } | null = null;
  // Users rarely mistype the first letter: "Cost code" is not "post code".
  for (const [known, name] of KNOWN_HEADERS) {
    // Names of three letters are too close to other words: "Art" is not "amt", nor "Tax" "tag".
    if (known.length < 4 || known[0] !== key[0]) continue;
    // One edit in a short word, two in a longer one: "ibn" is iban, but "city" is not "cbu", nor "Straße" "state".
    const limit = Math.min(key.length, known.length) < 6 ? 1 : 2;
    const distance = editDistance(key, known, limit);
    if (distance <= limit && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}
