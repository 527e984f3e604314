import type { Elements } from './pain-elements.ts';

/** Countries that write the house number before the street. */
const NUMBER_FIRST = new Set('AU BS BZ CA FR GB GG HK IE IM IN JE LU MC MT MY NZ PH SG TH US ZA'.split(' '));
/** ISO 20022: no address line is longer. */
const LONGEST_LINE = 70;
/** Patterns for the last of several address lines, with single spaces, for countries with one usual form. */
const CODE_THEN_TOWN = /^(?:[A-Z]{1,3}[- ])?(\d{4,5}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}) (\D+)$/;
const DUTCH_CODE_THEN_TOWN = /^(\d{4} ?[A-Z]{2}) (\D+)$/;
const TOWN_STATE_ZIP = /^(\D+?),? ([A-Z]{2}) (\d{5}(?:-\d{4})?)$/;
const TOWN_THEN_POSTCODE = /^(\D+?),? ([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/;
const CODE_FIRST = new Set(
  'AD AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MC MX NL NO PL PT RO RS SE SI SK SM TR VA'.split(' '),
);

/** The columns of an address in structured form, as lines, or in the hybrid form (lines plus town and country). */
export function painAddress(payment: Elements, at: string): Readonly<Record<string, string>> {
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
  const rest = cells.city === undefined && cells.postalCode === undefined ? withoutTown(lines, country, put) : lines;
  const more = [one('BldgNm'), one('Flr'), one('Room'), one('PstBx') && `PO Box ${one('PstBx')}`];
  const all = [structured, ...rest, ...more].filter((part): part is string => part !== undefined && part !== '');
  put('street1', all[0]);
  put('street2', all.slice(1).join(', '));
  return cells;
}

/** Passes postal code and town of the last line to `put` if they are clear; returns the other lines. */
function withoutTown(
  lines: readonly string[],
  country: string | undefined,
  put: (column: string, text: string | undefined) => void,
): readonly string[] {
  const line = lines.length > 1 ? lines.at(-1)! : '';
  if (country === undefined || line.length > LONGEST_LINE) return lines;
  const last = line.replace(/ {2,}/g, ' ');
  if (country === 'US') {
    const [, town, state, zip] = TOWN_STATE_ZIP.exec(last) ?? [];
    if (town === undefined) return lines;
    put('city', town);
    put('region', state);
    put('postalCode', zip);
    return lines.slice(0, -1);
  }
  const found =
    country === 'GB'
      ? TOWN_THEN_POSTCODE.exec(last)?.slice(1).reverse()
      : CODE_FIRST.has(country)
        ? (country === 'NL' ? DUTCH_CODE_THEN_TOWN : CODE_THEN_TOWN).exec(last)?.slice(1)
        : undefined;
  if (!found) return lines;
  put('postalCode', found[0]);
  put('city', found[1]?.trim());
  return lines.slice(0, -1);
}
