import { keyWithoutRecipient } from './header-meaning.ts';
import { normalizeHeader } from './normalize-header.ts';

/** The column that a header claims. */
interface NamedClaim {
  column: string | null;
  readonly strength: string;
}

/** If first names have a column of their own, "Name" is the last name, and vice versa. */
const NAME_AS_LAST: ReadonlySet<string> = new Set(
  ['name', 'nom', 'naam', 'navn', 'namn', 'nazwa'].map(normalizeHeader),
);
const NAME_AS_FIRST: ReadonlySet<string> = new Set(
  ['nombre', 'nome', 'jméno', 'név', 'ad', 'adı'].map(normalizeHeader),
);

/** Turns `name` into `firstName` or `lastName` if the sheet has a column for the other one. Changes `claims`. */
export function pairNames(header: readonly string[], claims: readonly NamedClaim[]): void {
  const has = (column: string) => claims.some((claim) => claim.column === column);
  for (const [at, claim] of claims.entries()) {
    if (claim.column !== 'name' || claim.strength === 'said') continue;
    const words = normalizeHeader(header[at]!);
    const rest = keyWithoutRecipient(header[at]!);
    const bare = [...NAME_AS_LAST, ...NAME_AS_FIRST].find(
      (one) => words === one || rest === one || words.startsWith(`${one}de`) || words.endsWith(one),
    );
    if (bare === undefined) continue;
    if (NAME_AS_LAST.has(bare) && has('firstName') && !has('lastName')) claim.column = 'lastName';
    else if (NAME_AS_FIRST.has(bare) && has('lastName') && !has('firstName')) claim.column = 'firstName';
  }
}
