import type { Claim } from './claim.ts';
import { looksLikeIbanText } from './iban-text.ts';
import { isEmailText } from './payment-line.ts';
import { headerWords, wordSet } from './phrases/header-words.ts';

interface OnlyColumn {
  readonly column: 'iban' | 'email';
  readonly words: readonly string[];
  /** Words for people who are in a payment sheet and are not paid. */
  readonly others: ReadonlySet<string>;
  readonly fits: (text: string) => boolean;
}

const ONLY: readonly OnlyColumn[] = [
  {
    column: 'iban',
    words: ['iban', 'account', 'konto', 'compte', 'cuenta', 'conto', 'rekening', 'tilinumero', 'rachunek'],
    others: new Set(),
    fits: looksLikeIbanText,
  },
  {
    column: 'email',
    words: ['email', 'epost'],
    others: wordSet([
      'approver|approved|manager|owner|query|contact|customer|client|buyer|guest|requester|requestor|agent|assigned|rep|sales|support|cc|bcc|reply|created|user|admin',
      'supervisor|accountant|bookkeeper|ap|ansprechpartner|bearbeiter|sachbearbeiter|kunde|client|cliente|acheteur|comprador|responsable|gestor|gestionnaire',
    ]),
    fits: isEmailText,
  },
];

/**
 * A header that says IBAN or e-mail among other words means the recipient's if its cells are all of that kind and
 * differ, no other column has any, and nothing in it names the merchant or other people: "Pay to IBAN", "Member
 * e-mail".
 */
export function claimOnlyIbanOrEmail(
  header: readonly string[],
  claims: readonly Claim[],
  cellsOf: readonly (readonly string[])[],
): void {
  for (const { column, words, others, fits } of ONLY) {
    const found = cellsOf.flatMap((cells, at) => (!claims[at]!.payer && cells.some(fits) ? [at] : []));
    const [at] = found;
    if (at === undefined || found.length > 1) continue;
    const claim = claims[at]!;
    if (claim.column !== null || claim.ruledOut || claim.strength === 'said') continue;
    const cells = cellsOf[at]!;
    const differ = new Set(cells).size;
    const headerText = headerWords(header[at]!);
    if (!words.some((word) => headerText.includes(word)) || headerText.some((word) => others.has(word))) continue;
    if (differ < 2 || differ * 2 < cells.length || !cells.every(fits)) continue;
    Object.assign(claim, {
      column,
      candidate: null,
      why: 'its header fits, and no other column has such values',
    });
  }
}
