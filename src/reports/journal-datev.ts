import anyAscii from 'any-ascii';
import iconv from 'iconv-lite';
import { PayrunError } from '../errors.ts';
import { formatMinor, getDecimals } from '../money.ts';
import type { JournalLine } from './journal-formats.ts';

/** The company's details in the head of a DATEV file. */
export interface DatevSettings {
  /** Number of the tax consultant, and the consultant's number of the client. */
  readonly consultant: number;
  readonly client: number;
  /** First day of the fiscal year, `01-01`. */
  readonly fiscalYear: string;
  /** Digits of the accounts in the general ledger. */
  readonly accountLength: number;
}

/** The base currency of the file. */
const BASE = 'EUR';
/** The most decimals of the field `Kurs`. */
const RATE_DECIMALS = 6;

/** The fields of a posting in version 13, ; the first 14, one of information and `Festschreibung` are used. */
const TITLES: readonly string[] = [
  ...'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz'.split(';'),
  ...'Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto'.split(';'),
  ...'Buchungstext;Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink'.split(';'),
  ...Array.from({ length: 8 }, (_, i) => [`Beleginfo - Art ${i + 1}`, `Beleginfo - Inhalt ${i + 1}`]).flat(),
  ...'KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung)'.split(';'),
  ...'EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L'.split(';'),
  ...'BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung'.split(';'),
  ...Array.from({ length: 20 }, (_, i) => [
    `Zusatzinformation - Art ${i + 1}`,
    `Zusatzinformation- Inhalt ${i + 1}`,
  ]).flat(),
  ...'Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp'.split(';'),
  ...'Auftragsnummer;Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen)'.split(';'),
  ...'Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz'.split(';'),
  ...'Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer'.split(';'),
  ...'Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt'.split(';'),
  ...'Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit'.split(';'),
  ...'Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung)'.split(';'),
  ...'EU-Steuersatz (Ursprung);Abw. Skontokonto'.split(';'),
];

/**
 * The period of a day, named for its first day: a line has no year, and DATEV takes it from the head, whose days are of
 * one fiscal year and one calendar year.
 */
export function getFiscalPeriod(day: string, { fiscalYear }: Pick<DatevSettings, 'fiscalYear'>): string {
  const year = day.slice(0, 4);
  if (fiscalYear === '01-01') return year;
  return `${year}-${day.slice(5) < fiscalYear ? '01-01' : fiscalYear}`;
}

/** Every period from one day to another. */
export function periodsBetween(
  firstDay: string,
  lastDay: string,
  settings: Pick<DatevSettings, 'fiscalYear'>,
): readonly string[] {
  const [first, last] = [getFiscalPeriod(firstDay, settings), getFiscalPeriod(lastDay, settings)];
  const years = Array.from({ length: Number(last.slice(0, 4)) - Number(first.slice(0, 4)) + 1 }, (_, i) =>
    String(Number(first.slice(0, 4)) + i),
  );
  const periods = years.flatMap((year) => [
    getFiscalPeriod(`${year}-01-01`, settings),
    getFiscalPeriod(`${year}-12-31`, settings),
  ]);
  return [...new Set(periods)].filter((period) => period >= first && period <= last);
}

/** The year in which the fiscal year of a day begins. */
function fiscalYearOf(day: string, { fiscalYear }: Pick<DatevSettings, 'fiscalYear'>): number {
  const year = Number(day.slice(0, 4));
  return day.slice(5) < fiscalYear ? year - 1 : year;
}

/** Whether DATEV posts to it. An account of a person has one digit more than those of the ledger. */
export const isDatevAccount = (text: string, { accountLength }: Pick<DatevSettings, 'accountLength'>): boolean =>
  /^\d+$/.test(text) && text.length <= accountLength + 1;

/**
 * A posting batch in the DATEV format (EXTF 700, category 21, version 13; developer.datev.de, DATEV-Format): each debit
 * or credit against the account of the balance is one line. Of one period. In Windows-1252, as DATEV reads it. `at`: ms
 * UTC. Throws `journal_account` and `journal_form`.
 */
export function datevFile(lines: readonly JournalLine[], settings: DatevSettings, at: number): Buffer {
  const name = lines
    .flatMap(({ account, contra }) => [account, contra])
    .find((text) => !isDatevAccount(text, settings));
  if (name !== undefined) throw new PayrunError('journal_account', { account: name });
  const days = lines.map(({ day }) => day).sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const begin = `${fiscalYearOf(first, settings)}-${settings.fiscalYear}`;
  const stamp = new Date(at).toISOString().replace(/\D/g, '').slice(0, 17);
  const head = [
    ...[quoted('EXTF'), 700, 21, quoted('Buchungsstapel'), 13, stamp, '', quoted('PR'), quoted(''), quoted('')],
    ...[settings.consultant, settings.client, plain(begin), settings.accountLength, plain(first), plain(last)],
    ...[
      quoted('Payrun'),
      quoted(''),
      1,
      0,
      0,
      quoted(BASE),
      '',
      quoted(''),
      '',
      '',
      quoted(''),
      '',
      '',
      quoted(''),
      quoted(''),
    ],
  ];
  const postings = lines.filter(({ account, contra }) => account !== contra);
  return iconv.encode([head.join(';'), TITLES.join(';'), ...postings.map(lineOf), ''].join('\r\n'), 'win1252');
}

