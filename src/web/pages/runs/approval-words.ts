import type { AppContext } from '../../../engine/context/app-context.ts';
import { rulesToShow } from '../../../engine/context/money-rules.ts';
import type { MoneyRules } from '../../../money-rules.ts';

/**
 * Whether a run that a user submits needs an approval, by the rules in force. A sentence for the user who submits it.
 */
export function approvalWords({ policy, perPayment, perRun, two }: MoneyRules['approval']): string {
  if (policy === 'manual') return 'Another approver must approve it before anything is paid.';
  const hasLimits = [perPayment, perRun, two].some((limits) => Object.keys(limits).length > 0);
  return `Approval is required only if ${hasLimits ? 'an approval threshold is exceeded or ' : ''}bank details changed and were not verified.`;
}

/** The same by the rules of the ledger. */
export async function approvalNote({ ledger, config }: AppContext): Promise<string> {
  return approvalWords((await rulesToShow({ ledger, config })).approval);
}
