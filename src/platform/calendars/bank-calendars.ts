/** The days on which the banks of a currency settle no payments. To add or correct a currency, edit its line. */
export interface BankCalendar {
  /** As in "a holiday of ...". */
  readonly name: string;
  /** Names by rules in the grammar of date-holidays, or the country whose public and bank holidays count. */
  readonly holidays: Readonly<Record<string, string>> | BankCountry;
  /** Days of the week without settlement; 0 is Sunday. */
  readonly weekend: readonly number[];
  /** Who says so. */
  readonly source: string;
}

/** A country, or a part of it. */
export interface BankCountry {
  readonly country: string;
  readonly state?: string;
}

const SATURDAY_SUNDAY = [6, 0] as const;
const FRIDAY_SATURDAY = [5, 6] as const;

/** The Federal Reserve moves a holiday on a Sunday to Monday; one on a Saturday is not moved. */
const onMondayIfSunday = (date: string) => `${date} and if sunday then next monday`;

const own = (name: string, holidays: Readonly<Record<string, string>>, source: string): BankCalendar => ({
  name,
  holidays,
  weekend: SATURDAY_SUNDAY,
  source,
});
const PUBLIC = 'the public and bank holidays of the country, by date-holidays';
const of = (name: string, country: string, weekend: readonly number[] = SATURDAY_SUNDAY): BankCalendar => ({
  name,
  holidays: { country },
  weekend,
  source: PUBLIC,
});

export const BANK_CALENDARS: Readonly<Record<string, BankCalendar>> = {
  EUR: own(
    'TARGET',
    {
      '01-01': 'New Year',
      'easter -2': 'Good Friday',
      'easter 1': 'Easter Monday',
      '05-01': 'Labor Day',
      '12-25': 'Christmas Day',
      '12-26': 'December 26',
    },
    'European Central Bank, long-term calendar for TARGET closing days of 14 December 2000',
  ),
  USD: own(
    'Fedwire',
    {
      [onMondayIfSunday('01-01')]: 'New Year',
      '3rd monday in January': 'Martin Luther King Jr. Day',
      '3rd monday in February': "Washington's Birthday",
      'monday before 06-01': 'Memorial Day',
      [onMondayIfSunday('06-19')]: 'Juneteenth',
      [onMondayIfSunday('07-04')]: 'Independence Day',
      '1st monday in September': 'Labor Day',
      '2nd monday in October': 'Columbus Day',
      [onMondayIfSunday('11-11')]: 'Veterans Day',
      '4th thursday in November': 'Thanksgiving Day',
      [onMondayIfSunday('12-25')]: 'Christmas Day',
    },
    'Federal Reserve Banks, holiday schedule of Fedwire',
  ),
  GBP: {
    name: 'the banks of England and Wales',
    holidays: { country: 'GB', state: 'ENG' },
    weekend: SATURDAY_SUNDAY,
    source: 'bank holidays of England and Wales (Bacs, CHAPS), by date-holidays',
  },
  AED: of('the United Arab Emirates', 'AE'),
  ARS: of('Argentina', 'AR'),
  AUD: of('Australia', 'AU'),
  BGN: of('Bulgaria', 'BG'),
  BRL: of('Brazil', 'BR'),
  CAD: of('Canada', 'CA'),
  CHF: of('Switzerland', 'CH'),
  CLP: of('Chile', 'CL'),
  CNY: of('China', 'CN'),
  COP: of('Colombia', 'CO'),
  CZK: of('Czechia', 'CZ'),
  DKK: of('Denmark', 'DK'),
  EGP: of('Egypt', 'EG', FRIDAY_SATURDAY),
  HKD: of('Hong Kong', 'HK'),
  HUF: of('Hungary', 'HU'),
  IDR: of('Indonesia', 'ID'),
  ILS: of('Israel', 'IL', FRIDAY_SATURDAY),
  INR: of('India', 'IN'),
  JPY: of('Japan', 'JP'),
  KES: of('Kenya', 'KE'),
  KRW: of('South Korea', 'KR'),
  MXN: of('Mexico', 'MX'),
  MYR: of('Malaysia', 'MY'),
  NGN: of('Nigeria', 'NG'),
  NOK: of('Norway', 'NO'),
  NZD: of('New Zealand', 'NZ'),
  PEN: of('Peru', 'PE'),
  PHP: of('the Philippines', 'PH'),
  PLN: of('Poland', 'PL'),
  RON: of('Romania', 'RO'),
  SEK: of('Sweden', 'SE'),
  SGD: of('Singapore', 'SG'),
  THB: of('Thailand', 'TH'),
  TRY: of('Turkey', 'TR'),
  UAH: of('Ukraine', 'UA'),
  UYU: of('Uruguay', 'UY'),
  VND: of('Vietnam', 'VN'),
  ZAR: of('South Africa', 'ZA'),
};
