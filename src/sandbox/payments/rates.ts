/**
 * Units of a currency for one US dollar, at most six decimals. Fixed, so that tests and demos always get the same
 * amounts.
 */
const PER_DOLLAR: Readonly<Record<string, string>> = {
  USD: '1',
  EUR: '0.89607',
  GBP: '0.78125',
  CAD: '1.36',
  AUD: '1.52',
  NZD: '1.65',
  CHF: '1.01015',
  JPY: '149.25',
  AED: '3.6725',
  AFN: '70.5',
  ALL: '91.2',
  AMD: '387.5',
  AOA: '912',
  ARS: '1012.5',
  AWG: '1.79',
  AZN: '1.7',
  BAM: '1.75256',
  BBD: '2',
  BDT: '119.5',
  BHD: '0.376',
  BIF: '2920',
  BMD: '1',
  BND: '1.34',
  BOB: '6.91',
  BRL: '5.45',
  BSD: '1',
  BTN: '84.1',
  BWP: '13.4',
  BYN: '3.27',
  BZD: '2.01',
  CDF: '2850',
  CLP: '945',
  CNY: '7.12',
  COP: '4150',
  CRC: '515',
  CUP: '24',
  CVE: '98.8',
  CZK: '22.6',
  DJF: '177.721',
  DKK: '6.683',
  DOP: '60.2',
  DZD: '133.2',
  EGP: '48.6',
  ERN: '15',
  ETB: '119',
  FJD: '2.22',
  FKP: '0.78125',
  GEL: '2.72',
  GHS: '15.9',
  GIP: '0.78125',
  GMD: '69',
  GNF: '8630',
  GTQ: '7.73',
  GYD: '209',
  HKD: '7.78',
  HNL: '24.9',
  HTG: '131.8',
  HUF: '358',
  IDR: '15650',
  ILS: '3.72',
  INR: '83.9',
  IQD: '1310',
  IRR: '42100',
  ISK: '137.5',
  JMD: '158',
  JOD: '0.709',
  KES: '129',
  KGS: '85.5',
  KHR: '4060',
  KMF: '440.8',
  KPW: '900',
  KRW: '1365',
  KWD: '0.307',
  KYD: '0.83333',
  KZT: '485',
  LAK: '21900',
  LBP: '89500',
  LKR: '293',
  LRD: '193',
  LSL: '17.6',
  LYD: '4.83',
  MAD: '9.82',
  MDL: '17.8',
  MGA: '4590',
  MKD: '55.1',
  MMK: '2098',
  MNT: '3398',
  MOP: '8.01',
  MRU: '39.7',
  MUR: '46.1',
  MVR: '15.4',
  MWK: '1734',
  MXN: '19.4',
  MYR: '4.31',
  MZN: '63.9',
  NAD: '17.6',
  NGN: '1635',
  NIO: '36.8',
  NOK: '10.85',
  NPR: '134.5',
  OMR: '0.385',
  PAB: '1',
  PEN: '3.75',
  PGK: '3.96',
  PHP: '57.4',
  PKR: '277.7',
  PLN: '3.87',
  PYG: '7840',
  QAR: '3.64',
  RON: '4.459',
  RSD: '104.9',
  RUB: '96.4',
  RWF: '1360',
  SAR: '3.75',
  SBD: '8.3',
  SCR: '13.7',
  SDG: '601',
  SEK: '10.4',
  SGD: '1.31',
  SHP: '0.78125',
  SLE: '22.6',
  SOS: '571',
  SRD: '32.1',
  SSP: '2950',
  STN: '21.95',
  SVC: '8.75',
  SYP: '13000',
  SZL: '17.6',
  THB: '33.4',
  TJS: '10.65',
  TMT: '3.5',
  TND: '3.07',
  TOP: '2.33',
  TRY: '34.2',
  TTD: '6.78',
  TWD: '32.1',
  TZS: '2725',
  UAH: '41.2',
  UGX: '3670',
  UYU: '41.6',
  UZS: '12780',
  VED: '38.9',
  VES: '38.9',
  VND: '24850',
  VUV: '118.7',
  WST: '2.71',
  XAF: '587.8',
  XCD: '2.7',
  XCG: '1.79',
  XOF: '587.8',
  XPF: '106.93',
  YER: '250.3',
  ZAR: '17.6',
  ZMW: '26.5',
  ZWG: '24.9',
};

const PER_DOLLAR_DECIMALS = 6;
const RATE_DECIMALS = 5;

/** Rates have five decimals: 1.01015 is 101015. */
export const RATE_UNIT = 10n ** BigInt(RATE_DECIMALS);

export function hasRate(currency: string): boolean {
  return Object.hasOwn(PER_DOLLAR, currency);
}

/** Units of `to` for one unit of `from`, rounded half up to five decimals ("1.01015"); at least 0.00001. */
export function exchangeRate(from: string, to: string): string {
  const rate = divideHalfUp(scaled(PER_DOLLAR[to]!) * RATE_UNIT, scaled(PER_DOLLAR[from]!));
  return showRate(rate > 0n ? rate : 1n);
}

function showRate(rate: bigint): string {
  const digits = rate.toString().padStart(RATE_DECIMALS + 1, '0');
  return `${digits.slice(0, -RATE_DECIMALS)}.${digits.slice(-RATE_DECIMALS)}`;
}

/** A rate as a whole number of 1/RATE_UNIT. */
export function parseRate(rate: string): bigint {
  const [whole = '0', fraction = ''] = rate.split('.');
  return BigInt(whole) * RATE_UNIT + BigInt(fraction.padEnd(RATE_DECIMALS, '0'));
}

/** Rounds half up; both arguments must not be negative. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * 10n ** BigInt(PER_DOLLAR_DECIMALS) + BigInt(fraction.padEnd(PER_DOLLAR_DECIMALS, '0'));
}
