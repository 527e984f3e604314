const LONGEST = 300;

/**
 * The parts that a message may have, tried in this order at every position, with their replacement; null keeps the
 * part.
 */
const PATTERNS: readonly (readonly [RegExp, string | null])[] = [
  [/[^\s@"'<>(),:;]+@[^\s@"'<>(),;]+/, '[e-mail]'],
  [/\b[AS]K-\w+/, '[key]'],
  // The service's own ids: B-91XQ40VT59TSBB9VJ2AJRC, OP-..., RSRC-...
  [/\b(?:R|P|B|T|A|OP|M|RSRC)-[A-Za-z0-9]{6,40}\b/, null],
  // IBAN: country, check digits, then groups.
  [/\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){8,30}\b/, '[account]'],
  [/\b\d{1,12}\.\d{2}\b/, null],
  // Payrun's own ids, which the service repeats.
  [/\b[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}\b/, '[ID]'],
  // Account numbers, sort codes, dates of birth, identity numbers.
  [/\d(?:[ ./-]?\d){4,}/, '[number]'],
  // IFSC, alphanumeric account numbers, identity numbers: letters and at least four digits.
  [/\b(?=[A-Za-z]*\d)(?=(?:\w*\d){4})\w{7,}\b/, '[number]'],
  // BIC: bank, country, location, branch.
  [/\b[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b/, '[BIC]'],
];

const ANY = new RegExp(PATTERNS.map(([pattern]) => `(${pattern.source})`).join('|'), 'g');

/**
 * A sentence of the service that is safe to show and log: bank details, identity numbers, keys and e-mail addresses are
 * replaced by their kind, control characters by spaces, and it is cut at 300 characters.
 */
export function cleanMessage(message: string): string {
  return (
    message
      .slice(0, LONGEST * 4)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .replace(ANY, (found, ...groups) => {
        const n = groups.findIndex((group) => group !== undefined);
        return PATTERNS[n]?.[1] ?? found;
      })
      .trim()
      .slice(0, LONGEST)
  );
}
