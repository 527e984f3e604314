/**
 * Turns a header into words for a lookup. Case, accents and punctuation are dropped, joined words are split, and
 * spellings of the same word ("acct", "a/c", "no.", "Nr") become one.
 */

/** Spellings of the same word; the first of each line is the normal form. */
const SPELLINGS = [
  'account acct acc acctount',
  'name nm',
  'information inf',
  'instructed instd',
  'creditor cdtr',
  'counterparty cpty ctpy cparty',
  'debtor dbtr',
  'empfänger empf',
  'zahlungsempfänger zahlungsempf',
  'trabajador trab',
  'funcionário func',
  'fournisseur fourn fourniss',
  'lieferant lief',
  'kreditor kred',
  'dipendente dip dipend',
  'fornitore forn',
  'collaboratore collab',
  'dodavatel dodav',
  'dostawca dost',
  'mitarbeiter mitarb',
  'leverandør lev leverand',
  'medarbejder medarb',
  'anställd anst',
  'währung währg waehrg',
  'number no nr num nos nbr numero nummer number numer cislo numara numarasi numarası nro',
  'amount amt',
  'payment pmt pymt paymt',
  'remittance rmt',
  'bank agt',
  'reference ref refs reference referenz referencia referencia riferimento referens referanse referentie',
  'currency curr cur ccy crcy',
  'address addr',
  'beneficiary bene benef beneficiarys ben bnf bnfcry bnfry',
  'employee emp empl employees ee',
  'vendor vend vendors',
  'supplier suppl suppliers',
  'invoice inv invoices',
  'transaction txn trn tran trans trx',
  'country ctry',
  'description desc descr',
  'narrative narr',
  'customer cust',
  'net nett',
  'recipient rcpt recip recpt',
  'amount amnt',
  'betrag betr',
  'rechnung rng',
  'code cd cod codigo codice kode kod kodu koodi',
  'telephone tel phone telefon telefono telefone teléfono',
  'birth birthdate',
  'email emailaddress mail emails courriel correo',
  'organization organisation org',
  'destination dest',
  'identification identifier ident',
];

/** Words that only join others and have no meaning in a header. */
const JOINTS = [
  'the|of|for|a|an|in|at|on|and|or|s|is|this|if|any|required|optional|mandatory|field|column|full|primary|main',
  'der|die|das|des|dem|den|vom|von|für|zum|zur|im|und',
  'de|du|la|le|les|des|l|d|un|une|au|aux|en|et|pour',
  'del|el|los|las|y|para|por|do|da|dos|das|o|os|as|e|di|dei|degli|della|dello|delle|il|lo|gli|per|con|al|alla',
  'van|het|een|voor|av|till|til|for|og|och',
  'i',
];

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const SPELT: ReadonlyMap<string, string> = new Map(
  SPELLINGS.flatMap((line) => {
    const [first = '', ...others] = line.split(' ').map(plain);
    return others.map((other) => [other, first] as const);
  }),
);
const JOINING: ReadonlySet<string> = new Set(JOINTS.flatMap((line) => line.split('|')).map(plain));

/** Splits joined words: "UnitAmount" and "POCity" are two words each, "IBAN2" is one. "n°" means number. */
function parted(text: string): string {
  return text
    .replace(/n\.?[°º]\.?/giu, ' number ')
    .replace(/(?<!\p{L})(?:\p{L}\.){2,}\p{L}?(?!\p{L})/gu, (initials) => initials.replaceAll('.', ''))
    .replace(/(?<!\p{L})n\.\s/giu, ' number ')
    .replace(/#/g, ' number ')
    .replace(/a\/c/gi, ' account ')
    .replace(/(?:third|3rd|second|2nd|other)[\s_-]?party/gi, ' counterparty ')
    .replace(/remit[\s_-]?to(?!\p{L}|[\s_-]*(?:code|id|site|number|no)\b)|^pay[\s_-]?to(?=[\s_-])/giu, ' recipient ')
    .replace(/№/g, ' number ')
    .replace(/(\p{L}{3,}[ns])-(?:nr|nummer)\b/giu, '$1nummer')
    .replace(/e-?mail/gi, 'email')
    .replace(/(?<!\p{L})e[- ]post/giu, 'epost')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}{2,})(\p{Lu}\p{Ll})/gu, '$1 $2');
}

/** A header that is understood is shorter. */
const LONGEST = 200;

/** The words of a header, in order and in normal form. */
export function headerWords(text: string): readonly string[] {
  return plain(parted(text.slice(0, LONGEST)))
    .replace(/ß/g, 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => SPELT.get(word) ?? word.replace(JOINED_NUMBER, '$1nummer'));
}

/** "Fakturanr" and "Kreditornr." are short for words that end in "nummer". */
const JOINED_NUMBER = /^(\p{L}{3,})nr$/u;

/** Words without those that only join others; all words if no other is left. */
export function withoutJoints(words: readonly string[]): readonly string[] {
  const rest = words.filter((word) => !JOINING.has(word));
  return rest.length > 0 ? rest : words;
}

/** The key by which headers are compared: their words, joined. */
export function headerKey(words: readonly string[]): string {
  return withoutJoints(words).join('');
}

/** In German, "ä" can also be written "ae". */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'o', å: 'aa', ł: 'l', ı: 'i' };

/** The keys of phrases separated by bars, also with umlauts spelled out. */
export function phraseKeys(line: string): readonly string[] {
  return line.split('|').flatMap((phrase) => {
    const spelt = phrase.replace(/[äöüøåłı]/g, (letter) => UMLAUTS[letter]!);
    return [...new Set([phrase, spelt])].map((one) => headerKey(headerWords(one)));
  });
}

export function wordSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap(phraseKeys).filter((key) => key !== ''));
}
