import iconv from 'iconv-lite';
import { PayrunError } from '../errors.ts';
import { formatMinor } from '../money.ts';
import type { JournalLine } from './journal-formats.ts';

/** The company's details in the head of a DATEV file. */
export interface DatevSettings {
  /** Number of the tax consultant, and of the client there. */
  readonly consultant: number;
  readonly client: number;
  /** First day of the fiscal year, `01-01`. */
  readonly fiscalYear: string;
  /** Digits of the accounts in the general ledger. */
  readonly accountLength: number;
}

/** The first fields of a posting, in their fixed order; those after them are optional. */
const TITLES =
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext';

/** The year in which the fiscal year of a day begins. */
export function fiscalYearOf(day: string, { fiscalYear }: Pick<DatevSettings, 'fiscalYear'>): number {
  const year = Number(day.slice(0, 4));
  return day.slice(5) < fiscalYear ? year - 1 : year;
}

/**
 * A posting batch in the DATEV format (EXTF 700, category 21, version 13): each debit or credit against the account of
 * the balance is one line. Of one fiscal year, because a line has no year. In Windows-1252, as DATEV reads it. `at`: ms
 * UTC. Throws `journal_account` and `journal_form`.
 */
export function datevFile(lines: readonly JournalLine[], settings: DatevSettings, at: number): Buffer {
  const name = lines.flatMap(({ account, contra }) => [account, contra]).find((text) => !/^\d{1,9}$/.test(text));
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
      quoted('EUR'),
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
  return iconv.encode([head.join(';'), TITLES, ...postings.map(lineOf), ''].join('\r\n'), 'win1252');
}

function lineOf({ minor, currency, side, account, contra, day, entry, description, of }: JournalLine): string {
  return [
    ...[
      amountOf(minor, currency),
      quoted(side === 'debit' ? 'S' : 'H'),
      quoted(currency),
      '',
      '',
      '',
      account,
      contra,
      '',
    ],
    ...[
      `${day.slice(8)}${day.slice(5, 7)}`,
      quoted(documentOf(of.reference)),
      quoted(entry),
      '',
      quoted(description.slice(0, 60)),
    ],
  ].join(';');
}

/** Always two decimals. */
function amountOf(minor: bigint, currency: string): string {
  const [whole, part = ''] = formatMinor(minor, currency).split('.');
  if (/[^0]/.test(part.slice(2)))
    throw new PayrunError('journal_form', { detail: `${currency} has ${part.length} decimals, and DATEV takes 2` });
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
