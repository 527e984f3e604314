import { hash } from 'node:crypto';
import { accountNumber } from '../ledger/payments/fingerprints.ts';
import { MOST_NAMES_OF_ONE_ACCOUNT } from '../ledger/payments/holds/hold-within-sheet.ts';
import { personName } from '../ledger/payments/person-name.ts';
import type { PaymentDraft, Problem } from '../model.ts';
import { canonicalReference } from '../references/spellings.ts';
import { finding } from '../rules/finding.ts';
import { createSeenKeys } from './repeats/seen-keys.ts';

/**
 * Finds whether all payments of a sheet go to one account although they name several recipients. They would be on hold.
 */
export function createOneAccountCheck() {
  let only: string | null = null;
  let several = false;
  const names = new Set<string>();
  return {
    add({ recipient }: PaymentDraft, recipientName: string | null): void {
      if (several) return;
      const number =
        (recipient.account && accountNumber(recipient.account, recipient.profile?.email, recipientName)) ?? null;
      several = number === null || (only !== null && number !== only);
      only = number;
      if (names.size <= MOST_NAMES_OF_ONE_ACCOUNT) names.add(personName(recipientName ?? ''));
    },
    sentence: (): string | null =>
      !several && names.size > MOST_NAMES_OF_ONE_ACCOUNT
        ? 'All rows pay into one account, although they name several recipients, so all of them would be put on hold. Check that the account column is the right one.'
        : null,
  };
}

/**
 * Finds rows of one sheet that pay to the account of another recipient in an earlier row, without the ledger. One watch
 * serves one sheet: its rows in order, then any of them again. It remembers the first recipient of every account.
 */
export function createSharedAccountCheck(): (
  row: number,
  draft: PaymentDraft,
  recipientName: string | null,
) => Problem | null {
  // For each account its row, and 32 bits of the e-mail and of the name: separate keys take 19 MB more for a million
  // accounts.
  const firsts = createSeenKeys(2, 3);
  const digest = (text: string) => hash('sha1', text, 'buffer');
  return (row, { merchant, recipient }, recipientName) => {
    const { fields } = recipient.account ?? {};
    const column = fields?.iban !== undefined ? 'iban' : fields?.accountNum !== undefined ? 'accountNum' : null;
    if (!fields || column === null) return null;
    const number = fields.iban ?? `${fields.accountNum!.replace(/^0+/, '')} ${fields.branchId ?? fields.bankId ?? ''}`;
    const account = digest(`${merchant ?? ''}\n${number}`);
    const first = firsts.get(account);
    const names = [recipient.profile?.email.toLowerCase() ?? recipient.key, canonicalReference(recipientName ?? '')];
    const who = names.map((name) => digest(name).readUInt32LE());
    if (first === 0) {
      firsts.set(account, row, ...who);
      return null;
    }
    // The same e-mail or the same name is the same recipient.
    if (first === row || who.some((one, i) => firsts.get(account, 1 + i) === one)) return null;
    return { ...finding('shared_account', column, { first }), row };
  };
}
