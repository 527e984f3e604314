import { ENDPOINT_ACTIONS } from '../../actions/actions.ts';
import { subscribeToWebhooks, unsubscribeFromWebhooks } from '../../actions/merchants/webhooks.ts';
import { actionCommand } from '../actions/action-command.ts';
import type { CommandEntry } from '../command.ts';
import { ACTING, CONCURRENCY, LISTENING } from '../shared-options.ts';

export const AUTOMATION_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'run',
    arguments: '<job>',
    summary: 'runs a job, which submits its payments without asking',
    options: [{ flags: '--input <json>', summary: "the job's input, as JSON" }, ...ACTING],
    examples: [['payrun run pay-sheet --input \'{"file": "june.csv"}\'', 'the same as `payrun pay june.csv --yes`']],
    resumes: true,
    load: async () => (await import('../commands/runs/resume.ts')).run,
  },
  {
    name: 'webhooks listen',
    summary: 'receives webhook deliveries and serves onboarding pages, until stopped',
    options: [
      ...LISTENING,
      { flags: '--public-url <url>', summary: 'URL at which the service reaches it, shown in the output' },
    ],
    examples: [['payrun webhooks listen --port 4080', 'behind a proxy that terminates TLS']],
    load: async () => (await import('../commands/webhooks/webhooks-listen.ts')).webhooksListen,
  },
  actionCommand(subscribeToWebhooks),
  actionCommand(unsubscribeFromWebhooks),
  ...ENDPOINT_ACTIONS.map(actionCommand),
  {
    name: 'serve',
    summary: 'runs the pages, inbox, schedule, workers, webhooks and notifications, until stopped',
    options: [
      ...LISTENING,
      {
        flags: '--public-url <url>',
        summary: 'URL at which users and the service reach it (default: PAYRUN_PUBLIC_URL)',
      },
      CONCURRENCY,
      { flags: '--no-inbox', summary: 'does not watch the folder PAYRUN_INBOX' },
      { flags: '--no-schedule', summary: 'starts no scheduled jobs' },
      { flags: '--no-workers', summary: 'leaves the queue to `payrun worker`' },
      { flags: '--no-notifications', summary: 'sends no notifications' },
    ],
    examples: [
      ['payrun serve', 'on this machine only; a proxy in front terminates TLS'],
      ['payrun serve --host 0.0.0.0 --no-workers', 'in a container, with separate workers'],
    ],
    stays: true,
    resumes: true,
    load: async () => (await import('../commands/installations/serve.ts')).serve,
  },
  {
    name: 'worker',
    summary: 'processes the queue, alongside `payrun serve` and other workers, until stopped',
    options: [CONCURRENCY],
    examples: [
      ['payrun worker --concurrency 16', 'on another machine, with the same DATABASE_URL and PAYRUN_VAULT_KEY'],
    ],
    stays: true,
    resumes: true,
    load: async () => (await import('../commands/installations/worker.ts')).worker,
  },
];
