/**
 * Columns that the results add after those of the input. Only `paymentReference` is also in the catalog: it identifies
 * a payment if the results are dropped again.
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
  'tax withheld',
  'exchange rate',
  'amount received',
  'currency received',
  'recipient in Payrun',
  'compliance',
  'status code',
  'reason',
] as const;

export type ResultHeader = (typeof RESULT_HEADERS)[number];

const KNOWN: ReadonlySet<string> = new Set(RESULT_HEADERS);

/**
 * The positions of the columns that an earlier results workbook added: a run of them from `status` to `reason`, `to`
 * excluded. A user's own column `status` does not count, because no such run begins with it. Null if none.
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

/** Names of the first worksheet of results that Payrun wrote as a new workbook. */
export const NEW_WORKBOOK_SHEET = /^(?:Payments|Recipients|Sub-merchants)(?: \(SANDBOX\))?$/;

/** A header as a saved format stores it: without the columns that earlier results added. */
export function ownHeader(header: readonly string[]): readonly string[] {
  const results = resultBlock(header);
  return results === null ? header : header.filter((_, at) => at < results.from || at >= results.to);
}
