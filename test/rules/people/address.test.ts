import { describe, expect, it } from 'vitest';
import type { Cells, Finding } from '../../../src/model.ts';
import { COUNTRIES } from '../../../src/rules/countries/countries.ts';
import { patternExample } from '../../../src/rules/countries/pattern-example.ts';
import { getPostalCode } from '../../../src/rules/countries/postal-code.ts';
import { REGIONS, readRegion, regionExample } from '../../../src/rules/countries/region.ts';
import { checkAddress } from '../../../src/rules/people/address.ts';
import { readPhone } from '../../../src/rules/people/contact.ts';

const read = (cells: Cells) => {
  const found: Finding[] = [];
  const { address } = checkAddress({ street1: '12 High Street', city: 'Leeds', ...cells }, 'full', found);
  return { address, found: found.map(({ column, code, severity }) => [column, code, severity]), findings: found };
};

describe('an address', () => {
  it('is sent with the code of its region and its phone in the international form', () => {
    const { address, found } = read({
      country: 'us',
      city: 'San Francisco',
      region: 'California',
      postalCode: '94103',
      phone: '(415) 555-2671',
    });
    expect(found).toEqual([]);
    expect(address).toMatchObject({ country: 'US', region: 'CA', phone: '+14155552671' });
  });

  it.each<[Cells, string, string]>([
    [{ country: 'US', region: 'Bayern' }, 'region', 'region_unknown'],
    [{ country: 'DE', postalCode: '1096' }, 'postalCode', 'postal_code_zeros_lost'],
    [{ country: 'US', postalCode: '501' }, 'postalCode', 'postal_code_zeros_lost'],
    [{ country: 'DE', postalCode: '109' }, 'postalCode', 'postal_code_zeros_lost'],
    [{ country: 'DE', postalCode: '109690' }, 'postalCode', 'postal_code_form'],
    [{ country: 'GB', postalCode: '10969' }, 'postalCode', 'postal_code_form'],
    [{ country: 'DE', phone: 'call me' }, 'phone', 'phone_form'],
    [{ country: 'DE', phone: '12' }, 'phone', 'phone_form'],
    [{ country: 'BG', city: 'София' }, 'city', 'bank_characters'],
  ])('%j is paid with a warning, and sent as it is', (cells, column, code) => {
    const { address, found } = read(cells);
    expect(found).toEqual([[column, code, 'warning']]);
    expect(address?.[column]).toBe(cells[column]);
  });

  it('without a phone is a warning only if one is asked for', () => {
    expect(read({ country: 'TR' }).found).toEqual([['phone', 'phone_advised', 'warning']]);
    expect(read({ country: 'DE' }).found).toEqual([]);
    expect(read({ country: 'TR', phone: '+90 212 555 0101' }).found).toEqual([]);
  });
});

describe('a region', () => {
  it.each([
    ['CA', 'US', 'CA'],
    ['us-ca', 'US', 'CA'],
    ['california', 'US', 'CA'],
    ['State of New York', 'US', 'NY'],
    ['Québec', 'CA', 'QC'],
    ['quebec', 'CA', 'QC'],
    ['Bavaria', 'DE', 'BY'],
    ['Tokyo', 'JP', '13'],
    ['Chiba', 'JP', '12'],
    ['Guangdong Province', 'CN', 'GD'],
    ['Seoul', 'KR', '11'],
    ['Jeju', 'KR', '49'],
    ['Penang', 'MY', '07'],
    ['Orissa', 'IN', 'OD'],
    ['TG', 'IN', 'TS'],
    ['NL', 'MX', 'NLE'],
    ['Vizcaya', 'ES', 'BI'],
    ['B.C.', 'CA', 'BC'],
    ['CDMX', 'MX', 'CMX'],
    ['Cataluña', 'ES', 'CT'],
    ['Milano', 'IT', 'MI'],
    ['São Paulo', 'BR', 'SP'],
  ])('%s of %s is %s', (text, country, value) => {
    expect(readRegion(text, country)).toEqual({ value, known: true });
  });

  it.each([
    // A city and a county, or a province and a community: only a person knows.
    ['Chiayi', 'TW'],
    ['Madrid', 'ES'],
    // People write counties, and ISO 3166-2 has councils.
    ['West Yorkshire', 'GB'],
    // No regions at all, or no country.
    ['Kowloon', 'HK'],
    ['California', ''],
    ['constructor', '__proto__'],
  ])('%s of %s is passed on unchanged', (text, country) => {
    expect(readRegion(text, country)).toEqual({ value: text, known: true });
  });

  it.each([
    ['Calif', 'US'],
    ['Bayern', 'CA'],
  ])('%s is none of %s', (text, country) => {
    expect(readRegion(text, country)).toEqual({ value: text, known: false });
    expect(regionExample(country)).toMatch(/^[A-Z]{2} \(.+\)$/);
  });

  it('is found by its code, with and without the country, and by its name, in every country', () => {
    for (const [country, listed] of Object.entries(REGIONS)) {
      for (const region of listed.split('|')) {
        const [code = '', name = ''] = region.split('=');
        expect(readRegion(code, country)).toEqual({ value: code, known: true });
        expect(readRegion(`${country}-${code}`, country).value).toBe(code);
        // A name may be that of another region too, or another's code.
        expect(readRegion(name, country).known, name).toBe(true);
      }
    }
  });
});

describe('a postal code', () => {
  it.each(Object.keys(COUNTRIES).filter((code) => getPostalCode(code)))('of %s has a valid example', (code) => {
    const { pattern, example } = getPostalCode(code)!;
    expect(example).not.toBe('');
    expect(example).toMatch(pattern);
  });

  it('example is empty if a pattern is too complex', () => {
    expect(patternExample(/^a+$/)).toBe('');
    expect(patternExample(/^(?!0)\d$/)).toBe('');
  });
});

describe('a telephone number', () => {
  it.each([
    ['020 7946 0958', 'GB', '+442079460958'],
    ['0044 20 7946 0958', 'DE', '+442079460958'],
    ['+1 415 555 2671', '', '+14155552671'],
    ['030 123456', 'DE', '+4930123456'],
    ['+1 212 555 0199 ext. 12', 'US', '+1 212 555 0199 ext. 12'],
    ['12', 'GB', null],
    ['+999 123', 'GB', null],
    ['030 123456', '', null],
    ['030 123456', 'AQ', null],
    ['see contract', 'US', null],
    [`+${'1'.repeat(100_000)}`, 'US', null],
  ])('%s in %s is %s', (text, country, value) => {
    expect(readPhone(text, country)).toBe(value);
  });
});
