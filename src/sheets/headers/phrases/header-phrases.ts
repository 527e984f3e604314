import accountPhrases from './account-phrases.json' with { type: 'json' };
import { AMOUNTS_TO_PAY } from './amounts-to-pay.ts';
import { phraseKeys } from './header-words.ts';
import paymentPhrases from './payment-phrases.json' with { type: 'json' };
import type { Phrase, Strength } from './phrase.ts';
import recipientPhrases from './recipient-phrases.json' with { type: 'json' };
import unusedHeaders from './unused-headers.json' with { type: 'json' };

/**
 * By column: headers in other languages and systems that mean the payment, the recipient or the account. Words for the
 * recipient may surround them.
 */
const PHRASES: Readonly<Record<string, Readonly<Partial<Record<Strength, readonly string[]>>>>> = {
  ...paymentPhrases,
  ...recipientPhrases,
  ...accountPhrases,
};

const KEYS: ReadonlyMap<string, Phrase> = new Map<string, Phrase>([
  ...AMOUNTS_TO_PAY.flatMap(phraseKeys).map((key) => [key, { column: 'amount', strength: 'strong' }] as const),
  ...Object.entries(PHRASES)
    // Later entries of the map win: headers that no payment needs, whatever their cells hold, over all columns; a
    // column over those after it; and `strong` over weaker phrases of the same column.
    .toReversed()
    .flatMap(([column, phrases]) =>
      (['weak', 'plain', 'earned', 'strong'] as const).flatMap((strength) =>
        (phrases[strength] ?? []).flatMap(phraseKeys).map((key) => [key, { column, strength }] as const),
      ),
    ),
  ...unusedHeaders
    .flatMap(phraseKeys)
    .filter((key) => key !== '')
    .map((key) => [key, { column: null, strength: 'plain' }] as const),
]);

export function getPhrase(key: string): Phrase | undefined {
  return KEYS.get(key);
}
