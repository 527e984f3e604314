import type { Config } from '../../config.ts';

export const SANDBOX_BANNER = 'SANDBOX, NO MONEY MOVES';

/** The first line of a screen if the configuration is a sandbox; else empty. */
export function sandboxBanner({
  embeddedService,
  environment,
}: Pick<Config, 'embeddedService' | 'environment'>): readonly string[] {
  return embeddedService || environment === 'sandbox' ? [SANDBOX_BANNER] : [];
}
