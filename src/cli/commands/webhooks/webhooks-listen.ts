import { loadConfig } from '../../../config.ts';
import { webhookEvents } from '../../../engine/activities/activity-sentences.ts';
import type { AppContext } from '../../../engine/context/app-context.ts';
import { EXIT } from '../../../errors.ts';
import { environmentBanner } from '../../../ledger/merchants/environment-seen.ts';
import { listenForWebhooks } from '../../../web/webhooks/listen-for-webhooks.ts';
import { type Command, optionText } from '../../command.ts';
import { createServiceLog } from '../../terminal/service-log.ts';
import { untilAborted } from '../../until-aborted.ts';
import { wholeNumber } from '../../whole-number.ts';
import { withAppContext } from '../../with-app-context.ts';

const PORT = 4080;

/** Receives webhook deliveries until it is stopped. Prints a line for every run that they update. */
export const webhooksListen: Command = async ({ options, terminal, signal }) => {
  const port = wholeNumber(options, 'port', 0, 65_535) ?? PORT;
  const host = optionText(options, 'host') ?? '127.0.0.1';
  const config = loadConfig();
  const serviceLog = createServiceLog(config, terminal);
  const listen = async (appContext: AppContext) => {
    serviceLog.banner(await environmentBanner(appContext));
    const listening = await listenForWebhooks(appContext, {
      host,
      port,
      report: (worked) => {
        for (const event of webhookEvents(worked)) serviceLog.tell(event);
      },
    });
    try {
      const url = optionText(options, 'publicUrl') ?? listening.url;
      serviceLog.begin({
        facts: { url: listening.url, publicUrl: url },
        lines: [`Receiving webhook deliveries at ${listening.url}.`],
        hint: [
          `Next: payrun webhooks subscribe MERCHANT --url ${url}`,
          'Press Ctrl-C to stop. Received deliveries are kept.',
        ],
      });
      await untilAborted(signal);
    } finally {
      await listening.close();
    }
    return EXIT.done;
  };
  return withAppContext(terminal, listen, config, { log: serviceLog.log });
};
