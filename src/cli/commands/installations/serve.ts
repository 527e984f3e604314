import { api } from '../../../api/api.ts';
import { messageData } from '../../../api/message-data.ts';
import { loadConfig } from '../../../config.ts';
import { type AppContext, openAppContext } from '../../../engine/context/app-context.ts';
import { gracefulFetch } from '../../../engine/context/graceful-fetch.ts';
import { DATABASE_ERRORS, EXIT, isError } from '../../../errors.ts';
import { environmentBanner, isSandbox } from '../../../ledger/merchants/environment-seen.ts';
import { systemClock } from '../../../platform/clock.ts';
import { usageError } from '../../../references/usage-error.ts';
import { secureUrl } from '../../../settings/setting-forms.ts';
import { type ComponentName, type Serving, serve as startServing } from '../../../web/serve.ts';
import { type Command, optionText } from '../../command.ts';
import { createServiceLog, type ServiceLog } from '../../terminal/service-log.ts';
import { untilAborted } from '../../until-aborted.ts';
import { wholeNumber } from '../../whole-number.ts';

const PORT = 4080;
/**
 * The time limits, in ms, for closing the components and then the database. After 10 s together the process ends in any
 * case.
 */
const PARTS_MS = 8_000;
const WORKPLACE_MS = 1_500;

/** Each has a switch `--no-<name>`. */
const SWITCHES: readonly ComponentName[] = ['inbox', 'schedule', 'workers', 'notifications'];

/** Runs all components until it is stopped: inbox, schedule, workers, webhooks, notifications and pages. */
export const serve: Command = async ({ options, terminal, signal }) => {
  const port = wholeNumber(options, 'port', 0, 65_535) ?? PORT;
  const host = optionText(options, 'host') ?? '127.0.0.1';
  const concurrency = wholeNumber(options, 'concurrency', 1, 100);
  const config = loadConfig();
  const publicUrl = urlOf(optionText(options, 'publicUrl')) ?? config.publicUrl;
  // Commander sets a `--no-` option to true if it is not given.
  const without = SWITCHES.filter((part) => options[part] !== true);
  const serviceLog = createServiceLog(config, terminal);
  const appContext = await openAppContext(publicUrl === undefined ? config : { ...config, publicUrl }, {
    fetch: gracefulFetch(fetch, systemClock),
    log: serviceLog.log,
  });
  const guard = outliveDatabase(appContext);
  let serving: Serving | null = null;
  try {
    serviceLog.banner(await environmentBanner(appContext));
    serving = await startServing(appContext, {
      ...{ host, port, concurrency, without, report: serviceLog.tell },
      doors: [api],
      messageData,
    });
    const sandboxUrl = await embeddedSandboxUrl(appContext);
    printStart(serving, appContext, serviceLog, { publicUrl, sandboxUrl, sandbox: await isSandbox(appContext) });
    await Promise.race([untilAborted(signal), serving.failed]);
  } finally {
    const startedAt = performance.now();
    const unclosed = (await serving?.close(PARTS_MS)) ?? [];
    for (const { name } of unclosed)
      serviceLog.tell({
        event: 'late',
        part: name,
        text: `${name} did not stop in time; its work continues at the next start.`,
      });
    await Promise.race([appContext.close().catch(() => {}), appContext.clock.sleep(WORKPLACE_MS)]);
    guard.release();
    if (serving !== null) {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      serviceLog.tell({
        event: 'stopped',
        seconds: Number(seconds),
        text: `Stopped in ${seconds} s. Unfinished work continues at the next start.`,
      });
    }
  }
  return EXIT.done;
};

/** Validates the URL as the setting `publicUrl` does. Throws `usage` if it is invalid. */
function urlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (secureUrl.safeParse(text).success) return text.replace(/(?<!\/)\/+$/, '');
  throw usageError('public_url_invalid');
}

/** The address of the embedded sandbox's controls while this process runs; null if another service is configured. */
async function embeddedSandboxUrl({ config, serviceUrl, log }: AppContext): Promise<string | null> {
  if (!config.embeddedService) return null;
  return serviceUrl().catch((error: unknown) => {
    log.warn({ code: isError(error) ? error.code : 'defect' }, 'the embedded sandbox did not start');
    return null;
  });
}

function printStart(
  serving: Serving,
  { config }: AppContext,
  serviceLog: ServiceLog,
  { publicUrl, sandboxUrl, sandbox }: { publicUrl: string | undefined; sandboxUrl: string | null; sandbox: boolean },
): void {
  const { url } = serving;
  const parts = serving.parts();
  const named = (isOn: boolean) => parts.flatMap(({ name, on }) => (on === isOn ? name : []));
  const on = named(true).map((name) => (name === 'inbox' ? `inbox ${config.inbox}` : name));
  const off = named(false);
  serviceLog.begin({
    facts: {
      ...{ event: 'serving', url, publicUrl: publicUrl ?? null, sandbox },
      ...(sandboxUrl === null ? {} : { sandboxUrl }),
      parts,
    },
    lines: [
      `Payrun is at ${url}${publicUrl === undefined ? '' : `, publicly at ${publicUrl}`}.`,
      ...(sandboxUrl === null ? [] : [`The sandbox is at ${sandboxUrl}. No money moves.`]),
      `Running: ${on.join(', ') || 'nothing'}.${off.length > 0 ? ` Not running yet: ${off.join(', ')}.` : ''}`,
    ],
    hint: ['Press Ctrl-C to stop. Calls in progress are completed, and unfinished work continues at the next start.'],
  });
}

/**
 * Every component waits for a database that is out of reach, so an unhandled rejection from it must not end the
 * process. Any other unhandled rejection is a defect, and ends it.
 */
function outliveDatabase({ log }: AppContext): { release(): void } {
  const caught = (error: unknown) => {
    if (!isError(error, ...DATABASE_ERRORS)) throw error;
    log.warn({ code: error.code }, 'the database could not be reached for background work');
  };
  process.on('unhandledRejection', caught);
  return { release: () => void process.removeListener('unhandledRejection', caught) };
}
