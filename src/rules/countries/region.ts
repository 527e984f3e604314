import anyAscii from 'any-ascii';
import { GENERATED_REGIONS } from './regions.generated.ts';

/** What people write and ISO 3166-2 does not have: English names, short and former ones, and Japan's in the spelling of its passports. */
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

/** Countries whose addresses carry a region of ISO 3166-2. Elsewhere people write counties and districts that it does not have. */
const IN_ADDRESSES: ReadonlySet<string> = new Set('AU BR CA CN ES IN IT JP KR MX MY US'.split(' '));

/** "Province of", "State", and the like: what stands around a name. */
const AROUND =
  /^(?:state|province|prefecture|region|estado|provincia|departamento|canton|republic) (?:of|de|di) | (?:state|province|prefecture|region|oblast|county|sheng|shi|zizhiqu|do|si|ken|fu|to|teukbyeolsi|gwangyeoksi|teukbyeoljachido)$/g;

export interface RegionReading {
  /** What the service is sent: the code within the country where the region is known, else the text itself. */
  readonly value: string;
  /** False where a country is known by its regions, and this is none of them. */
  readonly known: boolean;
}

/**
 * A region as the contract recommends it: the code of ISO 3166-2 without the country ("CA" for California), from a code with or
 * without the country, or from a name in any spelling. What is not found is passed on as it is: the service accepts full names.
 *
 * @param country upper case; '' where it is not known
 */
export function readRegion(text: string, country: string): RegionReading {
  const codes = codesOf(country);
  if (codes === null) return { value: text, known: true };
  const code = codes.get(text) ?? codes.get(folded(text)) ?? codes.get(folded(text).replace(AROUND, ''));
  if (code) return { value: code, known: true };
  return { value: text, known: code === '' || !IN_ADDRESSES.has(country) };
}

/** "CA (California)": a region to show for a country; '' where it has none. */
export function regionExample(country: string): string {
  const listed = GENERATED_REGIONS[country]?.split('|') ?? [];
  const [code, name] = (listed.find((one) => one.startsWith('CA=')) ?? listed[0] ?? '').split('=');
  return code ? `${code} (${name})` : '';
}

const byCountry = new Map<string, ReadonlyMap<string, string> | null>();

/** Every way to write a region, folded, with its code; '' where two regions are written alike. Null where there are none. */
function codesOf(country: string): ReadonlyMap<string, string> | null {
  const known = byCountry.get(country);
  if (known !== undefined) return known;
  const listed = Object.hasOwn(GENERATED_REGIONS, country) ? GENERATED_REGIONS[country]! : null;
  const codes = listed === null ? null : readCodes(country, listed);
  byCountry.set(country, codes);
  return codes;
}

function readCodes(country: string, listed: string): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  const names = new Map<string, string>();
  for (const region of listed.split('|')) {
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
  // A code wins over a name that is written like it.
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
