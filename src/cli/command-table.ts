import type { CommandEntry, OptionEntry } from './command.ts';

const MERCHANT: OptionEntry = {
  flags: '--merchant <name>',
  summary: 'whose balance pays (default: the keys of the environment)',
};
const AS: OptionEntry = { flags: '--as <name>', summary: 'who makes this run (default: the user of this machine)' };

/** The commands, in the order of `payrun --help`. A new command is an entry here and a file in `commands/`. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'demo',
    arguments: '',
    summary: 'the whole job on the samples, with a sandbox, in a throw-away folder; under a minute',
    options: [],
    examples: [['payrun demo', 'pays the samples and leaves the results in ./payrun-demo']],
    load: async () => (await import('./commands/demo.ts')).demo,
  },
  {
    name: 'check',
    arguments: '<file...>',
    summary: 'checks sheets without paying; writes NAME.checked.xlsx with the wrong cells in red',
    options: [],
    examples: [
      ['payrun check june.csv', 'says what is wrong, by row and column'],
      ['payrun check june.xlsx --json', 'the same for a program'],
    ],
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    name: 'pay',
    arguments: '<file...>',
    summary: 'pays every valid row of the sheets, once, and hands them back with a status on every row',
    options: [
      MERCHANT,
      { flags: '--yes', summary: 'answers yes to the question before money moves' },
      {
        flags: '--on-invalid <what>',
        summary: 'when rows are invalid: pay the others, or nothing (default: skip)',
        choices: ['skip', 'stop'],
      },
      { flags: '--dry-run', summary: 'shows what would be paid and ends' },
      AS,
    ],
    examples: [
      ['payrun pay june.csv', 'shows the plan, asks, pays'],
      ['payrun pay june.csv --yes --json', 'for a script'],
      ['payrun pay june.csv --on-invalid stop', 'pays nothing if a row is wrong'],
    ],
    load: async () => (await import('./commands/pay.ts')).pay,
  },
  {
    name: 'runs',
    arguments: '[run]',
    summary: 'what was run, when, by whom, and where it stands',
    options: [],
    examples: [
      ['payrun runs', 'the last runs'],
      ['payrun runs 12', 'one run, with its totals'],
    ],
    load: async () => (await import('./commands/runs.ts')).runs,
  },
  {
    name: 'payments',
    arguments: '',
    summary: 'payments with their state and reason',
    options: [
      { flags: '--run <run>', summary: 'of one run' },
      { flags: '--state <state>', summary: 'in one state: held, failed, processed, ...' },
      { flags: '--reference <reference>', summary: 'with this payment reference' },
    ],
    examples: [
      ['payrun payments --run 12 --state failed', 'what failed in run 12, and why'],
      ['payrun payments --reference INV-2041', 'one payment through all its runs'],
    ],
    load: async () => (await import('./commands/payments.ts')).payments,
  },
  {
    name: 'resume',
    arguments: '[run]',
    summary: 'carries on with everything unfinished, or with one run',
    options: [],
    examples: [['payrun resume', 'after a crash, an outage or a stop']],
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  {
    name: 'settle',
    arguments: '',
    summary: 'asks the service about everything that was started and is not final',
    options: [],
    examples: [['payrun settle', 'processed, failed or returned?']],
    load: async () => (await import('./commands/settle.ts')).settle,
  },
  {
    name: 'approve',
    arguments: '<run>',
    summary: 'says yes to a run that waits for approval, and starts it; not by who made it',
    options: [{ flags: '--as <name>', summary: 'who approves' }],
    examples: [['payrun approve 12 --as anna', 'Anna approves exactly these payments at this quote']],
    load: async () => (await import('./commands/approve.ts')).approve,
  },
  {
    name: 'reject',
    arguments: '<run>',
    summary: 'says no to a run that waits: its batches are deleted, its payments cancelled',
    options: [
      { flags: '--as <name>', summary: 'who rejects' },
      { flags: '--because <why>', summary: 'the reason, for the audit' },
    ],
    examples: [['payrun reject 12 --as anna --because "wrong month"', 'nothing of run 12 is paid']],
    load: async () => (await import('./commands/reject.ts')).reject,
  },
  {
    name: 'rerun',
    arguments: '<run>',
    summary: 'pays failed rows of a run again, from the audit tables, as a new run',
    options: [
      {
        flags: '--state <states>',
        summary: 'which rows: failed, returned, invalid, cancelled; several with commas (default: failed)',
      },
      { flags: '--reference <references>', summary: 'only these, with commas' },
      { flags: '--yes', summary: 'answers yes to the question before money moves' },
      { flags: '--dry-run', summary: 'shows what would be paid and ends' },
      AS,
    ],
    examples: [
      ['payrun rerun 12', 'the failed rows of run 12'],
      ['payrun rerun 12 --state failed,returned --dry-run', 'what would run again'],
    ],
    load: async () => (await import('./commands/rerun.ts')).rerun,
  },
  {
    name: 'release',
    arguments: '<reference...>',
    summary: 'lets held payments go; changed bank details not by who made the run',
    options: [{ flags: '--as <name>', summary: 'who releases' }],
    examples: [['payrun release INV-2041 --as anna', 'pays it']],
    load: async () => (await import('./commands/release.ts')).release,
  },
  {
    name: 'resolve',
    arguments: '<reference>',
    summary: 'says what became of a payment that nobody could tell about',
    options: [
      { flags: '--paid', summary: 'the money arrived' },
      { flags: '--not-paid', summary: 'it did not, and will not' },
      { flags: '--because <how>', summary: 'how you know it, for the audit' },
      { flags: '--as <name>', summary: 'who found it out' },
    ],
    examples: [
      [
        'payrun resolve INV-2041 --not-paid --because "bank statement of 3 June" --as anna',
        'its reference is free again',
      ],
    ],
    load: async () => (await import('./commands/resolve.ts')).resolve,
  },
  {
    name: 'jobs',
    arguments: '',
    summary: 'the jobs that `payrun run` knows',
    options: [],
    examples: [['payrun jobs', 'what there is in jobs/']],
    load: async () => (await import('./commands/jobs.ts')).jobs,
  },
  {
    name: 'run',
    arguments: '<job>',
    summary: 'runs a job; calling it is the yes to what it pays',
    options: [{ flags: '--input <json>', summary: 'what the job works with, as JSON' }, AS],
    examples: [['payrun run pay-sheet --input \'{"file": "june.csv"}\'', 'as `payrun pay june.csv --yes`']],
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'report',
    arguments: '<run>',
    summary: 'writes the results workbook of a run again',
    options: [{ flags: '--to <folder>', summary: 'into this folder (default: this one)' }],
    examples: [['payrun report 12', 'writes the results of run 12 here']],
    load: async () => (await import('./commands/report.ts')).report,
  },
  {
    name: 'verify',
    arguments: '[run]',
    summary:
      'recomputes from the tables that nobody is paid twice and no row is lost; exit code 4 where something is found',
    options: [
      {
        flags: '--remote',
        summary: 'compares with the payout service too: a call per 1,000 batches and 1,000 payments',
      },
    ],
    examples: [
      ['payrun verify', 'every run; one line where all holds, else the row that breaks what'],
      ['payrun verify 12 --remote', 'one run, and what the service has of it'],
    ],
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  {
    name: 'merchants add',
    arguments: '<name>',
    summary: 'adds a merchant with its keys, or a new secret key of a known one',
    options: [
      { flags: '--access-key <key>', summary: 'the public half of the keys' },
      { flags: '--secret-key-stdin', summary: 'reads the secret key from standard input' },
      { flags: '--secret-key-env <variable>', summary: 'reads the secret key from an environment variable' },
      {
        flags: '--country <code>',
        summary: 'country of the merchant, for route minimums (default: of the configuration)',
      },
    ],
    examples: [
      [
        'payrun merchants add acme --access-key AK --secret-key-stdin < key.txt',
        'keeps both keys sealed in the database',
      ],
      ['payrun merchants add acme --access-key AK --secret-key-env ACME_SECRET', 'the same, from the environment'],
    ],
    load: async () => (await import('./commands/merchants-add.ts')).merchantsAdd,
  },
  {
    name: 'merchants list',
    arguments: '',
    summary: 'the merchants of this installation',
    options: [],
    examples: [['payrun merchants list', 'names, environments and masked keys']],
    load: async () => (await import('./commands/merchants-list.ts')).merchantsList,
  },
  {
    name: 'doctor',
    arguments: '',
    summary: 'looks at configuration, database, keys, service, clock and folders, and says what to do',
    options: [{ flags: '--local', summary: 'leaves the payout service out: costs no call' }],
    examples: [['payrun doctor', 'before the first run, and when something is odd']],
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'sandbox',
    arguments: '',
    summary: 'a payout service on this machine, for rehearsals and tests; no money moves',
    options: [
      { flags: '--port <port>', summary: 'loopback port (default: any free one)' },
      { flags: '--state <file>', summary: 'keeps its state in this file over a restart' },
      { flags: '--window-ms <ms>', summary: 'length of the quota window (default: 60000)' },
      { flags: '--quota <calls>', summary: 'calls a window (default: 50)' },
      { flags: '--settle-ms <ms>', summary: 'time from start to the end of a payment' },
      { flags: '--merchant-keys <keys>', summary: 'ACCESS:SECRET of the merchant (default: new ones)' },
      { flags: '--parent-keys <keys>', summary: 'ACCESS:SECRET of the platform (default: new ones)' },
    ],
    examples: [['payrun sandbox --port 4010', 'prints one JSON line with its address and keys, and stays']],
    load: async () => (await import('./commands/sandbox.ts')).sandbox,
  },
  {
    name: 'migrate',
    arguments: '',
    summary: 'brings the database to the version of this Payrun (every command does it at its start)',
    options: [],
    examples: [['payrun migrate', 'before a roll-out to several machines']],
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
];
