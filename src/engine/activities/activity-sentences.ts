import type { PayrunError } from '../../errors.ts';
import { OUTCOMES } from '../../outcomes/run-outcome.ts';
import { stateCountsText } from '../../outcomes/status-words.ts';
import type { MessageAttempt } from '../endpoints/send-messages.ts';
import type { InboxMove } from '../inbox/inbox-pass.ts';
import type { InboxIssue } from '../inbox/issues.ts';
import type { Attempt } from '../notifications/send-notifications.ts';
import type { Written } from '../notifications/write-notifications.ts';
import type { TaskResult } from '../queue/process-task.ts';
import { jobExitCode, taskResultLine, taskResultRuns } from '../queue/task-result-line.ts';
import type { ProcessedWebhooks } from '../webhooks/process-webhooks.ts';
import type { ServeEvent } from './serve-event.ts';

/** Describes a task that a worker finished. */
export function resultEvent(carried: TaskResult): ServeEvent {
  const text = taskResultLine(carried);
  const error = errorOf(carried.error);
  if (!('run' in carried)) {
    const { job } = carried;
    return { event: 'job', job, exitCode: jobExitCode(carried), runs: taskResultRuns(carried), error, text };
  }
  const { run, merchant, state, outcome, note, results } = carried;
  return { event: 'run', run, merchant, state, outcome, note, results, error, text };
}

/**
 * Describes the runs that webhook deliveries changed, and the deliveries about payments and batches that the ledger
 * does not have.
 */
export function webhookEvents({ outcomes, strangers }: ProcessedWebhooks): readonly ServeEvent[] {
  return [
    ...outcomes.map(({ run, state, outcome, counts, results }): ServeEvent => {
      const text = `Run ${run}: ${OUTCOMES[outcome].label}. ${stateCountsText(counts)}. Results: ${results ?? 'none'}`;
      return { event: 'webhook', run, state, outcome, counts, results, text };
    }),
    ...strangers.map(({ merchant, model, action, note }): ServeEvent => {
      const text = `Set aside, of ${merchant}: ${model} ${action}. ${note}`;
      return { event: 'webhook_set_aside', merchant, model, action, note, text };
    }),
  ];
}

/** Says which state a file of the inbox has moved to. */
export function moveEvent({ file, name, state, run }: InboxMove): ServeEvent {
  const of = run === null ? '' : `, run ${run}`;
  return { event: 'file', file, name, state, run, text: `File ${file}: ${state}${of}.` };
}

export function issueEvent({ code, file, message, next }: InboxIssue): ServeEvent {
  return { event: 'trouble', code, file, text: `${message} ${next}` };
}

const BY_CHANNEL: Readonly<Record<Attempt['channel'], string>> = {
  email: 'by email',
  webhook: 'by webhook',
  slack: 'to Slack',
};

/** Describes a notification that was written, or an attempt to send it. Contains no addresses. */
export function notificationEvent(notification: Written | Attempt): ServeEvent {
  const { kind, run } = notification;
  const of = run === null ? '' : ` of run ${run}`;
  const what = kind.replaceAll('_', ' ');
  if (!('channel' in notification))
    return { event: 'notification', kind, run, state: 'written', text: `Notification "${what}"${of}: to be sent.` };
  const { channel, state, code } = notification;
  const by = BY_CHANNEL[channel];
  const came = {
    sent: `sent ${by}.`,
    waiting: `not sent ${by} (${code}). Payrun will retry.`,
    given_up: `given up ${by} after a day (${code}). Check the mail server or the receiver.`,
  }[state];
  return { event: 'notification', kind, run, channel, state, code, text: `Notification "${what}"${of}: ${came}` };
}

/** Describes an attempt to send a message to an endpoint that failed. Those that arrive are many. */
export function messageEvent({ endpoint, type, run, state, code }: MessageAttempt): ServeEvent {
  const came =
    state === 'given_up'
      ? `given up after three days (${code}). Check the receiver, then replay it.`
      : `not sent (${code}). Payrun will retry.`;
  return {
    ...{ event: 'message', endpoint, type, run, state, code },
    text: `Message ${type} of run ${run} to ${endpoint}: ${came}`,
  };
}

function errorOf(error: PayrunError | null) {
  return error && { code: error.code, message: error.message, next: error.next };
}
