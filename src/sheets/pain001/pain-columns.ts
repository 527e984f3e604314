/**
 * The columns that a pain.001 becomes, by their canonical names, so that its results can be corrected and dropped as a sheet; then how
 * the file itself knows a payment.
 */
export const PAIN_COLUMNS = [
  'paymentReference',
  'amount',
  'currency',
  'targetAmount',
  'targetCurrency',
  'memo',
  'referenceId',
  'type',
  'firstName',
  'lastName',
  'name',
  'email',
  'dob',
  'governmentId',
  'language',
  'street1',
  'street2',
  'city',
  'postalCode',
  'region',
  'country',
  'phone',
  'accountCountry',
  'accountCurrency',
  'accountNum',
  'iban',
  'swiftBic',
  'branchId',
  'bankId',
  'bankAddress',
  'bankCity',
] as const;

export type PainColumn = (typeof PAIN_COLUMNS)[number];

/** Identifications as they stand in the file, which the answer repeats. They are no columns of Payrun. */
export const PAIN_IDS = ['PmtInfId', 'InstrId', 'EndToEndId'] as const;

export const PAIN_HEADER: readonly string[] = [...PAIN_COLUMNS, ...PAIN_IDS];
