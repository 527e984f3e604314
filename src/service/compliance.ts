import type { Compliance } from '../outcomes/compliance-words.ts';

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
