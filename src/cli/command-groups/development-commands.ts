import type { CommandEntry } from '../command.ts';

export const DEVELOPMENT_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'demo',
    summary: 'pays the samples in a sandbox, in a temporary folder; under a minute',
    examples: [['payrun demo', 'pays the samples and leaves the results in ./payrun-demo']],
    resumes: true,
    load: async () => (await import('../commands/runs/demo.ts')).demo,
  },
  {
    name: 'sandbox',
    summary: 'a payout service on this machine, for rehearsals and tests; no money moves',
    options: [
      { flags: '--port <port>', summary: 'loopback port (default: any free one)' },
      { flags: '--state <file>', summary: 'keeps its state in this file across restarts' },
      { flags: '--window-ms <ms>', summary: 'length of the quota window (default: 60000)' },
      { flags: '--quota <calls>', summary: 'calls per window (default: 50)' },
      { flags: '--settle-ms <ms>', summary: 'time from the start of a payment until it is final' },
      { flags: '--approve-ms <ms>', summary: 'time until a sub-merchant is approved automatically (default: never)' },
      {
        flags: '--service-approval',
        summary: 'started batches wait for approval in the service (see `/_sandbox/service-approval`)',
      },
      { flags: '--pricing-ms <ms>', summary: 'how long payments have no price after they are created (default: 0)' },
      {
        flags: '--all-balances',
        summary:
          'lists a balance in each currency, and one at PayPal, from the start (default: the primary one, and those in use)',
      },
      { flags: '--repeat-external-ids', summary: 'accepts the same externalId more than once' },
      {
        flags: '--provider <name>',
        summary: 'who provides the balances (default: sandbox); another name simulates live keys',
      },
      { flags: '--merchant-keys <keys>', summary: 'ACCESS:SECRET of the merchant (default: new ones)' },
      { flags: '--parent-keys <keys>', summary: 'ACCESS:SECRET of the platform (default: new ones)' },
      { flags: '--openapi', summary: 'prints its API as an OpenAPI 3.1 document, and exits' },
    ],
    examples: [
      ['payrun sandbox --port 4010', 'prints one JSON line with its address and keys, then keeps running'],
      ['payrun sandbox --openapi > openapi.json', 'for a tool; a running sandbox also serves it at /openapi.json'],
    ],
    load: async () => (await import('../commands/installations/sandbox.ts')).sandbox,
  },
];
