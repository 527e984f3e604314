import type { Answer, Call } from '../call.ts';
import { readOnboardingChange } from './profile-input.ts';

/** Changes what the service expects the merchant to pay. Nothing of it is shown again. */
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
