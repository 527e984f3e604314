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
export const SMALL_VARIABLES = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_MMAP_THRESHOLD_: '65536',
};

/** A row without a problem for the i-th recipient. `more` is added to the amount, in whole units. */
export const cleanLine = (i: number, more = 0): string =>
  `INV-${i},recipientName${i}@example.com,individual,Ana,Pérez,${i} Hauptstraße,Berlin,10115,DE,${(i % 5000) + 20 + more}.50,EUR,${germanIban(i)},COBADEFFXXX,EUR,"Royalties, no. ${i}",CC-${i % 97}`;

/** A German IBAN with check digits that fit (ISO 13616: 98 less the remainder of the number by 97). */
export function germanIban(account: number): string {
  const bban = `37040044${String(account).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${bban}`;
}
