/**
 * What the results add behind the columns of the input. None of these headers is a column of the catalogue, but for
 * `paymentReference`, by which a payment is known when the results are dropped again.
 */
export const RESULT_HEADERS = [
  'status',
  'row in the sheet',
  'paymentReference',
  'payment id',
  'batch id',
  'amount paid',
  'currency paid',
  'fees',
  'exchange rate',
  'amount received',
  'currency received',
  'recipient in Payrun',
  'status code',
  'reason',
] as const;

export type ResultHeader = (typeof RESULT_HEADERS)[number];

const KNOWN: ReadonlySet<string> = new Set(RESULT_HEADERS);

/**
 * Where in a header the columns stand that an earlier results workbook added: a run of them from `status` to `reason`.
 * A team's own column `status` is not one, because no such run begins with it. Null where there is none.
 */
export function resultBlock(header: readonly string[]): { readonly from: number; readonly to: number } | null {
  for (let from = 0; from < header.length; from++) {
    if (header[from] !== 'status') continue;
    let to = from + 1;
    while (to < header.length && KNOWN.has(header[to]!) && header[to] !== 'status') to++;
    if (to - from >= 3 && header[to - 1] === 'reason') return { from, to };
  }
  return null;
}

/** Names of the first worksheet of results that were written as a new workbook. */
export const WRITTEN_ANEW = /^(?:Payments|Recipients|Sub-merchants)(?: \(SANDBOX\))?$/;
