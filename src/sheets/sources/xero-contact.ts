/** The contact of a Xero bill: the same columns in its export and in its import template. */
export const XERO_CONTACT = {
  ContactName: 'name',
  EmailAddress: 'email',
  POAddressLine1: 'street1',
  POAddressLine2: 'street2',
  POCity: 'city',
  PORegion: 'region',
  POPostalCode: 'postalCode',
  POCountry: 'country',
} as const;
