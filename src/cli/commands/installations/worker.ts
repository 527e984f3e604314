import { loadConfig } from '../../../config.ts';
import { resultEvent } from '../../../engine/activities/activity-sentences.ts';
import { openAppContext } from '../../../engine/context/app-context.ts';
import { closeComponents } from '../../../engine/context/component.ts';
import { gracefulFetch } from '../../../engine/context/graceful-fetch.ts';
import { startWorkers } from '../../../engine/queue/start-workers.ts';
import { EXIT } from '../../../errors.ts';
import { environmentBanner } from '../../../ledger/merchants/environment-seen.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Command } from '../../command.ts';
import { createServiceLog } from '../../terminal/service-log.ts';
import { untilAborted } from '../../until-aborted.ts';
import { wholeNumber } from '../../whole-number.ts';

/** The time limit for closing, in ms. Another worker continues what is interrupted. */
const CLOSE_MS = 9_000;

/** Processes queued tasks until it is stopped. Prints a line for each run that made progress. */
export const worker: Command = async ({ options, terminal, signal }) => {
  const concurrency = wholeNumber(options, 'concurrency', 1, 100);
  const config = loadConfig();
  const serviceLog = createServiceLog(config, terminal);
  const appContext = await openAppContext(config, {
    fetch: gracefulFetch(fetch, systemClock),
    log: serviceLog.log,
  });
  await appContext.checkRules();
  serviceLog.banner(await environmentBanner(appContext));
  const workers = await startWorkers(appContext, {
    concurrency,
    report: (carried) => serviceLog.tell(resultEvent(carried)),
  });
  try {
    serviceLog.begin({
      facts: { worker: process.pid },
      lines: ['Processing the queue.'],
      hint: ['Press Ctrl-C to stop. Any worker can continue unfinished work.'],
    });
    await Promise.race([untilAborted(signal), workers.failed]);
  } finally {
    const close = () => workers.close().then(() => appContext.close());
    const late = await closeComponents([{ name: 'workers', part: { close } }], {
      withinMs: CLOSE_MS,
      clock: systemClock,
    });
    if (late.length > 0)
      terminal.note('A call is still in progress. The process that continues its run will read the outcome.');
  }
  return EXIT.done;
};
