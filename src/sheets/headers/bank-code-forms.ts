import type { Claim } from './claim.ts';

/** Codes of banks that only one column can hold, by their form. */
const FORMS: readonly (readonly [column: string, what: string, fits: (text: string) => boolean])[] = [
  ['swiftBic', 'BICs', (text) => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text)],
  ['branchId', 'IFSC codes', (text) => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text)],
  ['branchId', 'sort codes', (text) => /^\d\d-\d\d-\d\d$/.test(text)],
  ['branchId', 'routing numbers', isRoutingNumber],
];

const BANK_CODES: ReadonlySet<string> = new Set(['bankId', 'branchId', 'swiftBic']);

const BARE_BANK = /^(?:banco|bank|banque|banca|银行)$/i;

/**
 * "Bank code" may head a BIC, an IFSC or a routing number: the form of the cells says which, if all of them have it.
 */
export function readBankCode(claim: Claim, header: string, cells: readonly string[], claims: readonly Claim[]): void {
  if (!BANK_CODES.has(claim.column ?? '') || claim.canonical || claim.strength === 'said' || cells.length === 0) return;
  // "Bank" mostly heads names; only numbers are codes under it.
  if (BARE_BANK.test(header.trim()) && !cells.every((text) => /^\d{2,}$/.test(text))) {
    Object.assign(claim, { column: null, why: null });
    return;
  }
  // "Reg. no." is the branch of a Danish account, of four digits, and may be that of a car or a company.
  if (/^reg/i.test(header) && !cells.every((text) => /^\d{4}$/.test(text))) {
    Object.assign(claim, { column: null, ruledOut: true, why: 'its cells are not branch numbers' });
    return;
  }
  const form = FORMS.find(([, , fits]) => cells.every(fits));
  if (form === undefined || form[0] === claim.column || claims.some(({ column }) => column === form[0])) return;
  Object.assign(claim, {
    column: form[0],
    exact: false,
    why: `its header says bank code, and its cells are ${form[1]}`,
  });
}

/** Nine digits with the check digit of the American Bankers Association. */
function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * [3, 7, 1][at % 3]!, 0);
  return sum > 0 && sum % 10 === 0;
}
