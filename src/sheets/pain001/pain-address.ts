import { hasLegalForm, isBusinessName } from '../names/is-business-name.ts';
import { findTown } from './address-lines.ts';
import type { Elements } from './pain-elements.ts';

/** Countries that write the house number before the street. */
const NUMBER_FIRST = new Set('AU BS BZ CA FR GB GG HK IE IM IN JE LU MC MT MY NZ PH SG TH US ZA'.split(' '));
/**
 * The columns of an address in structured form, as lines, or in the hybrid form (lines plus town and country).
 * @param name of the resident: a line that repeats it is not the street
 */
export function painAddress(payment: Elements, at: string, name = ''): Readonly<Record<string, string>> {
  const one = (name: string) => payment.get(`${at}/${name}`)?.[0] || undefined;
  const lines = (payment.get(`${at}/AdrLine`) ?? []).filter((line) => line !== '');
  const country = one('Ctry')?.toUpperCase();
  const [street, number] = [one('StrtNm'), one('BldgNb')];
  const named = [street, number].filter((part) => part !== undefined);
  const structured = (NUMBER_FIRST.has(country ?? '') ? named.reverse() : named).join(' ');
  const cells: Record<string, string> = {};
  const put = (column: string, text: string | undefined) => {
    if (text !== undefined && text !== '') cells[column] ??= text;
  };
  put('country', country);
  put('city', one('TwnNm'));
  put('postalCode', one('PstCd'));
  put('region', one('CtrySubDvsn'));
  // "Am Finanzamt 3" is a street.
  const isName = (line: string) =>
    hasLegalForm(line) ||
    line.toLowerCase() === name.toLowerCase() ||
    (!/\d/.test(line) && (isBusinessName(line) || name.toLowerCase().includes(line.toLowerCase())));
  const known = cells.city !== undefined || cells.postalCode !== undefined;
  const { city, postalCode, region, rest } = findTown(lines, known ? undefined : country, isName);
  put('city', city);
  put('postalCode', postalCode);
  put('region', region);
  const more = [one('BldgNm'), one('Flr'), one('Room'), one('PstBx') && `PO Box ${one('PstBx')}`];
  const all = [structured, ...rest, ...more].filter((part): part is string => part !== undefined && part !== '');
  put('street1', all[0]);
  put('street2', all.slice(1).join(', '));
  return cells;
}
