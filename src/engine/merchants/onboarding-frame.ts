import type { Config } from '../../config.ts';
import type { OnboardingVisit } from '../../ledger/merchants/onboarding.ts';
import { isOnThisMachine } from '../../platform/is-on-this-machine.ts';

/** The verification component that an onboarding page shows. */
export interface Frame {
  readonly tag: string;
  readonly script: string;
  readonly eventPrefix: string;
  readonly template: string;
  /** Origins that the component may embed. */
  readonly origins: readonly string[];
}

/** The component of the sandbox. */
const STAND_IN = { tag: 'onboarding-frame', eventPrefix: 'onboarding-frame', template: 'tmpl_sandbox' };
const STAND_IN_PATH = '/_sandbox/onboarding-frame.js';

/**
 * The component for a merchant: the configured one, or that of the sandbox if none is configured and the service is a
 * sandbox on this machine. Null if the script, or a template for the merchant's country, is missing.
 */
export function frameOf(
  { onboarding: { tag, script, eventPrefix, templates, frames } }: Pick<Config, 'onboarding'>,
  serviceUrl: string,
  { environment, country }: Pick<OnboardingVisit, 'environment' | 'country'>,
): Frame | null {
  const template = templates[country] ?? templates.default;
  if (script !== undefined) {
    const origins = [...new Set([new URL(script).origin, ...frames])];
    return template === undefined ? null : { tag, script, eventPrefix, template, origins };
  }
  if (environment !== 'sandbox' || !isOnThisMachine(serviceUrl)) return null;
  return {
    ...STAND_IN,
    ...(template && { template }),
    script: new URL(STAND_IN_PATH, serviceUrl).href,
    origins: [new URL(serviceUrl).origin],
  };
}
