import { headerMeaning, namesRecipient } from './header-meaning.ts';
import { headerWords, wordSet } from './phrases/header-words.ts';

/** Words for people and businesses that a sheet may pay, and may also only mention. */
const PARTIES = wordSet([
  'shop|store|member|host|partner|traveler|traveller|submitter|party|agent|broker|courier|rider|model|player|customer|client|customers|merchant',
  'vermittler|partner|mitglied|kunde|künstler|autor|vermieter|eigentümer|makler|händler|auteur|artiste|bailleur|propriétaire|apporteur|client|adhérent',
  'autor|socio|cliente|arrendador|propietario|comercio|locador|proprietário|autore|socio|proprietario|agente|eigenaar|verhuurder|klant|kund|kunde',
]);

/**
 * The headers with the word "recipient" for whom the sheet pays: if no header names a recipient, and one word for a
 * party has a name, its other columns are the recipient's too: "Shop name", "Shop ID".
 */
export function withNamedParty(header: readonly string[], cellsOf: readonly (readonly string[])[]): readonly string[] {
  if (header.some((text) => namesRecipient(text) || NAMES.has(headerMeaning(text).column ?? ''))) return header;
  const wordsOf = header.map(headerWords);
  const named = new Set(
    wordsOf.flatMap((words, at) => {
      const party = words[0] ?? '';
      if (!PARTIES.has(party)) return [];
      const isBare =
        words.length === 1 && BARE.has(party) && (cellsOf[at] ?? []).every((text) => /\p{L}{3}/u.test(text));
      return isBare || (words.length === 2 && NAME.has(words[1]!)) ? [party] : [];
    }),
  );
  if (named.size !== 1) return header;
  const [party] = named as Set<string>;
  return header.map((text, at) => {
    const words = wordsOf[at]!;
    return words[0] === party && (words.length > 1 || BARE.has(party!))
      ? ['recipient', ...words.slice(1)].join(' ')
      : text;
  });
}

/** These are the recipient's name even alone: a "Client" or "Merchant" may be where money comes from. */
const BARE = wordSet([
  'submitter|host|partner|member|traveler|traveller|rider|player|courier|shop|store|künstler|vermieter|artiste|bailleur',
]);

const NAMES: ReadonlySet<string> = new Set(['name', 'firstName', 'lastName', 'accountHolderName']);
const NAME = wordSet(['name|nom|nombre|nome|naam|namn|navn']);
