/**
 * What of the fees is taken from what arrives, in minor units: the rest of them leaves the balance beside what is sent. Never below
 * zero, whatever a service bills beside its fees.
 */
export function recipientFees(quote: {
  readonly sendingMinor: string;
  readonly feesMinor: string;
  readonly debitMinor: string;
}): bigint {
  const theirs = BigInt(quote.feesMinor) - (BigInt(quote.debitMinor) - BigInt(quote.sendingMinor));
  return theirs > 0n ? theirs : 0n;
}
