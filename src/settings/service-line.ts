import { SERVICE } from './setting-table.ts';

interface ServiceSettings {
  readonly serviceUrl?: string | undefined;
  readonly embeddedService: boolean;
  readonly environment: string;
}

/** Which payout service this process pays through. A URL may contain a password, so it says only the host. */
export function serviceLine({ serviceUrl, embeddedService, environment }: ServiceSettings): string {
  if (embeddedService || serviceUrl === undefined)
    return `Payout service: the embedded sandbox, in place of ${SERVICE}. To pay, you need the keys of an account there.`;
  return `Payout service: ${SERVICE}, at ${new URL(serviceUrl).host}, ${environment}.`;
}
