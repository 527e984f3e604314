import { SERVICE } from './setting-table.ts';

interface ServiceSettings {
  readonly serviceUrl?: string | undefined;
  readonly embeddedService: boolean;
  readonly environment: string;
}

/** The payout service of this process. A URL may contain a password, so only the host is shown. */
export function serviceLine({ serviceUrl, embeddedService, environment }: ServiceSettings): string {
  if (embeddedService || serviceUrl === undefined)
    return `Payout service: the embedded sandbox, in place of ${SERVICE}. To make payments, you need the keys of an account with it.`;
  return `Payout service: ${SERVICE}, at ${new URL(serviceUrl).host}, ${environment}.`;
}
