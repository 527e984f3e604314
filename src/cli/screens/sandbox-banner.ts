import type { Config } from '../../config.ts';

export const SANDBOX_BANNER = 'SANDBOX, NO MONEY MOVES';

/** The banner where the settings lead to a sandbox, as the first line of a screen; else nothing. */
export function sandboxBanner({
  embeddedService,
  environment,
}: Pick<Config, 'embeddedService' | 'environment'>): readonly string[] {
  return embeddedService || environment === 'sandbox' ? [SANDBOX_BANNER] : [];
}
