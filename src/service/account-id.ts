/**
 * The service's id of an account in an answer: the contract calls it `recipientAccountId`, newer replies have `id`. Null where the
 * answer has none: not every reply of a payment shows where it goes.
 */
export function accountIdOf(account: unknown): string | null {
  const { recipientAccountId, id } = (account ?? {}) as { recipientAccountId?: unknown; id?: unknown };
  const said = recipientAccountId ?? id;
  return typeof said === 'string' && said !== '' ? said : null;
}
