/** The number of payments of several groups together. */
export function countPayments(groups: readonly { readonly payments: number }[]): number {
  return groups.reduce((sum, { payments }) => sum + payments, 0);
}
