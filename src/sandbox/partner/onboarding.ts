import type { Answer, Call } from '../call.ts';
import { readOnboardingChange } from './profile-input.ts';

/** Changes the payout volume that the merchant expects. No call returns it. */
export function updateOnboarding({ store, body, sandbox }: Call): Answer {
  const change = readOnboardingChange(body);
  const before = store.setting.get('onboarding')?.value;
  sandbox.state.put('setting', {
    id: 'onboarding',
    merchantId: store.merchant.id,
    value: { ...before, ...change },
  });
  return {};
}
