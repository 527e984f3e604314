import { accountNumber } from '../ledger/payments/fingerprints.ts';
import { MOST_NAMES_OF_ONE_ACCOUNT } from '../ledger/payments/hold-one-account.ts';
import { personName } from '../ledger/payments/person-name.ts';
import type { PaymentDraft } from '../model.ts';

/**
 * Finds whether all payments of a sheet go to one account although they name several recipients. They would be on hold.
 */
export function createOneAccountCheck() {
  let only: string | null = null;
  let several = false;
  const names = new Set<string>();
  return {
    add({ recipient }: PaymentDraft, payee: string | null): void {
      if (several) return;
      const number = (recipient.account && accountNumber(recipient.account, recipient.profile?.email, payee)) ?? null;
      several = number === null || (only !== null && number !== only);
      only = number;
      if (names.size <= MOST_NAMES_OF_ONE_ACCOUNT) names.add(personName(payee ?? ''));
    },
    sentence: (): string | null =>
      !several && names.size > MOST_NAMES_OF_ONE_ACCOUNT
        ? 'All rows pay to one account, although they name several recipients: all of them would be on hold. Check that its column is the right one.'
        : null,
  };
}
