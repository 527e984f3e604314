/**
 * The shape of an answer: the kind and length of each value, without its contents. A letter becomes `a` or `A`, a digit
 * `1`. Punctuation, zero amounts and the service's own words (a status, a currency) stay, and dates become a fixed
 * date, so that a schema can still read it.
 */
export function shapeOf(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => shapeOf(one, field));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [FIELD.test(name) ? name : letterByLetter(name), shapeOf(one, name)]),
    );
  if (typeof value === 'string') return shapeOfText(value, field);
  if (typeof value === 'number') return shapeOfNumber(value);
  // Booleans and null hold nothing private.
  return value;
}

/** A field, a payout method or a currency. Any other key may be an id or an address, which is private. */
const FIELD = /^[A-Za-z][A-Za-z_-]{0,39}\d?$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const NOTHING = /^0+(\.0+)?$/;
/** Fields whose words are the service's own, not a user's. */
const OF_THE_SERVICE = /(status|type|method|integration|category|provider|code|reasons?|model|action|errors?)$/i;
const PLAIN_WORD = /^[a-z][a-z_-]{0,39}$/;
const CURRENCY_OR_COUNTRY = /^[A-Z]{2,3}$/;
const LONGEST = 80;

function shapeOfText(text: string, field: string): string {
  if (NOTHING.test(text)) return text;
  if (OF_THE_SERVICE.test(field) && PLAIN_WORD.test(text)) return text;
  if (/(currency|country)(code)?$|countries$/i.test(field) && CURRENCY_OR_COUNTRY.test(text)) return text;
  if (TIME.test(text))
    return `2000-01-01T00:00:00${text.includes('.') ? '.000' : ''}${text.endsWith('Z') ? 'Z' : '+00:00'}`;
  if (DAY.test(text)) return '2000-01-01';
  return letterByLetter(text);
}

function letterByLetter(text: string): string {
  const shape = text
    .slice(0, LONGEST)
    .replace(/\p{L}/gu, (letter) => (/\p{Lu}/u.test(letter) ? 'A' : 'a'))
    .replace(/\p{N}/gu, '1')
    .replace(/[^\x20-\x7e]/gu, '?');
  return text.length > LONGEST ? `${shape}...` : shape;
}

function shapeOfNumber(value: number): number {
  return value === 0 ? value : Number(String(value).replace(/\d/g, '1'));
}
