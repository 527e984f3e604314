import { readServiceAmount } from '../money.ts';
import type { Compliance } from '../outcomes/compliance-words.ts';

/**
 * The service's id of an account in an answer: the contract calls it `recipientAccountId`, newer replies have `id`.
 * Null if the answer has none: some replies show a payment without its account.
 */
export function getAccountId(account: unknown): string | null {
  const { recipientAccountId, id } = (account ?? {}) as { recipientAccountId?: unknown; id?: unknown };
  const accountId = recipientAccountId ?? id;
  return typeof accountId === 'string' && accountId !== '' ? accountId : null;
}

/**
 * True if a payment with a fixed target side, in `currency`, has no price yet: the service shows the amount "0.00" or
 * the rate "0" until it has priced it, seconds after its creation.
 */
export function isPaymentUnpriced(
  { fixed, currency }: { readonly fixed: string | null; readonly currency: string | null },
  listed: { readonly targetAmount?: string | null | undefined; readonly exchangeRate?: string | null | undefined },
): boolean {
  if (fixed !== 'target' || currency === null) return false;
  return isZeroRate(listed.exchangeRate) || readServiceAmount(listed.targetAmount || '0', currency) === 0n;
}

export const isZeroRate = (rate: string | null | undefined) => rate === '' || /^0(\.0*)?$/.test(rate ?? '');

interface Reviewed {
  readonly complianceStatus?: unknown;
  readonly compliance?: unknown;
}

const WORDS: ReadonlySet<unknown> = new Set(['blocked', 'pending', 'verified'] satisfies Compliance[]);

/** The review of a recipient, in either form; the stricter one if they differ. Null if it says nothing known. */
export function getCompliance({ complianceStatus, compliance }: Reviewed): Compliance | null {
  const { status } = (compliance ?? {}) as { readonly status?: unknown };
  const statuses = [complianceStatus, status];
  return ([...WORDS] as Compliance[]).find((word) => statuses.includes(word)) ?? null;
}

/** The review of a payment's recipient. Before it is sent, every payment itself is pending, which says nothing. */
export function getRecipientCompliance(payment: Reviewed & { readonly recipient?: unknown }): Compliance | null {
  const recipient = getCompliance((payment.recipient ?? {}) as Reviewed);
  return getCompliance(payment) === 'blocked' ? 'blocked' : recipient;
}

const STARTED: ReadonlySet<string> = new Set(['accepted', 'processing', 'complete', 'failed']);
const ENDED: ReadonlySet<string> = new Set(['complete', 'failed']);
const UNSTARTED: ReadonlySet<string> = new Set(['open', 'pending']);

/** True if the start of a batch with this status took effect: the service pays it, or has paid it. */
export const hasStarted = (status: string): boolean => STARTED.has(status);
/** True if the service is done with a batch of this status: the outcomes of its payments can be read. */
export const hasEnded = (status: string): boolean => ENDED.has(status);
/** True if the start of a batch with this status did not take effect. A status that is not known is neither. */
export const isUnstarted = (status: string): boolean => UNSTARTED.has(status);
/** The start took effect, and the batch needs an approval in the service. It is not sent again. */
export const AWAITING_APPROVAL = 'awaiting_approval';
