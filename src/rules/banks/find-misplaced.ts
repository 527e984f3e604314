import type { Cells, Finding } from '../../model.ts';
import type { Country, FieldRule } from '../countries/country.ts';
import { finding } from '../finding.ts';
import { normalizeCode } from '../normalize-code.ts';
import { isBic } from './bic-shape.ts';
import { looksLikeIban } from './iban.ts';

type CodeColumn = 'branchId' | 'bankId' | 'accountNum';

/** A number in the wrong column: its finding, and the columns whose own errors it explains. */
export interface Misplaced {
  readonly finding: Finding;
  readonly explains: readonly CodeColumn[];
}

interface Numbers {
  readonly branch: string | null;
  readonly bank: string | null;
  readonly account: string | null;
}

/**
 * Finds numbers of a country without IBANs that are in each other's columns, or together in one cell. Called only for
 * rows with errors, because it takes longer than a valid row should. Null if no number is misplaced.
 */
export function findMisplaced(cells: Cells, country: Country): Misplaced | null {
  const numbers = {
    branch: cells.branchId === undefined ? null : normalizeCode(cells.branchId),
    bank: cells.bankId === undefined ? null : normalizeCode(cells.bankId),
    account: cells.accountNum === undefined ? null : normalizeCode(cells.accountNum),
  };
  for (const look of LOOKS) {
    const found = look(numbers, country, cells);
    if (found) return found;
  }
  return null;
}

type Look = (numbers: Numbers, country: Country, cells: Cells) => Misplaced | null;

const LOOKS: readonly Look[] = [
  foreignCode,
  codesSwapped,
  branchAndAccountSwapped,
  otherColumn,
  codesJoined,
  accountJoined,
];

/** Whether a value is valid by the rule, including its check digits. */
function fits(rule: FieldRule | null, value: string | null): boolean {
  return rule !== null && value !== null && rule.pattern.test(value) && (rule.checkDigits?.(value) ?? true);
}

function misplaced(
  code: Parameters<typeof finding>[0],
  column: CodeColumn,
  { branchId, bankId, accountNum }: Country,
  cells: Cells,
  explains: readonly CodeColumn[] = [column],
): Misplaced {
  const details = {
    branch: branchId?.name ?? 'branch code',
    bank: bankId?.name ?? 'bank code',
    account: accountNum?.name ?? 'account number',
    name: { branchId, bankId, accountNum }[column]?.name ?? 'code',
  };
  return { finding: finding(code, column, details, cells[column]), explains };
}

/** An IBAN or a BIC in a column for a national code. */
function foreignCode(_: Numbers, country: Country, cells: Cells): Misplaced | null {
  for (const column of ['accountNum', 'branchId', 'bankId'] as const) {
    const text = cells[column];
    if (text === undefined) continue;
    if (looksLikeIban(text)) {
      return misplaced(
        column === 'accountNum' ? 'iban_in_account_column' : 'iban_in_code_column',
        column,
        country,
        cells,
      );
    }
    const code = normalizeCode(text);
    if (code !== null && isBic(code) && cells.swiftBic === undefined && !country[column]?.pattern.test(code)) {
      return misplaced('bic_in_code_column', column, country, cells);
    }
  }
  return null;
}

function codesSwapped({ branch, bank }: Numbers, country: Country, cells: Cells): Misplaced | null {
  const { branchId, bankId } = country;
  const swapped = fits(branchId, bank) && fits(bankId, branch) && !fits(branchId, branch) && !fits(bankId, bank);
  return swapped ? misplaced('codes_swapped', 'branchId', country, cells, ['branchId', 'bankId']) : null;
}

function branchAndAccountSwapped({ branch, account }: Numbers, country: Country, cells: Cells): Misplaced | null {
  const { branchId, accountNum } = country;
  const swapped = fits(branchId, account) && fits(accountNum, branch) && !fits(branchId, branch);
  return swapped ? misplaced('branch_account_swapped', 'branchId', country, cells, ['branchId', 'accountNum']) : null;
}

/** A branch code in the bank code's column, or the reverse, with the other cell empty. */
function otherColumn({ branch, bank }: Numbers, country: Country, cells: Cells): Misplaced | null {
  const { branchId, bankId } = country;
  if (cells.branchId === undefined && fits(branchId, bank) && !fits(bankId, bank)) {
    return misplaced('branch_in_bank_column', 'bankId', country, cells, ['branchId', 'bankId']);
  }
  if (cells.bankId === undefined && fits(bankId, branch) && !fits(branchId, branch)) {
    return misplaced('bank_in_branch_column', 'branchId', country, cells, ['branchId', 'bankId']);
  }
  return null;
}

/**
 * Canada: transit and institution number in one cell, as on a check (12345-003) or in an electronic payment (0 003
 * 12345).
 */
function codesJoined({ branch, bank }: Numbers, country: Country, cells: Cells): Misplaced | null {
  const { branchId, bankId } = country;
  const [ofBranch, ofBank] = [branchId?.digits, bankId?.digits];
  if (!ofBranch || !ofBank) return null;
  const areJoined = (text: string | null): boolean =>
    text !== null &&
    ((fits(branchId, text.slice(0, ofBranch)) && fits(bankId, text.slice(ofBranch))) ||
      (text.startsWith('0') && fits(bankId, text.slice(1, 1 + ofBank)) && fits(branchId, text.slice(1 + ofBank))));
  const explains = ['branchId', 'bankId'] as const;
  if (!fits(branchId, branch) && areJoined(branch))
    return misplaced('codes_joined', 'branchId', country, cells, explains);
  if (branch === null && !fits(bankId, bank) && areJoined(bank)) {
    return misplaced('codes_joined', 'bankId', country, cells, explains);
  }
  return null;
}

/** The branch code before the account number, in the cell of either: "60-16-13 31926819". */
function accountJoined({ branch, account }: Numbers, country: Country, cells: Cells): Misplaced | null {
  const { branchId, bankId, accountNum } = country;
  const length = branchId?.digits;
  if (!length || branchId.need !== 'required') return null;
  const start = length + (bankId?.need === 'required' ? (bankId.digits ?? 0) : 0);
  const isJoined = (text: string | null): boolean =>
    text !== null && fits(branchId, text.slice(0, length)) && fits(accountNum, text.slice(start));
  if (!fits(accountNum, account) && isJoined(account) && (branch === null || account!.startsWith(branch))) {
    return start > length
      ? misplaced('codes_and_account_joined', 'accountNum', country, cells, ['accountNum', 'branchId', 'bankId'])
      : misplaced('code_joined', 'accountNum', country, cells, ['accountNum', 'branchId']);
  }
  if (cells.accountNum === undefined && !fits(branchId, branch) && isJoined(branch)) {
    const code = start > length ? 'codes_and_account_joined' : 'code_joined';
    return misplaced(code, 'branchId', country, cells, ['branchId', 'bankId', 'accountNum']);
  }
  return null;
}
