/**
 * The service's id of an account in an answer: the contract calls it `recipientAccountId`, newer replies have `id`.
 * Null if the answer has none: some replies show a payment without its account.
 */
export function getAccountId(account: unknown): string | null {
  const { recipientAccountId, id } = (account ?? {}) as { recipientAccountId?: unknown; id?: unknown };
  const accountId = recipientAccountId ?? id;
  return typeof accountId === 'string' && accountId !== '' ? accountId : null;
}
