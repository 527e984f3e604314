/** Facts about a file that change no payment; other warnings ask their reader to compare something. */
const HARMLESS: readonly RegExp[] = [
  /^\d+ lines? above the header (?:was|were) not read\.$/,
  /^Column [A-Z]+, ".*", is not known; it is kept and comes back in the results\.$/s,
  /^Row \d+ \(".*"\) is a totals row and no payment\.(?: It agrees with the rows above it\.)?$/s,
  /^Row \d+ \(".*"\) is a subtotal and no payment\. It agrees with the rows above it\.$/s,
  /^Rows .* are subtotals and no payments\. They agree with the rows above them\.$/,
];

/** Whether a warning about a file only says how it was read, so that a page need not draw attention to it. */
export function isHarmlessNote(warning: string): boolean {
  return HARMLESS.some((one) => one.test(warning));
}
