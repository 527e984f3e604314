import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WatchedCall } from '../engine/context/observe-calls.ts';
import type { InboxReport } from '../engine/inbox/inbox-state.ts';
import type { QueueState } from '../engine/queue/queue-state.ts';
import { NOTIFICATION_CHANNELS } from '../ledger/notifications/notification-delivery.ts';
import type { LedgerFigures } from '../ledger/operations/metrics.ts';
import { OUTCOME_CODES } from '../outcomes/run-outcome.ts';
import { BATCH_MOVES, COUNTED_STATES } from '../states.ts';
import type { WebhookRefusal } from './webhooks/receive-webhooks.ts';

/** Latest values of the metrics that describe the whole installation. */
export interface Installation {
  readonly ledger: LedgerFigures;
  readonly queue: QueueState;
  /** Null if no inbox is configured. */
  readonly inbox: InboxReport | null;
}

export interface Metrics {
  readonly registry: Registry;
  saw(call: WatchedCall): void;
  /** Counts an attempt of this process to send a notification. */
  countSend(channel: string, state: string): void;
  countRefusedWebhook(why: WebhookRefusal): void;
  /** Records whether a component of this process is on. */
  part(name: string, on: boolean): void;
  /**
   * Publishes the metrics of the installation. Null: the database is unreachable, so these metrics are omitted instead
   * of showing old values. `now`: ms UTC.
   */
  show(installation: Installation | null, now: number): void;
}

