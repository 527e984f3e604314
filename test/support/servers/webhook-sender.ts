import { createHmac, randomUUID } from 'node:crypto';

export const SIGNING_KEY = 'the key that signs';

export interface SendOptions {
  readonly merchant?: string;
  readonly key?: string;
  /** Seconds before now at which it was signed. */
  readonly age?: number;
  /** When it was signed, in place of now; ms UTC. */
  readonly at?: number;
  readonly id?: string;
  /** Content that is signed in place of the body. */
  readonly signed?: string;
  readonly unsigned?: boolean;
}

/** Sends deliveries as the service does: signed over their bytes. Text is sent unchanged. Returns the status. */
export function webhookSender(url: () => string) {
  return async (body: unknown, options: SendOptions = {}): Promise<number> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const t = Math.floor((options.at ?? Date.now()) / 1000) - (options.age ?? 0);
    const v1 = createHmac('sha256', options.key ?? SIGNING_KEY)
      .update(`${t}${options.signed ?? text}`)
      .digest('hex');
    const response = await fetch(`${url()}/webhooks/${options.merchant ?? 'default'}`, {
      method: 'POST',
      body: text,
      headers: {
        'Content-Type': 'application/json',
        'X-PaymentRails-Delivery': options.id ?? randomUUID(),
        'X-PaymentRails-Created': new Date(t * 1000).toISOString(),
        ...(options.unsigned ? {} : { 'X-PaymentRails-Signature': `t=${t},v1=${v1}` }),
      },
    });
    await response.arrayBuffer();
    return response.status;
  };
}
