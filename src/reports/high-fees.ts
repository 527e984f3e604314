/** Above this share of what is paid, fees are worth a second look. */
const MOST_PERCENT = 10;

/**
 * A line for every batch whose quoted fees are more than a tenth of what is paid.
 *
 * @param batches amounts as decimal text in `currency`
 */
export function highFees(
  batches: readonly { readonly currency: string; readonly sending: string; readonly fees: string }[],
): string[] {
  return batches.flatMap(({ currency, sending, fees }) => {
    // For showing only: nothing is decided by it.
    const percent = (Number(fees) / Number(sending)) * 100;
    if (!(percent > MOST_PERCENT)) return [];
    return [
      `THE FEES ARE HIGH: ${fees} ${currency}, ${percent.toFixed(1)} % of what is paid. Several payments to one recipient cost less as one.`,
    ];
  });
}
