import { readWebhooks, type WantedWebhook } from '../webhook-list.ts';
import type { Change, Setting } from './setting.ts';

/**
 * Creates the subscriptions that the row names and the service lacks. Others are left unchanged: other programs may
 * need them.
 */
export const webhooks: Setting = {
  name: 'webhooks',
  columns: ['webhooks'],
  async differences({ cells, shown }) {
    const remote = await shown.webhooks();
    const wanted = readWebhooks(cells.webhooks!) as readonly WantedWebhook[];
    return wanted
      .filter(
        ({ model, action, target }) =>
          !remote.some((one) => one.model === model && one.action === action && one.target === target),
      )
      .map(
        ({ model, action, target }): Change => ({
          what: `${model} ${action} to ${new URL(target).origin}`,
          before: null,
          after: 'subscribed',
          send: async (service, signal) => {
            const body = { model, action, target } as never;
            const { subscription } = await service.call('createWebhook', { body }, { signal });
            const { id: remoteId, signingKey } = subscription;
            return signingKey ? { subscription: { remoteId, model, action, target, signingKey } } : undefined;
          },
        }),
      );
  },
};
