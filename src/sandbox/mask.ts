/** All but the last two characters as `*`, spaces removed: "DE89 3704" is "******04". */
export function mask(text: string): string {
  const compact = text.replace(/\s/g, '');
  return '*'.repeat(Math.max(0, compact.length - 2)) + compact.slice(-2);
}

/** Fields that an activity log shows masked. */
const SENSITIVE: ReadonlySet<string> = new Set([
  'accountNum',
  'iban',
  'branchId',
  'bankId',
  'swiftBic',
  'governmentId',
  'passport',
  'ssn',
  'dob',
  'email',
  'emailAddress',
]);

/** A copy of a body in which bank details, IDs and e-mail addresses are masked. */
export function maskBody(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskBody);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SENSITIVE.has(key) && typeof inner === 'string' ? mask(inner) : maskBody(inner),
    ]),
  );
}
