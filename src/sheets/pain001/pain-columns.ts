/**
 * The columns of the rows of a pain.001, by canonical name, so that its results can be corrected and dropped as a
 * sheet. The IDs of the file follow.
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

/** IDs of the file, which the answer (pain.002) repeats. Payrun has no columns for them. */
export const PAIN_IDS = ['PmtInfId', 'InstrId', 'EndToEndId'] as const;

export const PAIN_HEADER: readonly string[] = [...PAIN_COLUMNS, ...PAIN_IDS];
