import {
  issueEvent,
  messageEvent,
  moveEvent,
  notificationEvent,
  resultEvent,
  webhookEvents,
} from '../engine/activities/activity-sentences.ts';
import {
  type ComponentToStart,
  type RestartedComponents,
  restartComponents,
} from '../engine/activities/restart-components.ts';
import type { ServeEvent } from '../engine/activities/serve-event.ts';
import type { AppContext } from '../engine/context/app-context.ts';
import { closeComponents, type Unclosed } from '../engine/context/component.ts';
import { watchCalls } from '../engine/context/observe-calls.ts';
import { startVaultKeyCheck } from '../engine/context/vault-key-check.ts';
import { type MessageData, startEndpoints } from '../engine/endpoints/send-messages.ts';
import { realDisk } from '../engine/inbox/inbox-disk.ts';
import { startInbox } from '../engine/inbox/start-inbox.ts';
import { startNotifications } from '../engine/notifications/start-notifications.ts';
import { isAnybodyNotified } from '../engine/notifications/targets.ts';
import { startWorkers } from '../engine/queue/start-workers.ts';
import { startSchedule } from '../engine/schedule/start-schedule.ts';
import { startWebhookWorker } from '../engine/webhooks/webhook-worker.ts';
import { createApp } from './app.ts';
import { features, type MakeFeature } from './features.ts';
import type { NotReady } from './health.ts';
import { createMetrics, type Metrics } from './metrics-registry.ts';
import { serveApp } from './serve-app.ts';

export interface ServeOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Number of concurrent runs, each of a different merchant. */
  readonly concurrency?: number | undefined;
  readonly without?: readonly ComponentName[];
  /** Doors behind the same address. */
  readonly doors?: readonly MakeFeature[];
  /** The content of messages to endpoints; absent: none are sent. */
  readonly messageData?: MessageData;
  readonly report: (event: ServeEvent) => void;
}

export type ComponentName = 'inbox' | 'schedule' | 'workers' | 'webhooks' | 'notifications' | 'endpoints';

export interface Serving {
  readonly url: string;
  /** The components that the settings ask for, and whether each is on. */
  readonly parts: () => readonly { readonly name: string; readonly on: boolean }[];
  /**
   * Never resolves. Rejects with an error that this process cannot recover from, for example a database of another
   * version.
   */
  readonly failed: Promise<never>;
  /**
   * Accepts no new work, finishes what is in progress, and resolves within `withinMs` with the components that did not
   * close. Never throws.
   */
  close(withinMs: number): Promise<readonly Unclosed[]>;
}

interface ServePart {
  readonly name: ComponentName;
  readonly wanted: (appContext: AppContext, options: ServeOptions) => boolean;
  readonly start: (deps: StartDeps) => ReturnType<ComponentToStart['start']>;
}

interface StartDeps {
  readonly appContext: AppContext;
  readonly options: ServeOptions;
  readonly figures: Metrics;
  readonly onWebhook: (wake: () => void) => void;
  readonly fail: (error: unknown) => void;
}

/** Everything that `payrun serve` does besides answering requests. */
const PARTS: readonly ServePart[] = [
  {
    name: 'inbox',
    wanted: ({ config }) => config.inbox !== undefined,
    start: ({ appContext, options: { report } }) =>
      startInbox(appContext, {
        onMove: (move) => report(moveEvent(move)),
        onIssue: (issue) => report(issueEvent(issue)),
      }),
  },
  {
    name: 'schedule',
    wanted: () => true,
    start: ({ appContext, options: { report } }) =>
      startSchedule(appContext, { report: (text) => report({ event: 'schedule', text }) }),
  },
  {
    name: 'workers',
    wanted: () => true,
    start: async ({ appContext, options: { report, concurrency }, fail }) => {
      const workers = await startWorkers(appContext, {
        concurrency,
        report: (carried) => report(resultEvent(carried)),
      });
      workers.failed.catch(fail);
      return workers;
    },
  },
  {
    name: 'webhooks',
    wanted: () => true,
    start: async ({ appContext, options: { report }, onWebhook }) => {
      const worker = await startWebhookWorker(appContext, (worked) => webhookEvents(worked).forEach(report));
      onWebhook(worker.wake);
      return worker;
    },
  },
  {
    name: 'notifications',
    wanted: ({ config }) => isAnybodyNotified(config),
    start: ({ appContext, options: { report }, figures }) =>
      startNotifications(appContext, {
        report: (event) => {
          if ('channel' in event) figures.countSend(event.channel, event.state);
          report(notificationEvent(event));
        },
      }),
  },
  {
    name: 'endpoints',
    wanted: (_, { messageData }) => messageData !== undefined,
    start: async ({ appContext, options: { messageData: data, report }, figures }) =>
      startEndpoints(appContext, {
        data: data!,
        report: (attempt) => {
          figures.countSend('endpoint', attempt.state);
          if (attempt.state !== 'sent') report(messageEvent(attempt));
        },
      }),
  },
];

/**
 * Runs the inbox, schedule, workers, webhooks, notifications and web server in one process. Throws `usage` if the port
 * is taken. If a component cannot be started, it is reported and retried while the rest runs.
 */
export async function serve(opened: AppContext, options: ServeOptions): Promise<Serving> {
  const figures = createMetrics();
  const appContext = watchCalls(opened, figures.saw);
  const { clock, log } = appContext;
  const stop = new AbortController();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  let wake = () => {};
  let components: RestartedComponents | null = null;

  const wanted = PARTS.filter((part) => part.wanted(appContext, options) && !options.without?.includes(part.name));
  const notReady = async (): Promise<NotReady | null> => {
    if (stop.signal.aborted) return 'stopping';
    if (components === null) return 'starting';
    const off = wanted.filter(({ name }) => !components?.on.has(name)).map(({ name }) => name);
    if (off.length > 0) return off.includes('workers') ? 'workers_down' : 'part_down';
    const { inbox } = appContext.config;
    const takes = inbox !== undefined && wanted.some(({ name }) => name === 'inbox');
    return takes && !(await realDisk.mayWrite(inbox)) ? 'inbox_unwritable' : null;
  };
  const deps = { appContext, figures, notReady, came: () => wake(), stopping: stop.signal };
  const app = createApp(features(deps, options.doors), log);
  // First, so that a taken port is reported before any work starts.
  const server = await serveApp(app, options);

  const startDeps: StartDeps = {
    appContext,
    options,
    figures,
    fail: failed.reject,
    onWebhook: (wakeWorker) => {
      wake = wakeWorker;
    },
  };
  const keyWatch = await startVaultKeyCheck(appContext, failed.reject);
  for (const { name } of wanted) figures.part(name, false);
  components = await restartComponents(
    wanted.map(({ name, start }) => ({
      name,
      start: async () => {
        const part = await start(startDeps);
        figures.part(name, true);
        return part;
      },
    })),
    { clock, report: options.report },
  );

  return {
    url: server.url,
    parts: () => wanted.map(({ name }) => ({ name, on: components?.on.has(name) ?? false })),
    failed: failed.promise,
    async close(withinMs) {
      stop.abort();
      const parts = components;
      const unclosed = await Promise.all([
        closeComponents(
          [
            { name: 'web', part: server },
            { name: 'key', part: keyWatch },
          ],
          { withinMs, clock },
        ),
        parts?.close(withinMs) ?? [],
      ]);
      return unclosed.flat();
    },
  };
}
