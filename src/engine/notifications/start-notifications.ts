import type { AppContext } from '../context/app-context.ts';
import type { Component } from '../context/component.ts';
import { emailSender } from './send-email.ts';
import { type Attempt, sendNotifications } from './send-notifications.ts';
import { checkNotifications } from './targets.ts';
import { type Written, writeNotifications } from './write-notifications.ts';

/** The pause between two passes. A slow pass makes it longer, so that passes take at most a twentieth of the time. */
const EVERY_MS = 2_000;
const SHARE = 20;
const MOST_MS = 60_000;
/** How long attempts in flight may take after a stop. */
const GRACE_MS = 5_000;

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
  const { config, clock, log } = appContext;
  const { report = () => {}, everyMs = EVERY_MS } = options;
  checkNotifications(config);
  const stop = new AbortController();
  const hurry = new AbortController();
  const senders = {
    email: config.smtpUrl === undefined ? null : emailSender(config.smtpUrl),
    fetch: options.fetch ?? fetch,
    link: (run: string | null) =>
      config.publicUrl === undefined ? null : run === null ? `${config.publicUrl}/` : `${config.publicUrl}/runs/${run}`,
  };

  const repeat = async (what: string, share: number, pass: () => Promise<readonly (Written | Attempt)[]>) => {
    while (!stop.signal.aborted) {
      const startedAt = clock.now();
      try {
        for (const event of await pass()) report(event);
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ code: (error as { code?: unknown }).code }, what);
      }
      const pause = Math.min(Math.max(everyMs, (clock.now() - startedAt) * share), MOST_MS);
      await clock.sleep(pause, stop.signal).catch(() => {});
    }
  };
  const stops = { stop: stop.signal, hurry: hurry.signal };
  // In parallel, so that a mail server that hangs delays neither the webhooks nor the writing of notifications.
  const work = Promise.all([
    repeat('notifications are not written yet', SHARE, () => writeNotifications(appContext, stop.signal)),
    repeat('e-mails are not sent yet', 0, () => sendNotifications(appContext, 'email', senders, stops)),
    ...(['webhook', 'slack'] as const).map((channel) =>
      repeat('notifications are not posted yet', 0, () => sendNotifications(appContext, channel, senders, stops)),
    ),
  ]);

  return {
    async close() {
      stop.abort();
      const done = new AbortController();
      void clock.sleep(GRACE_MS, done.signal).then(
        () => hurry.abort(),
        () => {},
      );
      await work;
      done.abort();
    },
  };
}
