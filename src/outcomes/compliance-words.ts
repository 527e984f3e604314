/** Results of the payout service's compliance review of a recipient: a blocked one is never paid. */
export const COMPLIANCE = {
  pending: 'Under review in the payout service, which may delay payments',
  verified: 'Verified by the payout service',
  blocked: 'Blocked by the payout service',
} as const;

export type Compliance = keyof typeof COMPLIANCE;
