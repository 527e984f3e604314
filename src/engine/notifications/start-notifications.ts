import { NOTIFICATION_CHANNELS } from '../../ledger/notifications/notification-delivery.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Component } from '../context/component.ts';
import { type Stops, startPasses } from '../deliveries/start-passes.ts';
import { emailSender } from './send-email.ts';
import { type Attempt, sendNotifications } from './send-notifications.ts';
import { checkNotifications } from './targets.ts';
import { type Written, writeNotifications } from './write-notifications.ts';

/** A slow pass makes the pause after it longer, so that passes take at most a twentieth of the time. */
const SHARE = 20;

export interface NotificationsOptions {
  /** Called for each notification that was written and each attempt to send one. */
  readonly report?: (event: Written | Attempt) => void;
  readonly fetch?: typeof fetch;
  /** The shortest pause between two passes, in ms. */
  readonly everyMs?: number;
}

/**
 * Sends notifications as the setting `notifications` says, until it is closed. They derive from the state of the runs
 * in the ledger, so a crash loses none. Throws `config_invalid`. Continues through outages of the database, the mail
 * server and receivers.
 */
export async function startNotifications(
  appContext: AppContext,
  options: NotificationsOptions = {},
): Promise<Component> {
  const { config } = appContext;
  const { report = () => {}, everyMs } = options;
  checkNotifications(config);
  const senders = {
    email: config.smtpUrl === undefined ? null : emailSender(config.smtpUrl),
    fetch: options.fetch ?? fetch,
    link: (run: string | null) =>
      config.publicUrl === undefined ? null : run === null ? `${config.publicUrl}/` : `${config.publicUrl}/runs/${run}`,
  };

  const write = {
    failure: 'notifications are not written yet',
    share: SHARE,
    run: async ({ stop }: Stops) => (await writeNotifications(appContext, stop)).forEach(report),
  };
  const send = NOTIFICATION_CHANNELS.map((channel) => ({
    failure: `notifications are not sent yet by ${channel}`,
    run: (stops: Stops) => sendNotifications(appContext, channel, senders, stops, report),
  }));
  return startPasses(appContext, [write, ...send], everyMs);
}
