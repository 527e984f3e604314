import type { Answer, Call } from '../call.ts';
import { readOnboardingChange } from './profile-input.ts';

/** Changes the payout volume that the merchant expects. No call returns it. */
export function updateOnboarding({ books, body, sandbox }: Call): Answer {
  const change = readOnboardingChange(body);
  const before = books.setting.get('onboarding')?.value;
  sandbox.state.put('setting', {
    id: 'onboarding',
    merchantId: books.merchant.id,
    value: { ...before, ...change },
  });
  return {};
}
