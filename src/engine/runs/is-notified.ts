import { listeningFor } from '../../ledger/webhooks/webhook-receiver.ts';
import type { AppContext } from '../context/app-context.ts';

/** Whether webhooks about a merchant's payments come in, so that the service is only asked after a silence. */
export async function isNotified({ config, ledger }: AppContext, merchant: string): Promise<boolean> {
  if (config.webhooks !== 'auto') return config.webhooks === 'only';
  return (await listeningFor(ledger.db, [merchant])).size > 0;
}
