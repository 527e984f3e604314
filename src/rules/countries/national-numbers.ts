import * as atTin from 'stdnum/lib/cjs/at/tin.js';
import * as atVnr from 'stdnum/lib/cjs/at/vnr.js';
import * as auAbn from 'stdnum/lib/cjs/au/abn.js';
import * as auAcn from 'stdnum/lib/cjs/au/acn.js';
import * as auTfn from 'stdnum/lib/cjs/au/tfn.js';
import * as beBis from 'stdnum/lib/cjs/be/bis.js';
import * as beInsz from 'stdnum/lib/cjs/be/insz.js';
import * as beVat from 'stdnum/lib/cjs/be/vat.js';
import * as bgEgn from 'stdnum/lib/cjs/bg/egn.js';
import * as bgPnf from 'stdnum/lib/cjs/bg/pnf.js';
import * as bgVat from 'stdnum/lib/cjs/bg/vat.js';
import * as chSsn from 'stdnum/lib/cjs/ch/ssn.js';
import * as chUid from 'stdnum/lib/cjs/ch/uid.js';
import * as czIco from 'stdnum/lib/cjs/cz/ico.js';
import * as czRc from 'stdnum/lib/cjs/cz/rc.js';
import * as eeIk from 'stdnum/lib/cjs/ee/ik.js';
import * as esNif from 'stdnum/lib/cjs/es/nif.js';
import * as frNir from 'stdnum/lib/cjs/fr/nir.js';
import * as frSiren from 'stdnum/lib/cjs/fr/siren.js';
import * as frSiret from 'stdnum/lib/cjs/fr/siret.js';
import * as gbNino from 'stdnum/lib/cjs/gb/nino.js';
import * as grAmka from 'stdnum/lib/cjs/gr/amka.js';
import * as grVat from 'stdnum/lib/cjs/gr/vat.js';
import * as hrOib from 'stdnum/lib/cjs/hr/oib.js';
import * as iePps from 'stdnum/lib/cjs/ie/pps.js';
import * as isKennitala from 'stdnum/lib/cjs/is/kennitala.js';
import * as itCodicefiscale from 'stdnum/lib/cjs/it/codicefiscale.js';
import * as itIva from 'stdnum/lib/cjs/it/iva.js';
import * as ltAsmens from 'stdnum/lib/cjs/lt/asmens.js';
import * as nlBsn from 'stdnum/lib/cjs/nl/bsn.js';
import * as noFodselsnummer from 'stdnum/lib/cjs/no/fodselsnummer.js';
import * as noOrgnr from 'stdnum/lib/cjs/no/orgnr.js';
import * as nzIrd from 'stdnum/lib/cjs/nz/ird.js';
import * as plNip from 'stdnum/lib/cjs/pl/nip.js';
import * as plPesel from 'stdnum/lib/cjs/pl/pesel.js';
import * as ptNif from 'stdnum/lib/cjs/pt/nif.js';
import * as roCnp from 'stdnum/lib/cjs/ro/cnp.js';
import * as seOrgnr from 'stdnum/lib/cjs/se/orgnr.js';
import * as siDdv from 'stdnum/lib/cjs/si/ddv.js';
import * as siEmso from 'stdnum/lib/cjs/si/emso.js';
import * as skDph from 'stdnum/lib/cjs/sk/dph.js';
import * as skRc from 'stdnum/lib/cjs/sk/rc.js';
import { by, digits, type GovernmentIdRule, type IdKind, warned } from './government-id-rule.ts';