function lineOf(line: JournalLine): string {
  const { minor, currency, side, account, contra, day, entry, description, of } = line;
  const fields: Readonly<Record<string, string>> = {
    'Umsatz (ohne Soll/Haben-Kz)': amountOf(minor, currency),
    'Soll/Haben-Kennzeichen': quoted(side === 'debit' ? 'S' : 'H'),
    'WKZ Umsatz': quoted(currency),
    ...inBaseCurrency(line),
    Konto: account,
    'Gegenkonto (ohne BU-Schlüssel)': contra,
    Belegdatum: `${day.slice(8)}${day.slice(5, 7)}`,
    'Belegfeld 1': quoted(documentOf(of.reference)),
    // 12 characters.
    'Belegfeld 2': quoted((entry.length > 12 ? entry.replace(/^PR/, '') : entry).slice(-12)),
    Buchungstext: quoted(inWindows(description).slice(0, 60)),
    ...conversionOf(line),
    // Without it the whole batch is locked when it is imported.
    Festschreibung: '0',
  };
  return TITLES.map((title) => fields[title] ?? '').join(';');
}

/**
 * The amount of a line of another currency in the base currency, if the payment was converted into it: at the rate of
 * its quote. `Kurs` is units of the other currency for one of the base currency, from 1 to 9999 (developer.datev.de,
 * Buchungsstapel, field 4).
 */
function inBaseCurrency({ minor, currency, of }: JournalLine): Readonly<Record<string, string>> {
  const [, whole = '', part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(of.rate ?? '') ?? [];
  const units = BigInt(`0${whole}${part}`);
  if (currency === BASE || of.targetCurrency !== BASE || units === 0n) return {};
  const one = 10n ** BigInt(part.length);
  const base = divided(minor * units * 10n ** BigInt(getDecimals(BASE)), one * 10n ** BigInt(getDecimals(currency)));
  const scale = 10n ** BigInt(RATE_DECIMALS);
  const kurs = divided(one * scale, units);
  const isInRange = kurs >= scale && kurs < 10_000n * scale;
  return {
    ...(isInRange ? { Kurs: `${kurs / scale},${String(kurs % scale).padStart(RATE_DECIMALS, '0')}` } : {}),
    'Basis-Umsatz': amountOf(base, BASE),
    'WKZ Basis-Umsatz': quoted(BASE),
  };
}

/** The unrounded rate of the quote, as information that DATEV keeps with the posting; nothing if there is none. */
function conversionOf({ currency, of }: JournalLine): Readonly<Record<string, string>> {
  if (of.rate === null || of.targetCurrency === null || of.targetCurrency === currency) return {};
  return {
    'Zusatzinformation - Art 1': quoted('Kurs der Zahlung'),
    'Zusatzinformation- Inhalt 1': quoted(`1 ${currency} = ${of.rate.replace('.', ',')} ${of.targetCurrency}`),
  };
}

/** Rounded half up. */
const divided = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

/** Letters that Windows-1252 lacks, in those that it has: they would be question marks. */
function inWindows(text: string): string {
  const has = (part: string) => iconv.decode(iconv.encode(part, 'win1252'), 'win1252') === part;
  return has(text) ? text : Array.from(text, (letter) => (has(letter) ? letter : anyAscii(letter))).join('');
}

/** Always two decimals. */
function amountOf(minor: bigint, currency: string): string {
  const [whole, part = ''] = formatMinor(minor, currency).split('.');
  if (/[^0]/.test(part.slice(2)))
    throw new PayrunError('journal_form', { detail: `${currency} has ${part.length} decimals, and DATEV takes 2` });
  if (whole!.length > 10)
    throw new PayrunError('journal_form', { detail: 'an amount has more than 10 digits before the decimals' });
  return `${whole},${part.slice(0, 2).padEnd(2, '0')}`;
}

/** The characters that this field may have, without a sign in front, which could make it a formula. */
const documentOf = (reference: string) =>
  reference
    .replace(/[^A-Za-z0-9$&%*+/-]/g, '-')
    .replace(/^[+-]+/, '')
    .slice(0, 36);

const quoted = (text: string) => `"${text.replace(/\p{Cc}/gu, ' ').replaceAll('"', '""')}"`;
const plain = (day: string) => day.replaceAll('-', '');
