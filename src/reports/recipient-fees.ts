/**
 * The part of the fees that is deducted from what recipients get, in minor units. The rest is debited on top of the
 * sent amount. Never negative, even if the service charges more than its fees.
 */
export function recipientFees(quote: {
  readonly sendingMinor: string;
  readonly feesMinor: string;
  readonly debitMinor: string;
}): bigint {
  const deducted = BigInt(quote.feesMinor) - (BigInt(quote.debitMinor) - BigInt(quote.sendingMinor));
  return deducted > 0n ? deducted : 0n;
}
