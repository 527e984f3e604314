import type { Elements } from './pain-elements.ts';

/** Legal forms at the end of a name, which are no surnames. */
const LEGAL_FORM =
  /(?:^|[\s,.&])(?:gmbh(?: & co\.? kg)?|ggmbh|mbh|kgaa|ohg|ug|e\.? ?k\.?|e\.? ?v\.?|ltd\.?|limited|llc|l\.l\.c\.|llp|inc\.?|incorporated|corp\.?|corporation|plc|p\.l\.c\.|pty\.? ltd\.?|pte\.? ltd\.?|sdn\.? bhd\.?|s\.a\.|s\.a\.s\.?|sarl|s\.à\.? ?r\.l\.|s\.a\.r\.l\.|s\.r\.l\.|srl|s\.p\.a\.|spa|s\.l\.|s\.l\.u\.|b\.v\.|bv|n\.v\.|nv|bvba|aps|a\/s|oyj?|sp\. ?z ?o\.? ?o\.?|s\.r\.o\.|a\.s\.|kft\.?|zrt\.?|d\.o\.o\.|ltda\.?|lda\.?|s\.a\. de c\.v\.|k\.k\.)$/i;

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

/**
 * Reads the recipient. A business has an organization ID or a legal form in its name; an individual has a private ID,
 * or the payment is a salary or pension. In all other cases `type` stays empty, and the rules report it. The last name
 * of an individual is the last word, or the part before a comma.
 */
export function painRecipient(payment: Elements, purpose: string | undefined): PainRecipient {
  const cells: Record<string, string> = {};
  const one = (path: string) => payment.get(`Cdtr/${path}`)?.[0] || undefined;
  const put = (column: string, text: string | undefined) => {
    if (text !== undefined && text !== '') cells[column] ??= text;
  };
  const name = one('Nm');
  const isBusiness = payment.has('Cdtr/Id/OrgId') || LEGAL_FORM.test(name ?? '');
  const isPerson = payment.has('Cdtr/Id/PrvtId') || purpose === 'SALA' || purpose === 'PENS';
  let split = false;
  if (isPerson && !isBusiness && name !== undefined) {
    put('type', 'individual');
    const [first, last] = partsOf(name);
    split = last !== undefined;
    put(split ? 'firstName' : 'name', first);
    put('lastName', last);
  } else {
    if (isBusiness && !isPerson) put('type', 'business');
    put('name', name);
  }
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
  return { cells, split, unused };
}

function partsOf(name: string): readonly [string] | readonly [string, string] {
  const [, last, first] = /^([^,]+),([^,]+)$/.exec(name) ?? [];
  if (last !== undefined && first !== undefined) return [first.trim(), last.trim()];
  const at = name.lastIndexOf(' ');
  return at < 0 ? [name] : [name.slice(0, at).trim(), name.slice(at + 1)];
}

/** The e-mail address for the remittance advice: version .03 has it beside the method, later versions in a list. */
function remittanceEmail(payment: Elements): string | undefined {
  const old = payment.get('RltdRmtInf/RmtLctnMtd') ?? [];
  if (old.length === 1 && old[0] === 'EMAL') return payment.get('RltdRmtInf/RmtLctnElctrncAdr')?.[0];
  const methods = payment.get('RltdRmtInf/RmtLctnDtls/Mtd') ?? [];
  return methods.length === 1 && methods[0] === 'EMAL'
    ? payment.get('RltdRmtInf/RmtLctnDtls/ElctrncAdr')?.[0]
    : undefined;
}
