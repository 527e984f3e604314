import { by, digits, type GovernmentIdRule, type IdKind, warned } from './government-id-rule.ts';

/** For numbers of one form that several offices issue. */
function either(...modules: readonly string[]): (id: string) => boolean {
  const checks = modules.map(by);
  return (id) => checks.some((check) => check(id));
}

const doubted = (...kinds: readonly IdKind[]): GovernmentIdRule => ({
  ...warned(kinds.map(({ name }) => name).join(' or '), ...kinds),
  othersPass: true,
});

/**
 * National numbers of people and businesses, for countries whose banks are not known to ask for one. A number with the
 * right form but wrong check digits is a warning; passports, identity cards and any other form are accepted. Two kinds
 * of form are excluded. The first is shared by numbers that the library does not know: Germany's 11 digits, Hungary's
 * 10, and Denmark's, because since 2007 it has issued numbers without check digits. The second is a form that a
 * passport may have.
 */
export const NATIONAL_NUMBERS: Readonly<Record<string, GovernmentIdRule>> = {
  AT: doubted(
    digits('VNR', 10, 10, '1237 010180', { bad: ['1237 010181'], check: by('at/vnr') }),
    digits('tax number', 9, 9, '59-119/9013', { bad: ['59-119/9014'], check: by('at/tin') }),
  ),
  AU: doubted(
    digits('TFN', 9, 9, '123 456 782', { bad: ['123 456 783'], check: either('au/tfn', 'au/acn') }),
    digits('ABN', 11, 11, '83 914 571 673', { bad: ['83 914 571 674'], check: by('au/abn') }),
  ),
  BE: doubted(
    digits('national number', 11, 11, '85.07.30-033.28', {
      bad: ['85.07.30-033.29'],
      check: either('be/insz', 'be/bis'),
    }),
    {
      name: 'enterprise number',
      pattern: /^[01]\d{9}$/,
      form: '10 digits',
      example: '0428.759.497',
      bad: ['0428.759.498'],
      check: by('be/vat'),
    },
  ),
  BG: doubted({
    name: 'EGN',
    pattern: /^\d{10}$/,
    form: '10 digits',
    example: '752316 926 3',
    bad: ['752316 926 4'],
    check: either('bg/egn', 'bg/pnf', 'bg/vat'),
  }),
  CH: doubted(
    {
      name: 'AHV number',
      pattern: /^756\d{10}$/,
      form: '13 digits of which the first three are 756',
      example: '756.9217.0769.85',
      bad: ['756.9217.0769.84'],
      check: by('ch/ssn'),
    },
    {
      name: 'UID',
      pattern: /^CHE\d{9}$/,
      form: 'CHE and 9 digits',
      example: 'CHE-109.322.551',
      bad: ['CHE-109.322.552'],
      check: by('ch/uid'),
    },
  ),
  CZ: doubted(
    digits('rodné číslo', 10, 10, '710319/2745', { bad: ['710319/2746'], check: by('cz/rc') }),
    digits('IČO', 8, 8, '25123891', { bad: ['25123892'], check: by('cz/ico') }),
  ),
  EE: doubted({
    name: 'isikukood',
    pattern: /^[1-8]\d{10}$/,
    form: '11 digits',
    example: '36805280109',
    bad: ['36805280108'],
    check: by('ee/ik'),
  }),
  ES: doubted({
    name: 'NIF or NIE',
    pattern: /^(?:\d{8}[A-Z]|[A-Z]\d{7}[A-Z\d])$/,
    form: '8 digits and a letter, or a letter and 8 more digits or letters',
    example: '54362315K',
    bad: ['54362315Z'],
    check: by('es/nif'),
  }),
  FR: doubted(
    {
      name: 'NIR',
      pattern: /^[12]\d{4}[\dAB]\d{9}$/,
      form: '15 digits',
      example: '2 95 10 99 126 111 93',
      bad: ['2 95 10 99 126 111 94'],
      check: by('fr/nir'),
    },
    digits('SIREN', 9, 9, '552 008 443', { bad: ['552 008 444'], check: by('fr/siren') }),
    digits('SIRET', 14, 14, '732 829 320 00074', { bad: ['732 829 320 00075'], check: by('fr/siret') }),
  ),
  GB: doubted({
    name: 'National Insurance number',
    pattern: /^[A-Z]{2}\d{6}[A-Z]$/,
    form: 'two letters, six digits and a letter',
    example: 'AB 12 34 56 C',
    bad: ['QQ 12 34 56 C'],
    check: by('gb/nino'),
    withoutCheckDigits: true,
  }),
  GR: doubted(
    digits('AMKA', 11, 11, '01013099997', { bad: ['01013099998'], check: by('gr/amka') }),
    digits('AFM', 9, 9, '094259216', { bad: ['094259217'], check: by('gr/vat') }),
  ),
  HR: doubted({
    name: 'OIB',
    pattern: /^\d{11}$/,
    form: '11 digits',
    example: '33392005961',
    bad: ['33392005962'],
    check: by('hr/oib'),
  }),
  IE: doubted({
    name: 'PPS number',
    pattern: /^\d{7}[A-W][A-IW]?$/,
    form: '7 digits and one or two letters',
    example: '6433435F',
    bad: ['6433435E'],
    check: by('ie/pps'),
  }),
  IS: doubted({
    name: 'kennitala',
    pattern: /^\d{10}$/,
    form: '10 digits',
    example: '120174-3399',
    bad: ['120174-3389'],
    check: by('is/kennitala'),
  }),
  IT: doubted(
    {
      name: 'codice fiscale',
      pattern: /^[A-Z]{6}[\dLMNPQRSTUV]{2}[ABCDEHLMPRST][\dLMNPQRSTUV]{2}[A-Z][\dLMNPQRSTUV]{3}[A-Z]$/,
      form: '16 letters and digits',
      example: 'RCCMNL83S18D969H',
      bad: ['RCCMNL83S18D969G'],
      check: by('it/codicefiscale'),
    },
    digits('partita IVA', 11, 11, '00743110157', { bad: ['00743110158'], check: by('it/iva') }),
  ),
  LT: doubted({
    name: 'asmens kodas',
    pattern: /^[1-6]\d{10}$/,
    form: '11 digits',
    example: '33309240064',
    bad: ['33309240065'],
    check: by('lt/asmens'),
  }),
  NL: doubted({
    name: 'BSN or RSIN',
    pattern: /^\d{9}$/,
    form: '9 digits',
    example: '1112.22.333',
    bad: ['1112.22.334'],
    check: by('nl/bsn'),
  }),
  NO: doubted(
    {
      name: 'fødselsnummer',
      pattern: /^[0-3]\d{10}$/,
      form: '11 digits',
      example: '151086 95088',
      bad: ['151086 95089'],
      check: by('no/fodselsnummer'),
    },
    {
      name: 'organisation number',
      pattern: /^[89]\d{8}$/,
      form: '9 digits',
      example: '988 077 917',
      bad: ['988 077 918'],
      check: by('no/orgnr'),
    },
  ),
  NZ: doubted({
    name: 'IRD number',
    pattern: /^\d{8,9}$/,
    form: '8 or 9 digits',
    example: '49-091-850',
    bad: ['49-091-851'],
    check: by('nz/ird'),
  }),
  PL: doubted(
    digits('PESEL', 11, 11, '44051401359', { bad: ['44051401358'], check: by('pl/pesel') }),
    digits('NIP', 10, 10, '856-734-62-15', { bad: ['856-734-62-16'], check: by('pl/nip') }),
  ),
  PT: doubted({
    name: 'NIF',
    pattern: /^[1-9]\d{8}$/,
    form: '9 digits',
    example: '501 964 843',
    bad: ['501 964 844'],
    check: by('pt/nif'),
  }),
  RO: doubted({
    name: 'CNP',
    pattern: /^[1-9]\d{12}$/,
    form: '13 digits',
    example: '1630615123457',
    bad: ['1630615123458'],
    check: by('ro/cnp'),
  }),
  SE: doubted({
    name: 'personnummer',
    pattern: /^(?:\d{2})?\d{10}$/,
    form: '10 or 12 digits',
    example: '880320-0016',
    bad: ['880320-0017'],
    check: (id) => by('se/orgnr')(id.slice(-10)),
  }),
  SI: doubted(digits('EMŠO', 13, 13, '0101006500006', { bad: ['0101006500007'], check: by('si/emso') }), {
    name: 'tax number',
    pattern: /^[1-9]\d{7}$/,
    form: '8 digits',
    example: '50223054',
    bad: ['50223055'],
    check: by('si/ddv'),
  }),
  SK: doubted({
    name: 'rodné číslo or DIČ',
    pattern: /^\d{10}$/,
    form: '10 digits',
    example: '710319/2745',
    bad: ['710319/2746'],
    check: either('sk/rc', 'sk/dph'),
  }),
};
