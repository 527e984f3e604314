import { pathWith } from './pager.ts';

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
