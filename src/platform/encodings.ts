import { PayrunError } from '../errors.ts';

/** A text encoding other than Unicode that spreadsheets still use to save CSV files. */
export interface LegacyEncoding {
  /** The value of `--encoding`, which the ledger stores. */
  readonly name: string;
  /** The name in iconv-lite. */
  readonly codec: string;
  /** The name in chardet, or an ISO standard with the same letters. */
  readonly detected: readonly string[];
  /** Countries whose spreadsheets use it: evidence if the letters alone do not decide. */
  readonly countries: readonly string[];
}

const list = (codes: string) => codes.split(' ');

/** The most common first: ambiguous readings are listed in this order. */
export const LEGACY_ENCODINGS: readonly LegacyEncoding[] = [
  {
    name: 'windows-1252',
    codec: 'windows-1252',
    detected: ['ISO-8859-1', 'windows-1252'],
    countries: list(
      'AD AR AT AU BE BO BR CA CH CL CO CR CU DE DK DO EC ES FI FO FR GB GL GT HN IE IS IT LI LU MC MX NI NL NO NZ PA PE PH PR PT PY SE SM SV US UY VE ZA',
    ),
  },
  {
    name: 'windows-1250',
    codec: 'windows-1250',
    detected: ['ISO-8859-2', 'windows-1250'],
    countries: list('AL BA CZ HR HU ME PL RO SI SK'),
  },
  {
    name: 'windows-1251',
    codec: 'windows-1251',
    detected: ['windows-1251', 'ISO-8859-5'],
    countries: list('BG BY KG KZ MK MN RS RU TJ UA'),
  },
  { name: 'windows-1253', codec: 'windows-1253', detected: ['ISO-8859-7', 'windows-1253'], countries: list('CY GR') },
  { name: 'windows-1254', codec: 'windows-1254', detected: ['ISO-8859-9', 'windows-1254'], countries: list('AZ TR') },
  { name: 'shift_jis', codec: 'shift_jis', detected: ['Shift_JIS'], countries: list('JP') },
  { name: 'gb18030', codec: 'gb18030', detected: ['GB18030'], countries: list('CN SG') },
  { name: 'big5', codec: 'big5', detected: ['Big5'], countries: list('HK MO TW') },
  { name: 'euc-kr', codec: 'euc-kr', detected: ['EUC-KR'], countries: list('KR') },
  { name: 'macroman', codec: 'macroman', detected: [], countries: [] },
  { name: 'utf-7', codec: 'utf-7', detected: [], countries: [] },
];

/** The values that `--encoding` takes. */
export const ENCODING_NAMES: readonly string[] = LEGACY_ENCODINGS.map(({ name }) => name);

/**
 * The encoding of that name. Options, settings and job inputs accept only names of the table, so any other is a defect.
 */
export function legacyEncoding(name: string): LegacyEncoding {
  const found = LEGACY_ENCODINGS.find((one) => one.name === name);
  if (!found) throw new PayrunError('defect', { detail: `no encoding is called ${name}` });
  return found;
}
