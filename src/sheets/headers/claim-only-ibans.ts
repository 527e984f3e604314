import type { Claim } from './claim.ts';
import { looksLikeIbanText } from './iban-text.ts';
import { headerWords } from './phrases/header-words.ts';

/**
 * A header that says IBAN among other words means the recipient's if its cells are IBANs that differ, no other column has
 * IBANs, and nothing in it names the payer: "Pay to IBAN", "Partner IBAN".
 */
export function claimOnlyIbans(
  header: readonly string[],
  claims: readonly Claim[],
  cellsOf: readonly (readonly string[])[],
): void {
  const found = cellsOf.flatMap((cells, at) => (!claims[at]!.payer && cells.some(looksLikeIbanText) ? [at] : []));
  const [at] = found;
  if (at === undefined || found.length > 1) return;
  const claim = claims[at]!;
  if (claim.column !== null || claim.ruledOut || claim.strength === 'said') return;
  const cells = cellsOf[at]!;
  const differ = new Set(cells).size;
  if (!SAYS_ACCOUNT.some((word) => headerWords(header[at]!).includes(word))) return;
  if (differ < 2 || differ * 2 < cells.length || !cells.every(looksLikeIbanText)) return;
  Object.assign(claim, { column: 'iban', candidate: null, why: 'its name says IBAN, and only its cells are IBANs' });
}

const SAYS_ACCOUNT = ['iban', 'account', 'konto', 'compte', 'cuenta', 'conto', 'rekening', 'tilinumero', 'rachunek'];
