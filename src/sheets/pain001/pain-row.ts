import { createProblem, type SheetCode } from '../../messages.ts';
import type { Finding, SheetRow } from '../../model.ts';
import { clearingCode } from './clearing-code.ts';
import { painAddress } from './pain-address.ts';
import { PAIN_COLUMNS, PAIN_IDS } from './pain-columns.ts';
import type { Elements, PainPayment } from './pain-elements.ts';
import { painRecipient } from './pain-recipient.ts';

/** Notes on a payment that apply to the whole file; `painNotes` reports each once. */
export type PainNote =
  | 'name split'
  | 'id unused'
  | 'bearer'
  | 'intermediary'
  | 'ultimate debtor'
  | 'not passed on'
  | 'no reference'
  | 'bank code unused';

export interface PainRow {
  readonly row: SheetRow;
  readonly notes: readonly PainNote[];
}

const NOT_PROVIDED = /^not ?provided$/i;
/** A decimal in XML Schema. */
const DECIMAL = /^[+]?(\d*)(?:\.(\d*))?$/;
/** UTF-8 that was read as another encoding, and U+FFFD for invalid bytes. */
const GARBLED = /\uFFFD|[ÂÃ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;
/** Elements that may repeat, or that Payrun does not read. */
const MAY_REPEAT =
  /\/AdrLine$|^Cdtr\/Id\/\w+\/Othr(?:[/@]|$)|^Cdtr\/CtctDtls\/|^(?!PmtId\b|Amt\b|Cdtr\b|CdtrAcct\b|CdtrAgt\b)/;
const NOT_PASSED_ON = ['InstrForCdtrAgt', 'InstrForDbtrAgt', 'RgltryRptg', 'Tax'];
const LONGEST_NAME = 30;
/** The schemes of Bankgiro and Plusgiro numbers. */
const SWEDISH_GIRO = /^(?:BGNR|PGNR|BANKGIRO|PLUSGIRO)$/i;

/**
 * The row of a payment, in the columns of Payrun. Its row number is the payment's number in the file. Every path begins
 * at its own element, so the debtor is never read as the creditor.
 */
export function painRow({ number, payment, common }: PainPayment, repeated: RepeatedIds = NONE_REPEATED): PainRow {
  const one = (path: string) => payment.get(path)?.[0] || undefined;
  const either = (path: string) => one(path) ?? (common.get(path)?.[0] || undefined);
  const cells: Record<string, string> = {};
  const findings: Finding[] = [];
  const notes: PainNote[] = [];
  const put = (column: string, text: string | undefined) => {
    if (text !== undefined && text !== '') cells[column] ??= text;
  };
  const endToEnd = one('PmtId/EndToEndId');
  const instruction = one('PmtId/InstrId');
  const reference = referenceOf(payment, repeated);
  const id = short(reference ?? 'without EndToEndId');
  const addNote = (code: SheetCode, column: string | null = null, details: Readonly<Record<string, string>> = {}) =>
    findings.push({ column, ...createProblem(code, { number, id, ...details }) });

  put('paymentReference', reference);
  if (reference === undefined) notes.push('no reference');
  readAmount(payment, common, put, addNote);
  put('memo', remittance(payment));

  const { cells: recipient, split, unused } = painRecipient(payment, either('PmtTpInf/CtgyPurp/Cd'));
  for (const [column, text] of Object.entries(recipient)) put(column, text);
  if (split) notes.push('name split');
  if (unused) notes.push('id unused');
  for (const [column, text] of Object.entries(painAddress(payment, 'Cdtr/PstlAdr', one('Cdtr/Nm')))) put(column, text);
  put('country', one('Cdtr/CtryOfRes')?.toUpperCase());
  if (readAccount(payment, common, cells, put, addNote)) notes.push('bank code unused');

  const method = common.get('PmtMtd')?.[0] ?? '';
  if (method !== 'TRF' && method !== 'TRA') addNote('pain_not_transfer', null, { method: short(method) || 'nothing' });
  else if (payment.has('ChqInstr')) addNote('pain_not_transfer', null, { method: 'check (ChqInstr)' });
  const twice = [...payment].find(([path, values]) => values.length > 1 && !MAY_REPEAT.test(path));
  if (twice) addNote('pain_twice', null, { element: twice[0].split('/').at(-1)!.split('@').at(-1)! });
  const last = one('UltmtCdtr/Nm') ?? (payment.has('UltmtCdtr') ? 'no name' : undefined);
  if (last !== undefined && last !== one('Cdtr/Nm')) addNote('pain_ultimate_creditor', 'name', { name: short(last) });
  if (Object.values(cells).some((text) => GARBLED.test(text))) addNote('pain_garbled');

  if (either('ChrgBr') !== undefined) notes.push('bearer');
  if ([...payment.keys()].some((path) => path.startsWith('IntrmyAgt'))) notes.push('intermediary');
  if (payment.has('UltmtDbtr') || common.has('UltmtDbtr')) notes.push('ultimate debtor');
  if (NOT_PASSED_ON.some((name) => payment.has(name))) notes.push('not passed on');

  const ids = [common.get('PmtInfId')?.[0] ?? '', instruction ?? '', endToEnd ?? ''];
  const original = [...PAIN_COLUMNS.map((column) => cells[column] ?? ''), ...ids.slice(0, PAIN_IDS.length)];
  return { row: { row: number, cells, original, findings }, notes };
}

/** The IDs that several payments of the file have. */
export interface RepeatedIds {
  readonly has: (id: string) => boolean;
}
const NONE_REPEATED: RepeatedIds = new Set();

/** EndToEndId; InstrId if there is none, or if it repeats and InstrId does not. */
function referenceOf(payment: Elements, repeated: RepeatedIds): string | undefined {
  const [endToEnd, instruction] = painIds(payment);
  if (endToEnd === undefined) return instruction;
  const prefersOther = instruction !== undefined && repeated.has(endToEnd) && !repeated.has(instruction);
  return prefersOther ? instruction : endToEnd;
}

/** EndToEndId and InstrId, if they are given. */
export function painIds(payment: Elements): readonly [string | undefined, string | undefined] {
  const [endToEnd, instruction] = ['EndToEndId', 'InstrId'].map(
    (name) => payment.get(`PmtId/${name}`)?.[0] || undefined,
  );
  return [endToEnd !== undefined && NOT_PROVIDED.test(endToEnd) ? undefined : endToEnd, instruction];
}

type Put = (column: string, text: string | undefined) => void;
type AddNote = (code: SheetCode, column?: string | null, details?: Readonly<Record<string, string>>) => void;

/**
 * `InstdAmt` is the amount to transfer, in the currency in which the recipient gets it: if the debtor's account has
 * another currency, the target amount is fixed. `EqvtAmt` is the amount to debit, transferred in `CcyOfTrf`.
 */
function readAmount(payment: Elements, common: Elements, put: Put, addNote: AddNote): void {
  const one = (path: string) => payment.get(path)?.[0] || undefined;
  const instructed = one('Amt/InstdAmt');
  const equivalent = one('Amt/EqvtAmt/Amt');
  if (payment.has('Amt/InstdAmt') && payment.has('Amt/EqvtAmt')) {
    addNote('pain_twice', null, { element: 'Amt' });
    return;
  }
  if (equivalent !== undefined) {
    put('amount', plainAmount(equivalent, 'amount', addNote));
    put('currency', one('Amt/EqvtAmt/Amt@Ccy'));
    put('accountCurrency', one('CdtrAcct/Ccy') ?? one('Amt/EqvtAmt/CcyOfTrf'));
    return;
  }
  const currency = one('Amt/InstdAmt@Ccy');
  const own = common.get('DbtrAcct/Ccy')?.[0] || undefined;
  const other = own !== undefined && currency !== undefined && own !== currency;
  const column = other ? 'targetAmount' : 'amount';
  put(column, instructed === undefined ? undefined : plainAmount(instructed, column, addNote));
  put('currency', other ? own : currency);
  if (other) put('targetCurrency', currency);
  put('accountCurrency', one('CdtrAcct/Ccy') ?? currency);
}

/** Normalizes an amount in forms that only XML allows: +5, .5, 5.00000. */
function plainAmount(text: string, column: string, addNote: AddNote): string {
  const [found, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (found === undefined || whole + fraction === '') {
    // The amount rule reports a minus.
    if (!/^-\d/.test(text)) addNote('pain_amount', column);
    return text;
  }
  const decimals = fraction.replace(/(?<!0)0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals.padEnd(2, '0')}`}`;
}

/** Texts for the creditor, then structured references and document numbers that the texts do not repeat. */
function remittance(payment: Elements): string {
  const parts = [...(payment.get('RmtInf/Ustrd') ?? [])];
  for (const path of ['CdtrRefInf/Ref', 'RfrdDocInf/Nb', 'AddtlRmtInf'])
    for (const text of payment.get(`RmtInf/Strd/${path}`) ?? [])
      if (text !== '' && !parts.some((part) => part.includes(text))) parts.push(text);
  return parts.filter((part) => part !== '').join(' ');
}

/** Reads the account and its bank. Returns whether it ignored a bank number because the payment has an IBAN. */
function readAccount(
  payment: Elements,
  common: Elements,
  cells: Record<string, string>,
  put: Put,
  addNote: AddNote,
): boolean {
  const one = (path: string) => payment.get(path)?.[0] || undefined;
  const iban = one('CdtrAcct/Id/IBAN');
  const other = one('CdtrAcct/Id/Othr/Id');
  if (iban !== undefined && other !== undefined) addNote('pain_twice', null, { element: 'CdtrAcct/Id' });
  put('iban', iban);
  put('accountNum', other);
  if (iban === undefined && other === undefined && payment.has('CdtrAcct/Prxy')) addNote('pain_proxy');
  const account = compared(iban ?? other);
  const own = compared(common.get('DbtrAcct/Id/IBAN')?.[0] || common.get('DbtrAcct/Id/Othr/Id')?.[0]);
  if (account !== '' && account === own) addNote('pain_own_account');

  const bank = 'CdtrAgt/FinInstnId';
  const bic = one(`${bank}/BICFI`) ?? one(`${bank}/BIC`);
  put('swiftBic', bic);
  const bankAddress = painAddress(payment, `${bank}/PstlAdr`);
  const bankCountry = bankAddress.country ?? /^[A-Za-z0-9]{4}([A-Za-z]{2})/.exec(bic ?? '')?.[1]?.toUpperCase();
  const member = one(`${bank}/ClrSysMmbId/MmbId`);
  let unused = false;
  if (member !== undefined && iban !== undefined) unused = true;
  else if (member !== undefined) {
    const system = one(`${bank}/ClrSysMmbId/ClrSysId/Cd`);
    const country = bankCountry ?? cells.country;
    const code = clearingCode(member, system, country);
    if (code === null) addNote('pain_clearing', null, { system: short(system ?? 'a number of no system') });
    else {
      put('accountCountry', code.country);
      // A New Zealand account number begins with bank and branch.
      if (code.country === 'NZ' && cells.accountNum !== undefined)
        cells.accountNum = withBankAndBranch(cells.accountNum, code.cells.branchId!);
      else for (const [column, text] of Object.entries(code.cells)) put(column, text);
    }
  }
  const branch = one('CdtrAgt/BrnchId/Id');
  if (iban === undefined && branch !== undefined) put('branchId', branch);
  const scheme = one('CdtrAcct/Id/Othr/SchmeNm/Cd') ?? one('CdtrAcct/Id/Othr/SchmeNm/Prtry') ?? '';
  if (iban === undefined) put('accountCountry', SWEDISH_GIRO.test(scheme) ? 'SE' : bankCountry);
  if (Object.keys(bankAddress).length > 0) {
    put('bankAddress', [bankAddress.street1, bankAddress.street2].filter(Boolean).join(', '));
    put('bankCity', bankAddress.city);
  }
  return unused;
}

function withBankAndBranch(account: string, branch: string): string {
  const digits = account.replace(/[\s-]/g, '');
  return digits.startsWith(branch) || digits.length > 10 ? account : `${branch}${digits}`;
}

function compared(account: string | undefined): string {
  return (account ?? '').replace(/[\s.-]/g, '').toUpperCase();
}

function short(text: string): string {
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME - 1)}…` : text;
}
