/** Replaces all but the last two characters with `*`, and removes spaces: "DE89 3704" becomes "******04". */
export function mask(text: string): string {
  const compact = text.replace(/\s/g, '');
  return '*'.repeat(Math.max(0, compact.length - 2)) + compact.slice(-2);
}

/** Fields that the activity log masks. */
const SENSITIVE: ReadonlySet<string> = new Set([
  'accountNum',
  'iban',
  'branchId',
  'bankId',
  'swiftBic',
  'governmentId',
  // Of an item of `governmentIds`.
  'value',
  'passport',
  'ssn',
  'dob',
  'email',
  'emailAddress',
]);

/** Deeper than any body of the contract. */
const DEEPEST = 5;
const LONGEST = 4000;

/** A copy of a body for the log: bank details, IDs and e-mail addresses masked; null if it is too long to store. */
export function maskBody(body: unknown): unknown {
  const masked = maskValue(body, DEEPEST);
  return JSON.stringify(masked)?.length > LONGEST ? null : masked;
}

function maskValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.slice(0, 100).map((inner) => maskValue(inner, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SENSITIVE.has(key) && typeof inner === 'string' ? mask(inner) : maskValue(inner, depth - 1),
    ]),
  );
}
