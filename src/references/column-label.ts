/** Names that are not written as their parts. */
const SPECIAL: Readonly<Record<string, string>> = {
  accountNum: 'account number',
  bankId: 'bank number',
  branchId: 'routing number or sort code',
  dob: 'date of birth',
  governmentId: 'national or tax ID',
  iban: 'IBAN',
  mailingPostal: 'mailing postal code',
  mailingStreet1: 'mailing street',
  mailingStreet2: 'mailing street, second line',
  paypalEmail: 'PayPal email',
  referenceId: 'recipient number',
  street1: 'street',
  street2: 'street, second line',
  swiftBic: 'BIC',
};

/** The name of a column as text: "payment reference". */
export function columnLabel(name: string): string {
  return SPECIAL[name] ?? name.replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The same as a heading: "Payment reference". */
export function columnTitle(name: string): string {
  const label = columnLabel(name);
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}
