import type { Cells } from '../model.ts';
import { readRegion } from '../rules/countries/region.ts';
import { splitWords } from './field-rules.ts';

/** The values that a sub-merchant is created with, by column, as sent. The cells must have passed their check. */
export function getCreationValues(cells: Cells): Readonly<Record<string, string>> {
  const upper = (name: string) => cells[name]!.toUpperCase();
  const country = upper('country');
  return {
    name: cells.name!,
    website: cells.website!,
    country,
    currency: upper('currency'),
    businessLegalName: cells.businessLegalName!,
    businessAsName: cells.businessAsName!,
    businessTaxId: cells.businessTaxId!,
    businessPhone: cells.businessPhone!,
    businessWebsite: cells.businessWebsite ?? cells.website!,
    businessCategory: cells.businessCategory!,
    businessCountry: country,
    businessCity: cells.businessCity!,
    businessAddress: cells.businessAddress!,
    businessZip: cells.businessZip!,
    businessRegion: country === 'CA' ? readRegion(cells.businessRegion!, country).value : cells.businessRegion!,
    businessTotalMonthly: cells.businessTotalMonthly!,
    businessPpm: cells.businessPpm!,
    businessIntlPercentage: cells.businessIntlPercentage!,
    expectedPayoutCountries: [...new Set(splitWords(upper('expectedPayoutCountries')))].join(','),
  };
}

/** These two can be changed after the creation, so they are not compared with it. */
export const CHANGEABLE_LATER: readonly string[] = ['businessTotalMonthly', 'businessPpm'];

/** The body of the call, production or sandbox (contract, POST /v1/profile/submerchant). */
export function creationBody(asked: Readonly<Record<string, string>>) {
  const { name, website, country, currency, ...onboarding } = asked as Record<string, string>;
  return {
    merchant: { name: name!, website: website!, country: country!, currency: currency! },
    onboarding: onboarding as Record<string, string>,
  };
}
