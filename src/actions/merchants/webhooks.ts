import { usageError } from '../../references/usage-error.ts';
import { BY_MERCHANT, type OperatorActionAtService } from '../action.ts';

/** Subscribes to webhooks for the payments and batches of a merchant. */
export const subscribeToWebhooks: OperatorActionAtService = {
  name: 'webhooks subscribe',
  ...BY_MERCHANT,
  callsService: true,
  command: {
    arguments: '<merchant>',
    summary: 'subscribes to webhooks for the payments and batches of a merchant; 7 calls at most',
    options: [
      { flags: '--url <url>', summary: 'the URL at which the service reaches Payrun' },
      {
        flags: '--signing-key-env <variable>',
        summary: 'the environment variable with the signing key, if the service shows the key only on its pages',
      },
    ],
    examples: [
      ['payrun webhooks subscribe acme --url https://pay.example.com', 'at https://pay.example.com/webhooks/acme'],
    ],
    input(_, { url, signingKeyEnv }) {
      if (typeof url !== 'string' || url.trim() === '') throw usageError('webhook_url_missing');
      return { url, ...(typeof signingKeyEnv === 'string' ? { signingKeyEnv } : {}) };
    },
  },
  async apply(appContext, { merchant = '' }, { url = '', signingKeyEnv: variable }, { by, signal }) {
    const { secretFrom } = await import('../../config.ts');
    const signingKey = variable === undefined ? undefined : secretFrom(variable);
    const { subscribe } = await import('../../engine/webhooks/subscribe.ts');
    const asked = { url, signingKey, ...(signal ? { signal } : {}) };
    const { target, subscriptions } = await subscribe(appContext, by, merchant, asked);
    return {
      answer: {
        document: { merchant, target, subscriptions },
        lines: [
          `The service sends webhooks of ${merchant} to ${target}:`,
          ...subscriptions.map(({ model, action }) => `  ${model} ${action}`),
        ],
      },
    };
  },
};

/** Removes them. */
export const unsubscribeFromWebhooks: OperatorActionAtService = {
  name: 'webhooks unsubscribe',
  ...BY_MERCHANT,
  callsService: true,
  command: {
    arguments: '<merchant>',
    summary: 'ends the webhook subscriptions; runs then poll for outcomes',
    examples: [['payrun webhooks unsubscribe acme', 'removes the subscriptions of acme']],
  },
  async apply(appContext, { merchant = '' }, _, { by, signal }) {
    const { unsubscribe } = await import('../../engine/webhooks/subscribe.ts');
    const removed = await unsubscribe(appContext, by, merchant, signal);
    return {
      answer: {
        document: { merchant, removed },
        lines: [
          removed === 0
            ? `${merchant} has no webhook subscriptions.`
            : `Webhooks of ${merchant} unsubscribed. Runs now poll for outcomes.`,
        ],
      },
    };
  },
};
