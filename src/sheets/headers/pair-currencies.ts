import { type Claim, drop } from './claim.ts';
import { headerKey, headerWords, wordSet } from './phrases/header-words.ts';

const SOURCE = wordSet(['source|from|sell|selling|send|sending|debit|funding|wallet|you send']);
const CURRENCY = wordSet(['currency|ccy|cur']);
const AMOUNT = wordSet(['amount|amt|value']);

/**
 * In "Source currency, Transfer currency, Transfer amount", the amount is in the currency of its own name, so it is
 * what the recipient gets. If it is unclear which of two currencies is meant, so is the amount.
 */
export function pairCurrencies(header: readonly string[], claims: readonly Claim[]): void {
  const open = claims.flatMap(({ column, strength, canonical }, at) =>
    column === 'currency' && strength !== 'said' && !canonical ? [at] : [],
  );
  const amounts = claims.flatMap(({ column, strength }, at) =>
    column === 'amount' && strength !== 'said' ? [at] : [],
  );
  const [amount] = amounts;
  if (open.length !== 2 || amounts.length !== 1 || amount === undefined) return;
  if (claims.some(({ column }) => column === 'targetCurrency' || column === 'targetAmount')) return;
  const source = open.filter((at) => headerWords(header[at]!).some((word) => SOURCE.has(word)));
  const [other] = open.filter((at) => !source.includes(at));
  if (source.length !== 1 || other === undefined) return;
  const named = wordsBut(header[other]!, CURRENCY);
  if (named !== '' && named === wordsBut(header[amount]!, AMOUNT)) {
    const why = 'the amount has the same header prefix as this currency, and another column has the source currency';
    Object.assign(claims[other]!, { column: 'targetCurrency', exact: false, why });
    Object.assign(claims[amount]!, { column: 'targetAmount', exact: false, why });
  } else if (!claims[amount]!.canonical) drop(claims[amount]!, 'it may be in either of two currencies');
}

function wordsBut(header: string, noun: ReadonlySet<string>): string {
  return headerKey(headerWords(header).filter((word) => !noun.has(word)));
}
