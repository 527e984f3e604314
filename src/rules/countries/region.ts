import anyAscii from 'any-ascii';
import table from '../tables/regions.json' with { type: 'json' };

/** The subdivisions of ISO 3166-2 by country: "CA=California|NY=New York". */
export const REGIONS: Readonly<Record<string, string>> = table;

/**
 * Common names that ISO 3166-2 does not have: English, short and former names, and Japan's in the spelling of its
 * passports.
 */
const ALIASES: Readonly<Record<string, string>> = {
  BR: 'brasilia=DF',
  CA: 'b c=BC|pq=QC|pei=PE|newfoundland=NL|labrador=NL|yukon territory=YT',
  CN: 'tibet=XZ|inner mongolia=NM|guangxi=GX|ningxia=NX|xinjiang=XJ',
  DE:
    'bavaria=BY|saxony=SN|lower saxony=NI|north rhine westphalia=NW|hesse=HE|rhineland palatinate=RP' +
    '|saxony anhalt=ST|thuringia=TH',
  ES:
    'vizcaya=BI|guipuzcoa=SS|la coruna=C|baleares=IB|islas baleares=IB|navarra=NC|murcia=MC|cantabria=CB' +
    '|andalusia=AN|catalonia=CT|catalunya=CT|cataluna=CT|castile and leon=CL|valencia=V|basque country=PV' +
    '|balearic islands=IB|seville=SE',
  IN: 'tg=TS|or=OD|ct=CG|ut=UK|orissa=OD|pondicherry=PY|new delhi=DL|uttaranchal=UK',
  IT:
    'trentino=TN|friuli=36|lombardy=25|tuscany=52|sicily=82|sardinia=88|piedmont=21|apulia=75|rome=RM|milan=MI' +
    '|turin=TO|naples=NA|florence=FI|venice=VE',
  JP:
    'fukushima=07|tochigi=09|chiba=12|ishikawa=17|fukui=18|yamanashi=19|gifu=21|shizuoka=22|aichi=23|shiga=25|shimane=32|' +
    'hiroshima=34|yamaguchi=35|tokushima=36|kochi=39|fukuoka=40|kagoshima=46',
  KR: 'jeju=49|north jeolla=45|gangwon=42',
  MX:
    'nl=NLE|bc=BCN|qr=ROO|michoacan=MIC|coahuila=COA|veracruz=VER|edomex=MEX|cdmx=CMX|df=CMX' +
    '|distrito federal=CMX|mexico city=CMX|estado de mexico=MEX|nuevo leon=NLE|queretaro=QUE',
  MY: 'kuala lumpur=14|labuan=15|putrajaya=16|penang=07|malacca=04',
  US: 'n y=NY|washington dc=DC|washington d c=DC|d c=DC',
};

/**
 * Countries whose addresses contain a region of ISO 3166-2. Other addresses contain counties and districts that it does
 * not have.
 */
const IN_ADDRESSES: ReadonlySet<string> = new Set('AU BR CA CN ES IN IT JP KR MX MY US'.split(' '));

/** Words around a name, such as "Province of" or "State". */
const AROUND =
  /^(?:state|province|prefecture|region|estado|provincia|departamento|canton|republic) (?:of|de|di) | (?:state|province|prefecture|region|oblast|county|sheng|shi|zizhiqu|do|si|ken|fu|to|teukbyeolsi|gwangyeoksi|teukbyeoljachido)$/g;

export interface RegionReading {
  /** The value to send: the code within the country if the region is known, otherwise the text itself. */
  readonly value: string;
  /** False if the country's addresses need a region and this is not one of them. */
  readonly known: boolean;
}

/**
 * Reads a region as the contract recommends it: the ISO 3166-2 code without the country ("CA" for California), from a
 * code with or without the country, or from a name in any spelling. An unknown region is returned unchanged, because
 * the service accepts full names.
 * @param country upper case; '' if it is unknown
 */
export function readRegion(text: string, country: string): RegionReading {
  const codes = codesOf(country);
  if (codes === null) return { value: text, known: true };
  const code = codes.get(text) ?? codes.get(folded(text)) ?? codes.get(folded(text).replace(AROUND, ''));
  if (code) return { value: code, known: true };
  return { value: text, known: code === '' || !IN_ADDRESSES.has(country) };
}

/** "CA (California)": an example region of a country; '' if it has none. */
export function regionExample(country: string): string {
  const listed = REGIONS[country]?.split('|') ?? [];
  const [code, name] = (listed.find((one) => one.startsWith('CA=')) ?? listed[0] ?? '').split('=');
  return code ? `${code} (${name})` : '';
}

/** Post to the armed forces: no regions of ISO 3166-2, but states to the United States Postal Service. */
const MILITARY = 'AA=Armed Forces Americas|AE=Armed Forces Europe|AP=Armed Forces Pacific';

const byCountry = new Map<string, ReadonlyMap<string, string> | null>();

/**
 * All spellings of a country's regions, normalized, with their codes; '' for a spelling that two regions share. Null if
 * the country has no regions.
 */
function codesOf(country: string): ReadonlyMap<string, string> | null {
  const known = byCountry.get(country);
  if (known !== undefined) return known;
  const listed = Object.hasOwn(REGIONS, country) ? REGIONS[country]! : null;
  const codes = listed === null ? null : readCodes(country, listed);
  byCountry.set(country, codes);
  return codes;
}

function readCodes(country: string, listed: string): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  const names = new Map<string, string>();
  const all = country === 'US' ? `${listed}|${MILITARY}` : listed;
  for (const region of all.split('|')) {
    const [code = '', name = ''] = region.split('=');
    for (const way of [code, code.toLowerCase(), `${country}-${code}`, folded(`${country}-${code}`)])
      codes.set(way, code);
    for (const part of [name, name.replace(/\s*\(.*\)/, ''), ...name.split(', ')]) addName(names, folded(part), code);
    addName(names, folded(name).replace(AROUND, ''), code);
  }
  for (const alias of ALIASES[country]?.split('|') ?? []) {
    const [name = '', code = ''] = alias.split('=');
    names.set(name, code);
  }
  // A code takes precedence over a name with the same spelling.
  return new Map([...names, ...codes]);
}

function addName(names: Map<string, string>, name: string, code: string): void {
  if (name.length < 3) return;
  const other = names.get(name);
  names.set(name, other === undefined || other === code ? code : '');
}

function folded(text: string): string {
  return anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
