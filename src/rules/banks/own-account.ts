import type { AccountDraft } from '../../model.ts';

/** From this length on, the end of an IBAN is more than one account number. */
const BRANCH_AND_NUMBER = 11;

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/**
 * Whether an account is one of the merchant's own, as the setting `ownAccounts` lists them: as IBAN, as branch and
 * account number in one, or as account number alone.
 */
export function isOwnAccount({ fields }: AccountDraft, ownAccounts: readonly string[]): boolean {
  if (ownAccounts.length === 0) return false;
  const { iban, accountNum, branchId = '', bankId = '' } = fields;
  const national = accountNum === undefined ? [] : [accountNum, branchId + accountNum, bankId + branchId + accountNum];
  const written = [...(iban === undefined ? [] : [iban]), ...national].map(plain);
  return ownAccounts.map(plain).some((own) => {
    if (written.includes(own)) return true;
    const ibans = written.filter((text) => isIban(text));
    // The same account may be written as IBAN on one side only.
    if (isIban(own)) return written.some((text) => text.length >= BRANCH_AND_NUMBER && own.slice(4).endsWith(text));
    return own.length >= BRANCH_AND_NUMBER && ibans.some((text) => text.slice(4).endsWith(own));
  });
}

function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z\d]{11,}$/.test(text);
}
