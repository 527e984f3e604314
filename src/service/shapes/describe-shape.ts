/**
 * The shape of an answer without its values: the path of each field, in the order of the answer, with the kinds of its
 * values, such as `recipient.status: active` and `recipient.accounts[].bankName: <null> <text>`. The service's own
 * words (a status, a currency, the field of an error) stay.
 */
export function describeShape(value: unknown): Readonly<Record<string, string>> {
  const kinds = new Map<string, Set<string>>();
  const visit = (one: unknown, path: string, field: string) => {
    kinds.set(path, (kinds.get(path) ?? new Set()).add(kindOf(one, field)));
    if (Array.isArray(one)) for (const inner of one) visit(inner, `${path}[]`, field);
    else if (typeof one === 'object' && one !== null)
      for (const [name, inner] of Object.entries(one))
        visit(inner, `${path}${path === '' ? '' : '.'}${FIELD.test(name) ? name : '<key>'}`, name);
  };
  visit(value, '', '');
  return Object.fromEntries([...kinds].map(([path, found]) => [path, [...found].sort().join(' ')]));
}

/** A field, a payout method or a currency. Any other key may be an id or an address, which is private. */
const FIELD = /^[A-Za-z][A-Za-z_-]{0,39}\d?$/;
/** The location in an error: `merchant.name`. */
const PATH = /^[A-Za-z]+(\.[A-Za-z]+)*$/;
/** Fields whose words are the service's own, not a user's. */
const OF_THE_SERVICE = /(status|type|method|integration|category|provider|code|reasons?|model|action|errors?)$/i;
const PLAIN_WORD = /^[a-z][a-z_-]{0,39}$/;
const CURRENCY_OR_COUNTRY = /^[A-Z]{2,3}$/;

const KINDS: readonly (readonly [kind: string, form: RegExp])[] = [
  ['<empty>', /^$/],
  ['<time>', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/],
  ['<day>', /^\d{4}-\d\d-\d\d$/],
  ['<figures>', /^-?\d+(\.\d+)?$/],
];

function kindOf(value: unknown, field: string): string {
  if (Array.isArray(value)) return '<list>';
  if (typeof value !== 'string') return value === null ? '<null>' : `<${typeof value}>`;
  if (field === 'field' && PATH.test(value)) return value;
  if (OF_THE_SERVICE.test(field) && PLAIN_WORD.test(value)) return value;
  if (/(currency|country)(code)?$|countries$/i.test(field) && CURRENCY_OR_COUNTRY.test(value)) return value;
  return KINDS.find(([, form]) => form.test(value))?.[0] ?? '<text>';
}
