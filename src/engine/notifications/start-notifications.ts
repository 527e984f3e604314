import type { AppContext } from '../context/app-context.ts';
import type { Component } from '../context/component.ts';
import { emailSender } from './send-email.ts';
import { type Attempt, sendNotifications } from './send-notifications.ts';
import { checkNotifications } from './targets.ts';
import { type Written, writeNotifications } from './write-notifications.ts';

/** Between two looks; longer where a look took long, so that it costs a twentieth of the time at most. */
const EVERY_MS = 2_000;
const SHARE = 20;
const MOST_MS = 60_000;
/** What is being sent when it is told to stop has so long to end. */
const GRACE_MS = 5_000;

export interface NotificationsOptions {
  /** Is told of each notice that was written, and of each attempt to send one. */
  readonly tell?: (happened: Written | Attempt) => void;
  readonly fetch?: typeof fetch;
  /** The first pause between two looks, ms. */
  readonly everyMs?: number;
}

/**
 * Tells people of what needs them, as the setting `notices` says, for as long as it is open: notices are written from where the
 * runs stand in the ledger, so a crash loses none, and sent from there. Throws `config_invalid`. A database, a mail server or a
 * receiver that is away is waited for.
 */
export async function startNotifications(
  appContext: AppContext,
  options: NotificationsOptions = {},
): Promise<Component> {
  const { config, clock, log } = appContext;
  const { tell = () => {}, everyMs = EVERY_MS } = options;
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
      const begun = clock.now();
      try {
        for (const happened of await pass()) tell(happened);
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ code: (error as { code?: unknown }).code }, what);
      }
      const pause = Math.min(Math.max(everyMs, (clock.now() - begun) * share), MOST_MS);
      await clock.sleep(pause, stop.signal).catch(() => {});
    }
  };
  const stops = { stop: stop.signal, hurry: hurry.signal };
  // Side by side: a mail server that hangs keeps neither the webhook nor what is to be told from being written down.
  const work = Promise.all([
    repeat('notices are not written yet', SHARE, () => writeNotifications(appContext, stop.signal)),
    repeat('e-mails are not sent yet', 0, () => sendNotifications(appContext, 'email', senders, stops)),
    ...(['webhook', 'slack', 'teams'] as const).map((channel) =>
      repeat('notices are not posted yet', 0, () => sendNotifications(appContext, channel, senders, stops)),
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
