import { loadConfig } from '../../../config.ts';
import { openAppContext } from '../../../engine/context/app-context.ts';
import type { ProcessedWebhooks } from '../../../engine/webhooks/process-webhooks.ts';
import { EXIT } from '../../../errors.ts';
import { environmentBanner } from '../../../ledger/merchants/environment-seen.ts';
import { listenForWebhooks } from '../../../web/webhooks/listen-for-webhooks.ts';
import { type Command, textOf } from '../../command.ts';
import { createServiceLog, type ServiceLog } from '../../terminal/service-log.ts';
import { untilAborted } from '../../until-aborted.ts';
import { wholeNumber } from '../../whole-number.ts';

const PORT = 4080;

/** Receives webhook deliveries until it is stopped. Prints a line for every run that they update. */
export const webhooksListen: Command = async ({ options, terminal, signal }) => {
  const port = wholeNumber(options, 'port', 0, 65_535) ?? PORT;
  const host = textOf(options, 'host') ?? '127.0.0.1';
  const config = loadConfig();
  const counted = createServiceLog(config, terminal);
  const appContext = await openAppContext(config, { log: counted.log });
  try {
    counted.banner(await environmentBanner(appContext));
    const listening = await listenForWebhooks(appContext, {
      host,
      port,
      report: (worked) => printProcessed(worked, counted),
    });
    try {
      const url = textOf(options, 'publicUrl') ?? listening.url;
      counted.begin({
        facts: { url: listening.url, publicUrl: url },
        lines: [`Receives webhook deliveries at ${listening.url}.`],
        hint: [
          `To have them sent: payrun webhooks subscribe MERCHANT --url ${url}`,
          'Press Ctrl-C to stop. Received deliveries are kept.',
        ],
      });
      await untilAborted(signal);
    } finally {
      await listening.close();
    }
  } finally {
    await appContext.close();
  }
  return EXIT.done;
};

function printProcessed({ outcomes, strangers }: ProcessedWebhooks, { tell: report }: ServiceLog): void {
  for (const { run, counts, results } of outcomes) {
    const states = Object.entries(counts).flatMap(([state, n]) => (n > 0 ? `${n} ${state}` : []));
    const text = `Run ${run} was updated by webhooks: ${states.join(', ')}. Results: ${results ?? 'none'}`;
    report({ facts: { run, counts, results }, lines: [text] });
  }
  for (const { merchant, model, action, note } of strangers)
    report({
      facts: { merchant, model, action, note },
      lines: [`Set aside, of ${merchant}: ${model} ${action}. ${note}`],
    });
}
