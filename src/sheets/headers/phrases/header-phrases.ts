import { ACCOUNT_PHRASES } from './account-phrases.ts';
import { AMOUNTS_TO_PAY } from './amounts-to-pay.ts';
import { phraseKeys } from './header-words.ts';
import { PAYMENT_PHRASES } from './payment-phrases.ts';
import type { Phrase } from './phrase.ts';
import { RECIPIENT_PHRASES } from './recipient-phrases.ts';
import { UNUSED_HEADERS } from './unused-phrases.ts';

const PHRASES = { ...PAYMENT_PHRASES, ...RECIPIENT_PHRASES, ...ACCOUNT_PHRASES };

const KEYS: ReadonlyMap<string, Phrase> = new Map<string, Phrase>([
  ...AMOUNTS_TO_PAY.flatMap(phraseKeys).map((key) => [key, { column: 'amount', strength: 'strong' }] as const),
  ...Object.entries(PHRASES)
    // Later entries of the map win: `UNUSED_HEADERS` over all columns, a column over those after it, and `strong` over weaker
    // phrases of the same column.
    .toReversed()
    .flatMap(([column, entry]) =>
      (['weak', 'plain', 'earned', 'strong'] as const).flatMap((strength) =>
        (entry[strength] ?? []).flatMap(phraseKeys).map((key) => [key, { column, strength }] as const),
      ),
    ),
  ...UNUSED_HEADERS.flatMap(phraseKeys)
    .filter((key) => key !== '')
    .map((key) => [key, { column: null, strength: 'plain' }] as const),
]);

/** The phrase of a header key; undefined if unknown. */
export function phraseOf(key: string): Phrase | undefined {
  return KEYS.get(key);
}