/** For numbers of one form that several offices issue. */
const either =
  (...modules: readonly Parameters<typeof by>[0][]) =>
  (id: string): boolean =>
    modules.some((one) => by(one)(id));

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
    digits('VNR', 10, 10, '1237 010180', { bad: ['1237 010181'], check: by(atVnr) }),
    digits('tax number', 9, 9, '59-119/9013', { bad: ['59-119/9014'], check: by(atTin) }),
  ),
  AU: doubted(
    digits('TFN', 9, 9, '123 456 782', { bad: ['123 456 783'], check: either(auTfn, auAcn) }),
    digits('ABN', 11, 11, '83 914 571 673', { bad: ['83 914 571 674'], check: by(auAbn) }),
  ),
  BE: doubted(
    digits('national number', 11, 11, '85.07.30-033.28', { bad: ['85.07.30-033.29'], check: either(beInsz, beBis) }),
    {
      name: 'enterprise number',
      pattern: /^[01]\d{9}$/,
      form: '10 digits',
      example: '0428.759.497',
      bad: ['0428.759.498'],
      check: by(beVat),
    },
  ),
  BG: doubted({
    name: 'EGN',
    pattern: /^\d{10}$/,
    form: '10 digits',
    example: '752316 926 3',
    bad: ['752316 926 4'],
    check: either(bgEgn, bgPnf, bgVat),
  }),
  CH: doubted(
    {
      name: 'AHV number',
      pattern: /^756\d{10}$/,
      form: '13 digits of which the first three are 756',
      example: '756.9217.0769.85',
      bad: ['756.9217.0769.84'],
      check: by(chSsn),
    },
    {
      name: 'UID',
      pattern: /^CHE\d{9}$/,
      form: 'CHE and 9 digits',
      example: 'CHE-109.322.551',
      bad: ['CHE-109.322.552'],
      check: by(chUid),
    },
  ),
  CZ: doubted(
    digits('rodné číslo', 10, 10, '710319/2745', { bad: ['710319/2746'], check: by(czRc) }),
    digits('IČO', 8, 8, '25123891', { bad: ['25123892'], check: by(czIco) }),
  ),
  EE: doubted({
    name: 'isikukood',
    pattern: /^[1-8]\d{10}$/,
    form: '11 digits',
    example: '36805280109',
    bad: ['36805280108'],
    check: by(eeIk),
  }),
  ES: doubted({
    name: 'NIF or NIE',
    pattern: /^(?:\d{8}[A-Z]|[A-Z]\d{7}[A-Z\d])$/,
    form: '8 digits and a letter, or a letter and 8 more digits or letters',
    example: '54362315K',
    bad: ['54362315Z'],
    check: by(esNif),
  }),
  FR: doubted(
    {
      name: 'NIR',
      pattern: /^[12]\d{4}[\dAB]\d{9}$/,
      form: '15 digits',
      example: '2 95 10 99 126 111 93',
      bad: ['2 95 10 99 126 111 94'],
      check: by(frNir),
    },
    digits('SIREN', 9, 9, '552 008 443', { bad: ['552 008 444'], check: by(frSiren) }),
    digits('SIRET', 14, 14, '732 829 320 00074', { bad: ['732 829 320 00075'], check: by(frSiret) }),
  ),
  GB: doubted({
    name: 'National Insurance number',
    pattern: /^[A-Z]{2}\d{6}[A-Z]$/,
    form: 'two letters, six digits and a letter',
    example: 'AB 12 34 56 C',
    bad: ['QQ 12 34 56 C'],
    check: by(gbNino),
    withoutCheckDigits: true,
  }),
  GR: doubted(
    digits('AMKA', 11, 11, '01013099997', { bad: ['01013099998'], check: by(grAmka) }),
    digits('AFM', 9, 9, '094259216', { bad: ['094259217'], check: by(grVat) }),
  ),
  HR: doubted({
    name: 'OIB',
    pattern: /^\d{11}$/,
    form: '11 digits',
    example: '33392005961',
    bad: ['33392005962'],
    check: by(hrOib),
  }),
  IE: doubted({
    name: 'PPS number',
    pattern: /^\d{7}[A-W][A-IW]?$/,
    form: '7 digits and one or two letters',
    example: '6433435F',
    bad: ['6433435E'],
    check: by(iePps),
  }),
  IS: doubted({
    name: 'kennitala',
    pattern: /^\d{10}$/,
    form: '10 digits',
    example: '120174-3399',
    bad: ['120174-3389'],
    check: by(isKennitala),
  }),
  IT: doubted(
    {
      name: 'codice fiscale',
      pattern: /^[A-Z]{6}[\dLMNPQRSTUV]{2}[ABCDEHLMPRST][\dLMNPQRSTUV]{2}[A-Z][\dLMNPQRSTUV]{3}[A-Z]$/,
      form: '16 letters and digits',
      example: 'RCCMNL83S18D969H',
      bad: ['RCCMNL83S18D969G'],
      check: by(itCodicefiscale),
    },
    digits('partita IVA', 11, 11, '00743110157', { bad: ['00743110158'], check: by(itIva) }),
  ),
  LT: doubted({
    name: 'asmens kodas',
    pattern: /^[1-6]\d{10}$/,
    form: '11 digits',
    example: '33309240064',
    bad: ['33309240065'],
    check: by(ltAsmens),
  }),
  NL: doubted({
    name: 'BSN or RSIN',
    pattern: /^\d{9}$/,
    form: '9 digits',
    example: '1112.22.333',
    bad: ['1112.22.334'],
    check: by(nlBsn),
  }),
  NO: doubted(
    {
      name: 'fødselsnummer',
      pattern: /^[0-3]\d{10}$/,
      form: '11 digits',
      example: '151086 95088',
      bad: ['151086 95089'],
      check: by(noFodselsnummer),
    },
    {
      name: 'organisation number',
      pattern: /^[89]\d{8}$/,
      form: '9 digits',
      example: '988 077 917',
      bad: ['988 077 918'],
      check: by(noOrgnr),
    },
  ),
  NZ: doubted({
    name: 'IRD number',
    pattern: /^\d{8,9}$/,
    form: '8 or 9 digits',
    example: '49-091-850',
    bad: ['49-091-851'],
    check: by(nzIrd),
  }),
  PL: doubted(
    digits('PESEL', 11, 11, '44051401359', { bad: ['44051401358'], check: by(plPesel) }),
    digits('NIP', 10, 10, '856-734-62-15', { bad: ['856-734-62-16'], check: by(plNip) }),
  ),
  PT: doubted({
    name: 'NIF',
    pattern: /^[1-9]\d{8}$/,
    form: '9 digits',
    example: '501 964 843',
    bad: ['501 964 844'],
    check: by(ptNif),
  }),
  RO: doubted({
    name: 'CNP',
    pattern: /^[1-9]\d{12}$/,
    form: '13 digits',
    example: '1630615123457',
    bad: ['1630615123458'],
    check: by(roCnp),
  }),
  SE: doubted({
    name: 'personnummer',
    pattern: /^(?:\d{2})?\d{10}$/,
    form: '10 or 12 digits',
    example: '880320-0016',
    bad: ['880320-0017'],
    check: (id) => by(seOrgnr)(id.slice(-10)),
  }),
  SI: doubted(digits('EMŠO', 13, 13, '0101006500006', { bad: ['0101006500007'], check: by(siEmso) }), {
    name: 'tax number',
    pattern: /^[1-9]\d{7}$/,
    form: '8 digits',
    example: '50223054',
    bad: ['50223055'],
    check: by(siDdv),
  }),
  SK: doubted({
    name: 'rodné číslo or DIČ',
    pattern: /^\d{10}$/,
    form: '10 digits',
    example: '710319/2745',
    bad: ['710319/2746'],
    check: either(skRc, skDph),
  }),
};
