/** A path with these values in its query; empty values are omitted. */
export function pathWith(
  path: string,
  query: Readonly<Record<string, string | number | bigint | null | undefined>>,
): string {
  const [to, own] = path.split('?');
  const asked = new URLSearchParams(own);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') asked.set(name, String(value));
  }
  const text = asked.toString();
  return text === '' ? path : `${to}?${text}`;
}

/** Paths of pages. They contain only ids that Payrun assigned; text that a user typed belongs in the query, encoded. */
export const runPath = (run: bigint | string | number): string => `/runs/${run}`;
export const approvePath = (run: bigint | string): string => `${runPath(run)}/approve`;
export const columnsPath = (run: bigint | string): string => `${runPath(run)}/columns`;
export const fixPath = (run: bigint | string): string => `${runPath(run)}/fix`;
export const paymentPath = (payment: string): string => `/payments/${payment}`;
export const proofPath = (payment: string): string => `${paymentPath(payment)}/proof`;
export const recipientPath = (recipient: string): string => `/recipients/${recipient}`;

/** The table of a run's payments with these filters. */
export const runPaymentsPath = (
  run: bigint | string,
  query: { state?: string; q?: string; asked?: string; after?: number | string } = {},
): string => `${pathWith(runPath(run), query)}#payments`;
