import { normaliseHeader } from './normalise-header.ts';

/** What a header is taken for. */
interface NamedClaim {
  column: string | null;
  readonly strength: string;
}

/** Where first names stand in a column of their own, "Name" is the last name; and the other way round. */
const NAME_AS_LAST: ReadonlySet<string> = new Set(
  ['name', 'nom', 'naam', 'navn', 'namn', 'nazwa'].map(normaliseHeader),
);
const NAME_AS_FIRST: ReadonlySet<string> = new Set(
  ['nombre', 'nome', 'jméno', 'név', 'ad', 'adı'].map(normaliseHeader),
);

/** Makes of a name the first or the last one, if the other stands beside it. */
export function pairNames(header: readonly string[], claims: readonly NamedClaim[]): void {
  const has = (column: string) => claims.some((claim) => claim.column === column);
  for (const [at, claim] of claims.entries()) {
    if (claim.column !== 'name' || claim.strength === 'said') continue;
    const words = normaliseHeader(header[at]!);
    const bare = [...NAME_AS_LAST, ...NAME_AS_FIRST].find(
      (one) => words === one || words.startsWith(`${one}de`) || words.endsWith(one),
    );
    if (bare === undefined) continue;
    if (NAME_AS_LAST.has(bare) && has('firstName') && !has('lastName')) claim.column = 'lastName';
    else if (NAME_AS_FIRST.has(bare) && has('lastName') && !has('firstName')) claim.column = 'firstName';
  }
}
