import { COUNTRIES, countryCodeOf } from './countries.ts';

/** Languages in which country names are recognized. */
const LANGUAGES = (
  'en de fr es pt it nl sv nb da fi pl cs sk hu ro tr el ru uk bg hr sr sl et lv lt ja zh zh-Hant ko ar he hi bn ta ur th vi id ms fa ca ' +
  'gl eu is ga sq mk ka hy az kk sw af fil'
).split(' ');

/** Three-letter and numeric codes of ISO 3166, for the countries that are common in sheets. */
const CODES: readonly (readonly [alpha2: string, alpha3: string, digits: string])[] = (
  'AE ARE 784|AR ARG 032|AT AUT 040|AU AUS 036|BD BGD 050|BE BEL 056|BG BGR 100|BR BRA 076|CA CAN 124|CH CHE 756|CL CHL 152|CN CHN 156|' +
  'CO COL 170|CR CRI 188|CY CYP 196|CZ CZE 203|DE DEU 276|DK DNK 208|DO DOM 214|EC ECU 218|EE EST 233|EG EGY 818|ES ESP 724|FI FIN 246|' +
  'FR FRA 250|GB GBR 826|GH GHA 288|GR GRC 300|GT GTM 320|HK HKG 344|HR HRV 191|HU HUN 348|ID IDN 360|IE IRL 372|IL ISR 376|IN IND 356|' +
  'IS ISL 352|IT ITA 380|JO JOR 400|JP JPN 392|KE KEN 404|KR KOR 410|KW KWT 414|LI LIE 438|LK LKA 144|LT LTU 440|LU LUX 442|LV LVA 428|' +
  'MA MAR 504|MC MCO 492|MT MLT 470|MX MEX 484|MY MYS 458|NG NGA 566|NL NLD 528|NO NOR 578|NP NPL 524|NZ NZL 554|PE PER 604|PH PHL 608|' +
  'PK PAK 586|PL POL 616|PT PRT 620|PY PRY 600|QA QAT 634|RO ROU 642|RS SRB 688|SA SAU 682|SE SWE 752|SG SGP 702|SI SVN 705|SK SVK 703|' +
  'TH THA 764|TN TUN 788|TR TUR 792|TW TWN 158|TZ TZA 834|UA UKR 804|UG UGA 800|US USA 840|UY URY 858|VN VNM 704|ZA ZAF 710'
)
  .split('|')
  .map((line) => line.split(' ') as [string, string, string]);

/** Common names that `Intl.DisplayNames` does not have. */
const ALSO: Readonly<Record<string, string>> = {
  holland: 'NL',
  'the netherlands': 'NL',
  'usa.': 'US',
  'u.s.a.': 'US',
  'u.s.': 'US',
  'u.k.': 'GB',
  'northern ireland': 'GB',
  eeuu: 'US',
  'ee.uu.': 'US',
  'ee. uu.': 'US',
  eua: 'US',
  'deutschland (brd)': 'DE',
  brd: 'DE',
  'república checa': 'CZ',
  'republic of korea': 'KR',
  'south korea': 'KR',
  korea: 'KR',
  'hong kong': 'HK',
  uae: 'AE',
  'viet nam': 'VN',
  'russian federation': 'RU',
};

let byName: Map<string, string | null> | undefined;

/** Ignores case, accents and surrounding spaces. */
function keyOf(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** The names of all countries in all languages; null for a name that two countries share. */
function names(): Map<string, string | null> {
  const found = new Map<string, string | null>();
  const add = (name: string, code: string) => {
    const key = keyOf(name);
    const before = found.get(key);
    found.set(key, before === undefined || before === code ? code : null);
  };
  for (const language of LANGUAGES) {
    const shown = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of Object.keys(COUNTRIES)) {
      const name = shown.of(code);
      if (name !== undefined) add(name, code);
    }
  }
  for (const [name, code] of Object.entries(ALSO)) found.set(keyOf(name), code);
  for (const [code, ...others] of CODES) for (const other of others) found.set(keyOf(other), code);
  return found;
}

/** Longer than any country's name. */
const LONGEST = 80;

/**
 * The code of a country by its name in any major language, or by its three-letter or numeric code of ISO 3166;
 * undefined if it is unknown or ambiguous.
 */
export function countryByName(text: string): string | undefined {
  const name = text.trim();
  if (name === '' || name.length > LONGEST) return undefined;
  const english = countryCodeOf(name);
  if (english !== undefined) return english;
  // One or two Latin letters are a code, valid or not, and never a name. Other scripts are accepted: "德国", but not
  // "UE".
  if (/^[A-Za-z]{1,2}$/.test(name)) return undefined;
  byName ??= names();
  return byName.get(keyOf(name)) ?? undefined;
}
