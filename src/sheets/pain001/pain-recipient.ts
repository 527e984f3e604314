import { isBusinessName, isUnclearName } from '../names/is-business-name.ts';
import { splitName } from '../names/split-name.ts';
import type { Elements } from './pain-elements.ts';

/** ISO 20022 schemes for the numbers that a merchant gives its recipients, and those for tax and national numbers. */
const OWN_NUMBER = new Set(['CUST', 'EMPL', 'SUPP']);
const TAX_NUMBER = new Set(['TXID', 'NIDN', 'SOSE']);

export interface PainRecipient {
  readonly cells: Readonly<Record<string, string>>;
  /** A full name was split into first and last name. */
  readonly split: boolean;
  /** Some IDs have no scheme or no clear one, so they are not used. */
  readonly unused: boolean;
}

/** Not the name of one person or couple. */
const UNCLEAR = /\d|(?:\S+\s+){6}/;

/**
 * Reads the recipient. The ID of an organization makes a business, a private ID an individual. Without either, the name
 * decides (a legal form, or a word of an office, an insurer or a fund), and then the purpose: a salary or pension is
 * paid to an individual, unless the name may also be that of a business. In all other cases `type` stays empty, and the
 * rules report it.
 */
export function painRecipient(payment: Elements, purpose: string | undefined): PainRecipient {
  const cells: Record<string, string> = {};
  const one = (path: string) => payment.get(`Cdtr/${path}`)?.[0] || undefined;
  const put = (column: string, text: string | undefined) => {
    if (text !== undefined && text !== '') cells[column] ??= text;
  };
  const name = one('Nm');
  const type = typeOf(payment, name, purpose);
  const split = type === 'individual' && name !== undefined;
  put('type', type);
  if (split) for (const [column, text] of Object.entries(splitName(name))) put(column, text);
  else put('name', name);
  put('email', one('CtctDtls/EmailAdr'));
  put('email', remittanceEmail(payment));
  put('phone', one('CtctDtls/PhneNb') ?? one('CtctDtls/MobNb'));
  put('dob', one('Id/PrvtId/DtAndPlcOfBirth/BirthDt'));
  let unused = false;
  for (const kind of ['OrgId', 'PrvtId']) {
    const ids = payment.get(`Cdtr/Id/${kind}/Othr/Id`) ?? [];
    const schemes = payment.get(`Cdtr/Id/${kind}/Othr/SchmeNm/Cd`) ?? [];
    // With several IDs, it is not clear which scheme belongs to which.
    const scheme = ids.length === 1 && schemes.length === 1 ? schemes[0]! : '';
    if (OWN_NUMBER.has(scheme)) put('referenceId', ids[0]);
    else if (TAX_NUMBER.has(scheme)) put('governmentId', ids[0]);
    else if (ids.length > 0) unused = true;
  }
  return { cells, split: split && cells.firstName !== undefined, unused };
}

function typeOf(payment: Elements, name = '', purpose?: string): 'business' | 'individual' | undefined {
  const [business, person] = [payment.has('Cdtr/Id/OrgId'), payment.has('Cdtr/Id/PrvtId')];
  if (business) return person ? undefined : 'business';
  if (isBusinessName(name)) return person ? undefined : 'business';
  if (person) return 'individual';
  const isPay = purpose === 'SALA' || purpose === 'PENS';
  return isPay && !UNCLEAR.test(name) && !isUnclearName(name) ? 'individual' : undefined;
}

/** The e-mail address for the remittance advice: version .03 has it next to the method, later versions in a list. */
function remittanceEmail(payment: Elements): string | undefined {
  const old = payment.get('RltdRmtInf/RmtLctnMtd') ?? [];
  if (old.length === 1 && old[0] === 'EMAL') return payment.get('RltdRmtInf/RmtLctnElctrncAdr')?.[0];
  const methods = payment.get('RltdRmtInf/RmtLctnDtls/Mtd') ?? [];
  return methods.length === 1 && methods[0] === 'EMAL'
    ? payment.get('RltdRmtInf/RmtLctnDtls/ElctrncAdr')?.[0]
    : undefined;
}
