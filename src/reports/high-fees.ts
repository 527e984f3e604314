/** Fees above this percentage of the amount get a warning. */
const MOST_PERCENT = 10;

/**
 * A line for every batch whose quoted fees are more than a tenth of its amount.
 *
 * @param batches amounts as decimal text in `currency`
 */
export function highFees(
  batches: readonly { readonly currency: string; readonly sending: string; readonly fees: string }[],
): string[] {
  return batches.flatMap(({ currency, sending, fees }) => {
    // A floating-point number is enough for a text.
    const percent = (Number(fees) / Number(sending)) * 100;
    if (!(percent > MOST_PERCENT)) return [];
    return [
      `HIGH FEES: ${fees} ${currency}, ${percent.toFixed(1)}% of the amount paid. To pay less, combine several payments to one recipient.`,
    ];
  });
}
