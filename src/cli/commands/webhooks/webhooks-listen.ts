import { loadConfig } from '../../../config.ts';
import { openAppContext } from '../../../engine/context/app-context.ts';
import type { ProcessedWebhooks } from '../../../engine/webhooks/process-webhooks.ts';
import { EXIT } from '../../../errors.ts';
import { createLog } from '../../../platform/log.ts';
import { listenForWebhooks } from '../../../web/webhooks/listen-for-webhooks.ts';
import { type Command, textOf } from '../../command.ts';
import { sandboxBanner } from '../../terminal/sandbox-banner.ts';
import { oneLine } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { untilAborted } from '../../until-aborted.ts';
import { wholeNumber } from '../../whole-number.ts';

const PORT = 4080;

/** Receives webhook deliveries until it is stopped. Prints a line for every run that they update. */
export const webhooksListen: Command = async ({ options, terminal, signal }) => {
  const port = wholeNumber(options, 'port', 0, 65_535) ?? PORT;
  const host = textOf(options, 'host') ?? '127.0.0.1';
  const config = loadConfig();
  const appContext = await openAppContext(config, { log: createLog(config.logLevel) });
  try {
    const listening = await listenForWebhooks(appContext, {
      host,
      port,
      report: (worked) => printProcessed(worked, terminal),
    });
    try {
      const url = textOf(options, 'publicUrl') ?? listening.url;
      if (terminal.json) terminal.line({ url: listening.url, publicUrl: url });
      else {
        for (const line of sandboxBanner(config)) terminal.print(line);
        terminal.print(`Takes webhooks at ${listening.url}. Ctrl-C stops it; what came is kept.`);
        terminal.print(`To be told: payrun webhooks subscribe MERCHANT --url ${url}`);
      }
      await untilAborted(signal);
    } finally {
      await listening.close();
    }
  } finally {
    await appContext.close();
  }
  return EXIT.done;
};

function printProcessed({ outcomes, strangers }: ProcessedWebhooks, terminal: Terminal): void {
  for (const { run, counts, results } of outcomes) {
    if (terminal.json) terminal.line({ run, counts, results });
    const counted = Object.entries(counts).flatMap(([state, n]) => (n > 0 ? `${n} ${state}` : []));
    terminal.print(`Run ${run} was told of: ${counted.join(', ')}. Results: ${results ?? 'none'}`);
  }
  for (const { merchant, model, action, note } of strangers)
    terminal.note(oneLine(`Set aside, of ${merchant}: ${model} ${action}. ${note}`));
}
