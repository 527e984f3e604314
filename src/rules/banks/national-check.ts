import { countrySpecs } from 'ibantools';

type Check = (bban: string) => boolean;

/** The part of ibantools' table that is used. Its structure table is slow, and wrong for 16 territories. */
type Specs = Readonly<Record<string, { readonly bban_validation_func?: Check } | undefined>>;

const PREFIX = [10, 5, 8, 4, 2, 1];
const ACCOUNT = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1];

/**
 * Czech and Slovak account numbers: the weighted sums of prefix and account are divisible by 11 (decree 169/2011, § 2).
 * ibantools accepts a 1 for the check digit 10, which is never assigned.
 */
const czech: Check = (bban) => isDivisible(bban, 4, PREFIX) && isDivisible(bban, 10, ACCOUNT);

const CHECKS: Readonly<Record<string, Check | undefined>> = {
  ...Object.fromEntries(
    Object.entries(countrySpecs as Specs).flatMap(([code, spec]) =>
      spec?.bban_validation_func ? [[code, spec.bban_validation_func]] : [],
    ),
  ),
  CZ: czech,
  SK: czech,
};

/** The check of bank and account number within an IBAN; undefined for countries without one. */
export function nationalCheck(country: string): Check | undefined {
  return CHECKS[country];
}

function isDivisible(digits: string, start: number, weights: readonly number[]): boolean {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    sum += (digits.charCodeAt(start + index) - 48) * weights[index]!;
  }
  return sum % 11 === 0;
}