const OPEN_BATCH_STATES = Object.entries(BATCH_MOVES).flatMap(([state, moves]) => (moves.length > 0 ? [state] : []));
/** Gauges of prom-client that are named like counters, which `promtool check metrics` refuses. */
const MISNAMED = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`);
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * All metrics, with their names and descriptions. Labels are states, quota levels, and names of endpoints, jobs,
 * channels and components. They are few, and never contain a merchant, a recipient or an address.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers });

  const calls = new Counter({
    name: 'payrun_service_calls_total',
    help: 'Attempts of calls to the payout service by this process; status is none where no answer came.',
    labelNames: ['endpoint', 'status', 'outcome'] as const,
    registers,
  });
  const refusals = new Counter({
    name: 'payrun_service_rate_limited_total',
    help: 'Calls of this process that the payout service refused with 429.',
    registers,
  });
  const seconds = new Histogram({
    name: 'payrun_service_call_duration_seconds',
    help: 'How long the payout service took to answer this process.',
    buckets: CALL_SECONDS,
    registers,
  });
  const sends = new Counter({
    name: 'payrun_notification_attempts_total',
    help: 'Attempts of this process to send a notification or a message to an endpoint, by result.',
    labelNames: ['channel', 'state'] as const,
    registers,
  });
  const refusedWebhooks = new Counter({
    name: 'payrun_webhooks_refused_total',
    help: 'Webhooks that this process refused, by reason: rate, signature (or merchant, or time), content.',
    labelNames: ['reason'] as const,
    registers,
  });
  const parts = gauge(
    'payrun_part_up',
    'Whether a part of this process is on (1) or could not be started (0).',
    'part',
  );
  const database = gauge('payrun_database_up', 'Whether the figures of the installation could be read (1) or not (0).');

  const outcomes = gauge('payrun_run_outcomes', 'Runs by outcome, without dry runs.', 'outcome');
  const payments = gauge('payrun_payments', 'Rows of all sheets by state, without dry runs.', 'state');
  const batches = gauge('payrun_batches', 'Batches that are not settled, by state.', 'state');
  const batchPayments = gauge('payrun_batch_payments', 'Payments in batches that are not settled, by state.', 'state');
  const batchAge = gauge(
    'payrun_batch_oldest_seconds',
    'How long the batch that changed longest ago has been in this state.',
    'state',
  );
  const slots = gauge('payrun_quota_slots', 'Calls that the quotas allow in a window, by level.', 'level', 'state');
  const fullest = gauge(
    'payrun_quota_used_ratio',
    'How much of the fullest quota of a level is used, 0 to 1.',
    'level',
  );
  const tasks = gauge('payrun_queue_tasks', 'Tasks in the queue; a failed one holds up its merchant.', 'state');
  const waiting = gauge('payrun_queue_oldest_waiting_seconds', 'How long the oldest task waits; 0 where none does.');
  const files = gauge('payrun_inbox_files', 'Files of the inbox; done and failed are those of today.', 'state');
  const inboxIssues = gauge('payrun_inbox_troubles', 'What keeps sheets in the inbox.');
  const deliveries = gauge(
    'payrun_webhook_deliveries_waiting',
    'Webhooks that came and were not read in the payout service yet.',
  );
  const notifications = gauge(
    'payrun_notifications',
    'Notifications, and messages to endpoints, that were not delivered, by state.',
    'channel',
    'state',
  );
  const jobEnded = gauge('payrun_job_last_end_timestamp_seconds', 'When a job ended last, since 1970.', 'job');
  const jobExit = gauge('payrun_job_last_exit_code', 'The exit code of the last time; 0 is well.', 'job');
  const returnsRead = gauge(
    'payrun_returns_read_timestamp_seconds',
    'When returned payments were last read, of the merchant for which it is longest ago, since 1970.',
  );
  const backedUp = gauge('payrun_backup_last_timestamp_seconds', 'When the last backup was made, since 1970.');
  const ofInstallation = [
    ...[outcomes, payments, batches, batchPayments, batchAge, slots, fullest, tasks, waiting],
    ...[files, inboxIssues, deliveries, notifications, jobEnded, jobExit, returnsRead, backedUp],
  ];

  const showLedger = (ledger: LedgerFigures) => {
    for (const outcome of OUTCOME_CODES) outcomes.set({ outcome }, ledger.outcomes[outcome] ?? 0);
    for (const state of COUNTED_STATES) payments.set({ state }, ledger.payments[state] ?? 0);
    for (const state of OPEN_BATCH_STATES) {
      const found = ledger.batches.find((batch) => batch.state === state);
      batches.set({ state }, found?.batches ?? 0);
      batchPayments.set({ state }, found?.payments ?? 0);
      batchAge.set({ state }, Math.max(0, found?.oldest_seconds ?? 0));
    }
    for (const { level, slots: all, used, fullest: most } of ledger.quota) {
      slots.set({ level, state: 'used' }, used);
      slots.set({ level, state: 'free' }, all - used);
      fullest.set({ level }, most);
    }
    deliveries.set(ledger.deliveries);
    for (const channel of [...NOTIFICATION_CHANNELS, 'endpoint'])
      for (const state of ['waiting', 'given_up'])
        notifications.set(
          { channel, state },
          ledger.notifications.find((one) => one.channel === channel && one.state === state)?.n ?? 0,
        );
    if (ledger.backedUp !== null) backedUp.set(ledger.backedUp);
    if (ledger.returnsRead !== null) returnsRead.set(ledger.returnsRead);
    for (const { job, ended, exit_code } of ledger.jobs) {
      jobEnded.set({ job }, ended);
      jobExit.set({ job }, exit_code);
    }
  };

  return {
    registry,
    saw({ endpoint, status, outcome, ms }) {
      calls.inc({ endpoint, status: String(status ?? 'none'), outcome });
      if (status === 429) refusals.inc();
      if (status !== null) seconds.observe(ms / 1000);
    },
    countSend: (channel, state) => sends.inc({ channel, state }),
    countRefusedWebhook: (reason) => refusedWebhooks.inc({ reason }),
    part: (name, on) => parts.set({ part: name }, on ? 1 : 0),
    show(installation, now) {
      for (const one of ofInstallation) one.reset();
      database.set(installation === null ? 0 : 1);
      if (installation === null) {
        // `reset` sets a metric without labels to 0, which would mean that nothing is waiting.
        for (const one of [waiting, inboxIssues, deliveries]) one.remove();
        return;
      }
      const { ledger, queue, inbox } = installation;
      showLedger(ledger);
      tasks.set({ state: 'waiting' }, queue.depth);
      tasks.set({ state: 'deferred' }, queue.deferred);
      tasks.set({ state: 'active' }, queue.active);
      tasks.set({ state: 'failed' }, queue.failed);
      waiting.set(queue.oldestWaiting ? Math.max(0, (now - queue.oldestWaiting.getTime()) / 1000) : 0);
      if (inbox === null) {
        inboxIssues.remove();
        return;
      }
      files.set({ state: 'waiting' }, inbox.waiting);
      files.set({ state: 'processing' }, inbox.taking + inbox.processing);
      files.set({ state: 'done' }, inbox.doneToday);
      files.set({ state: 'failed' }, inbox.failedToday);
      inboxIssues.set(inbox.issues.filter(({ level }) => level !== 'info').length);
    },
  };
}
