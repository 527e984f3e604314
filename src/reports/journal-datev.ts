import iconv from 'iconv-lite';
import { PayrunError } from '../errors.ts';
import { formatMinor } from '../money.ts';
import type { JournalLine } from './journal-formats.ts';

/** What the head of a DATEV file says of the company. */
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

/**
 * A posting batch in the DATEV format (EXTF 700, category 21, version 13): each debit or credit against the account of
 * the balance is one line. In Windows-1252, as DATEV reads it. `at`: ms UTC. Throws `journal_account`.
 */
export function datevFile(lines: readonly JournalLine[], settings: DatevSettings, at: number): Buffer {
  const name = lines.flatMap(({ account, contra }) => [account, contra]).find((text) => !/^\d{1,9}$/.test(text));
  if (name !== undefined) throw new PayrunError('journal_account', { account: name });
  const days = lines.map(({ day }) => day).sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const begin = `${first.slice(5) < settings.fiscalYear ? Number(first.slice(0, 4)) - 1 : first.slice(0, 4)}-${settings.fiscalYear}`;
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
  const amount = formatMinor(minor, currency).replace('.', ',');
  return [
    ...[amount, quoted(side === 'debit' ? 'S' : 'H'), quoted(currency), '', '', '', account, contra, ''],
    ...[
      `${day.slice(8)}${day.slice(5, 7)}`,
      quoted(of.reference.slice(0, 36)),
      quoted(entry),
      '',
      quoted(description.slice(0, 60)),
    ],
  ].join(';');
}

const quoted = (text: string) => `"${text.replace(/[\r\n]/g, ' ').replaceAll('"', '""')}"`;
const plain = (day: string) => day.replaceAll('-', '');
