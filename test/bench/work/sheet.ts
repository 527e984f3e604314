/** The columns of the sheets that benches read. */
export const HEADER = [
  'paymentReference',
  'email',
  'type',
  'firstName',
  'lastName',
  'street1',
  'city',
  'postalCode',
  'country',
  'amount',
  'currency',
  'iban',
  'swiftBic',
  'accountCurrency',
  'memo',
  'cost centre',
];

/** What `bin/payrun` starts Node with: V8 collects garbage earlier and does not let its young generation grow. */
export const SMALL = ['--max-semi-space-size=8', '--heap-growing-percent=25'];
