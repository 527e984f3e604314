import { ENCODING_NAMES } from '../platform/encodings.ts';
import { ON_INVALID_FORM, parseOnInvalid } from '../settings/on-invalid.ts';
import type { CommandEntry, OptionEntry } from './command.ts';

const MERCHANT: OptionEntry = {
  flags: '--merchant <name>',
  summary:
    'whose balance pays; of a sheet with a merchant column the rows that name nobody (default: the keys of the environment)',
};
const AS: OptionEntry = {
  flags: '--as <name>',
  summary: 'the user who does it (default: the account of the operating system)',
};

const CONFIRM_STDIN: OptionEntry = {
  flags: '--confirm-stdin',
  summary: 'reads your own password, and on a second line your code, from standard input; asked for in production',
};

/** The options that select the acting user and prove their identity. */
const ACTING = [AS, CONFIRM_STDIN];

const VERIFIED: OptionEntry = {
  flags: '--verified <note>',
  summary: 'how changed bank details were verified: who was called, on which number from where; for the audit log',
};

const DECIMAL: OptionEntry = {
  flags: '--decimal <style>',
  summary: 'what stands before the decimals of amounts (default: what the sheet shows)',
  choices: ['comma', 'point'],
};
const ENCODING: OptionEntry = {
  flags: '--encoding <name>',
  summary: 'how a CSV that is not Unicode writes letters (default: what its letters show)',
  choices: ENCODING_NAMES,
};
const PAY_ON: OptionEntry = {
  flags: '--on <day>',
  summary: 'the day on which it is sent, YYYY-MM-DD (default: the column payOn, or as soon as it is approved)',
};
const WORKSHEET: OptionEntry = { flags: '--worksheet <name>', summary: 'which worksheet of an XLSX has the payments' };

const STDIN_NAME: OptionEntry = {
  flags: '--stdin-name <name>',
  summary: 'file name of the sheet that `-` reads from standard input (default: standard-input)',
};

const USER_MERCHANTS: OptionEntry = {
  flags: '--merchants <names>',
  summary: 'whose payments they see, with commas, or `all` (default of a new user: all)',
};
const USER_LIMIT: OptionEntry = {
  flags: '--limit <limits>',
  summary: 'what they may approve up to: EUR=5000,USD=6000, or `none` for no limit (default of a new user: no limit)',
};
const GENERATE: OptionEntry = {
  flags: '--generate',
  summary: 'makes a password and shows it once; at the first login another one has to be chosen',
};
const TEMPORARY: OptionEntry = {
  flags: '--temporary',
  summary: 'you know the password, and it is not yours: at the first login another one has to be chosen',
};
const PASSWORD_STDIN: OptionEntry = { flags: '--password-stdin', summary: 'reads the password from standard input' };

/** Sources of a secret key. It is never an argument, which other users of the machine see. */
const SECRET_KEY: readonly OptionEntry[] = [
  { flags: '--secret-key-stdin', summary: 'reads the secret key from standard input' },
  { flags: '--secret-key-file <file>', summary: 'reads the secret key from a file' },
  { flags: '--secret-key-env <variable>', summary: 'reads the secret key from an environment variable' },
];

/** The commands, in the order of `payrun --help`. A new command is an entry here and a file in `commands/`. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    arguments: '',
    summary: 'sets up an installation: asks for service, keys, database, inbox and first user, and checks them',
    options: [
      { flags: '--service <url>', summary: 'the payout service, or `sandbox` for the embedded one' },
      { flags: '--environment <environment>', summary: 'of the service', choices: ['sandbox', 'production'] },
      { flags: '--merchant <name>', summary: 'whose keys they are (default: default)' },
      { flags: '--access-key <key>', summary: 'the public half of the keys' },
      ...SECRET_KEY,
      {
        flags: '--database-env <variable>',
        summary: 'the environment variable with the URL of a PostgreSQL (default: the embedded database)',
      },
      { flags: '--inbox <folder>', summary: 'the folder into which sheets are dropped, or `none`' },
      { flags: '--user <name>', summary: 'the first user, an admin, or `none`' },
      PASSWORD_STDIN,
      GENERATE,
      { flags: '--local', summary: 'checks without the payout service' },
    ],
    examples: [
      ['payrun init', 'asks for what no option says, writes payrun.config.json here, and ends with `payrun doctor`'],
      [
        'payrun init --service https://api.example.com --environment sandbox --access-key AK --secret-key-file key.txt',
        'asks nothing without a terminal',
      ],
    ],
    load: async () => (await import('./commands/installations/init.ts')).init,
  },
  {
    name: 'demo',
    arguments: '',
    summary: 'pays the samples in a sandbox, in a temporary folder; under a minute',
    options: [],
    examples: [['payrun demo', 'pays the samples and leaves the results in ./payrun-demo']],
    load: async () => (await import('./commands/runs/demo.ts')).demo,
  },
  {
    name: 'check',
    arguments: '<file...>',
    summary: 'checks sheets without paying; writes NAME.checked.xlsx with the wrong cells in red',
    options: [DECIMAL, ENCODING, WORKSHEET, STDIN_NAME],
    examples: [
      ['payrun check june.csv', 'says what is wrong, by row and column'],
      ['payrun check june.xlsx --json', 'the same for a program'],
      ['payrun check - --stdin-name june.csv < export.csv', 'a sheet from standard input'],
    ],
    load: async () => (await import('./commands/sheets/check.ts')).check,
  },
  {
    name: 'map',
    arguments: '<file>',
    summary: 'proposes what the columns of a sheet are, and writes what is agreed to payrun.config.json',
    options: [
      { flags: '--yes', summary: 'takes what is proposed, but for what only looks so' },
      { flags: '--name <name>', summary: 'keeps it for sheets with exactly this header, under this name' },
      ENCODING,
      WORKSHEET,
      STDIN_NAME,
    ],
    examples: [
      ['payrun map juni.csv', 'asks for each column that is not known'],
      ['payrun map juni.csv --yes', 'takes what is proposed'],
      ['payrun map juni.csv --name "Acme ERP"', 'teaches an export of a system, and asks again if its header changes'],
      ['payrun map juni.csv --json', 'only shows what is proposed'],
    ],
    load: async () => (await import('./commands/sheets/map.ts')).map,
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
        summary:
          'when rows are invalid: skip them, stop and pay nothing, or stop above a share such as 5% (default: skip)',
        form: { fits: (text) => parseOnInvalid(text) !== null, inWords: ON_INVALID_FORM },
      },
      DECIMAL,
      ENCODING,
      WORKSHEET,
      PAY_ON,
      STDIN_NAME,
      { flags: '--dry-run', summary: 'shows what would be paid and ends' },
      ...ACTING,
    ],
    examples: [
      ['payrun pay june.csv', 'shows the plan, asks, pays'],
      ['payrun pay june.csv --yes --json', 'for a script'],
      ['payrun pay - --stdin-name june.csv --yes', 'a sheet from standard input; the results are written here'],
      ['payrun pay june.csv --on-invalid stop', 'pays nothing if a row is wrong'],
      ['payrun pay june.csv --on-invalid 5%', 'pays nothing if more than one row in twenty is wrong'],
      ['payrun pay june.csv --on 2026-12-01', 'approved now, sent on that day or the next business day'],
      ['payrun pay juni.csv --decimal comma', '1.240,50 is the way amounts are written'],
    ],
    load: async () => (await import('./commands/runs/pay.ts')).pay,
  },
  {
    name: 'journal',
    arguments: '',
    summary: 'writes what was paid and returned as debits and credits for your ledger, each entry once',
    options: [
      { flags: '--from <day>', summary: 'the first day, YYYY-MM-DD (default: from the beginning)' },
      { flags: '--until <day>', summary: 'the last day (default: today)' },
      { flags: '--merchant <name>', summary: 'only the payments of this merchant' },
      {
        flags: '--format <name>',
        summary: 'the ledger that imports it (default: the setting `journal`)',
        choices: ['standard', 'quickbooks', 'xero', 'netsuite', 'datev'],
      },
      { flags: '--to <folder>', summary: 'where the file is written (default: this folder)' },
      { flags: '--again <export>', summary: 'writes an earlier export once more' },
      ...ACTING,
    ],
    examples: [
      ['payrun journal --until 2026-11-30', 'all that no export has yet, until the end of November'],
      ['payrun journal --again 3 --format datev', 'the third export once more, for DATEV'],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/runs/journal.ts')).journal,
  },
  {
    name: 'template',
    arguments: '[file]',
    summary: 'writes an XLSX to fill in: drop-downs, comments, examples, columns that a spreadsheet cannot destroy',
    options: [
      { flags: '--countries <codes>', summary: 'where people are paid, with commas: DE,US,MX (default: everywhere)' },
      { flags: '--currency <code>', summary: 'currency of the balance that pays' },
      {
        flags: '--recipients <from>',
        summary: 'a row for everybody who is known: `known` to this installation, or named by a sheet with referenceId',
      },
      MERCHANT,
      { flags: '--force', summary: 'overwrites the file' },
    ],
    examples: [
      ['payrun template --countries DE,US,MX --currency EUR', 'writes payrun-template.xlsx'],
      ['payrun template july.xlsx --recipients known', 'with the number and name of everybody who was paid before'],
    ],
    load: async () => (await import('./commands/sheets/template.ts')).template,
  },
  {
    name: 'runs',
    arguments: '[run]',
    summary: 'the runs, with their maker, status and totals',
    options: [],
    examples: [
      ['payrun runs', 'the last runs'],
      ['payrun runs 12', 'one run, with its totals'],
    ],
    load: async () => (await import('./commands/runs/runs.ts')).runs,
  },
  {
    name: 'payments',
    arguments: '',
    summary: 'payments with their status and reason',
    options: [
      { flags: '--run <run>', summary: 'of one run' },
      { flags: '--state <state>', summary: 'in one state: held, failed, processed, ...' },
      { flags: '--reference <reference>', summary: 'with this payment reference' },
    ],
    examples: [
      ['payrun payments --run 12 --state failed', 'what failed in run 12, and why'],
      ['payrun payments --reference INV-2041', 'one payment through all its runs'],
    ],
    load: async () => (await import('./commands/runs/payments.ts')).payments,
  },
  {
    name: 'resume',
    arguments: '[run]',
    summary: 'continues everything unfinished, or one run',
    options: [],
    examples: [['payrun resume', 'after a crash, an outage or a stop']],
    load: async () => (await import('./commands/runs/resume.ts')).resume,
  },
  {
    name: 'settle',
    arguments: '',
    summary: 'reads the outcomes of payments that were started and are not final',
    options: [],
    examples: [['payrun settle', 'whether they are paid, failed or returned']],
    load: async () => (await import('./commands/runs/settle.ts')).settle,
  },
  {
    name: 'approve',
    arguments: '<run>',
    summary: 'shows a run that awaits approval, and starts it after you confirm; never by its maker',
    options: [
      ...ACTING,
      { flags: '--yes', summary: 'approves it without asking (default without a terminal)' },
      { flags: '--dry-run', summary: 'shows what awaits approval, and ends' },
      { flags: '--hash <hash>', summary: 'approves only what has the hash that --dry-run showed' },
      VERIFIED,
    ],
    examples: [
      ['payrun approve 12 --dry-run', 'changed bank details, new recipients, totals, price, the largest payments'],
      ['payrun approve 12 --as anna', 'Anna approves exactly these payments at this quote'],
      [
        'payrun approve 12 --as anna --verified "Called Ana Tremblay on the number of the contract of 2024"',
        'the same, if an account has changed',
      ],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/runs/approve.ts')).approve,
  },
  {
    name: 'reject',
    arguments: '<run>',
    summary: 'rejects a run that awaits approval: its batches are deleted, its payments canceled',
    options: [...ACTING, { flags: '--because <why>', summary: 'the reason, for the maker and the audit log' }],
    examples: [['payrun reject 12 --as anna --because "wrong month"', 'nothing of run 12 is paid']],
    needsLedger: true,
    load: async () => (await import('./commands/runs/reject.ts')).reject,
  },
  {
    name: 'withdraw',
    arguments: '<run>',
    summary: 'withdraws a run that awaits approval: nothing of it is paid, and its references are free again',
    options: [...ACTING, { flags: '--because <why>', summary: 'the reason, for the audit log' }],
    examples: [['payrun withdraw 12 --because "wrong file"', 'nothing of run 12 is paid']],
    needsLedger: true,
    load: async () => (await import('./commands/runs/take-back.ts')).withdraw,
  },
  {
    name: 'stop',
    arguments: '<run>',
    summary: 'stops a run: what was sent stays sent, and nothing else of it is sent',
    options: [...ACTING, { flags: '--because <why>', summary: 'the reason, for the audit log' }],
    examples: [['payrun stop 12 --because "wrong month"', 'its payments that were not sent are canceled']],
    needsLedger: true,
    load: async () => (await import('./commands/runs/take-back.ts')).stop,
  },
  {
    name: 'rerun',
    arguments: '<run>',
    summary: 'pays failed rows of a run again, as a new run',
    options: [
      {
        flags: '--state <states>',
        summary: 'which rows: failed, returned, invalid, cancelled; several with commas (default: failed)',
      },
      { flags: '--reference <references>', summary: 'only these, with commas' },
      { flags: '--yes', summary: 'answers yes to the question before money moves' },
      { flags: '--dry-run', summary: 'shows what would be paid and ends' },
      ...ACTING,
    ],
    examples: [
      ['payrun rerun 12', 'the failed rows of run 12'],
      ['payrun rerun 12 --state failed,returned --dry-run', 'what would run again'],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/runs/rerun.ts')).rerun,
  },
  {
    name: 'reschedule',
    arguments: '<run>',
    summary:
      'gives a run another pay date, until it is sent; earlier than an approver released it only by one who may approve it',
    options: [
      { flags: '--on <day>', summary: 'the day on which it is sent, YYYY-MM-DD; or the next business day' },
      { flags: '--now', summary: 'removes the pay date: it is sent as soon as it is approved' },
      ...ACTING,
    ],
    examples: [['payrun reschedule 17 --on 2026-12-01', 'sends it on that day']],
    needsLedger: true,
    load: async () => (await import('./commands/runs/reschedule.ts')).reschedule,
  },
  {
    name: 'release',
    arguments: '<reference...>',
    summary: 'releases payments on hold; those with changed bank details never by the maker of the run',
    options: [
      ...ACTING,
      { flags: '--run <run>', summary: 'if several runs have different payments on hold under the reference' },
      VERIFIED,
    ],
    examples: [['payrun release INV-2041 --as anna', 'pays it']],
    needsLedger: true,
    load: async () => (await import('./commands/runs/release.ts')).release,
  },
  {
    name: 'dismiss',
    arguments: '[reference...]',
    summary:
      'dismisses payments on hold, one by one or all of one kind of a run; they come back only if the row changes',
    options: [
      { flags: '--because <why>', summary: 'the reason, for the audit log' },
      { flags: '--run <run>', summary: 'the run; all of its payments on hold of a kind, if no reference is given' },
      { flags: '--kind <code>', summary: 'the reason of the hold, for example duplicate_reference; with --run' },
      ...ACTING,
    ],
    examples: [
      [
        'payrun dismiss INV-2041 --because "sent twice by the supplier" --as anna',
        'it stays unpaid, and needs no attention any more',
      ],
      ['payrun dismiss --run 12 --kind possible_duplicate --because "checked with sales" --as anna', 'all of the kind'],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/runs/dismiss.ts')).dismiss,
  },
  {
    name: 'resolve',
    arguments: '<reference>',
    summary: 'confirms the outcome of an unconfirmed payment',
    options: [
      { flags: '--paid', summary: 'the money arrived' },
      { flags: '--not-paid', summary: 'it did not, and will not' },
      { flags: '--because <how>', summary: 'how you know it, for the audit log' },
      ...ACTING,
      { flags: '--run <run>', summary: 'if several merchants have one under the reference' },
    ],
    examples: [
      [
        'payrun resolve INV-2041 --not-paid --because "bank statement of 3 June" --as anna',
        'its reference is free again',
      ],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/runs/resolve.ts')).resolve,
  },
  {
    name: 'accept',
    arguments: '<discrepancy>',
    summary: 'accepts a discrepancy with the payout service, by its reference or its code',
    options: [
      { flags: '--because <why>', summary: 'the reason, for the audit log' },
      ...ACTING,
      { flags: '--run <run>', summary: 'if several runs have one under the reference' },
    ],
    examples: [
      [
        'payrun accept INV-2041 --because "agreed with Mia, the rest is invoiced" --as anna',
        'it counts as paid, with the figures of the payout service',
      ],
      [
        'payrun accept P-7Qx2 --because "paid by hand by the treasurer" --as anna',
        'a payment that was added to a batch there',
      ],
      [
        'payrun accept 7Q2M4RZ0K1V9X3TD --because "refunded by the bank" --as anna',
        'what `verify --remote` or `reconcile` found: they say nothing of it any more, unless its facts change',
      ],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/runs/accept.ts')).accept,
  },
  {
    name: 'adopt',
    arguments: '',
    summary: 'handles batches at the service that this ledger does not know',
    options: [
      { flags: '--merchant <name>', summary: 'only of this one' },
      {
        flags: '--installation <name>',
        summary: 'does not read them in: notes that this installation made them and may pay too',
      },
      { flags: '--yes', summary: 'does not ask' },
      { flags: '--dry-run', summary: 'shows them, and decides nothing' },
      ...ACTING,
    ],
    examples: [
      ['payrun adopt', 'reads them in as history: whoever they pay is not paid again'],
      ['payrun adopt --installation berlin', 'the installation called berlin pays other people from the same balance'],
    ],
    load: async () => (await import('./commands/runs/adopt.ts')).adopt,
  },
  {
    name: 'jobs',
    arguments: '',
    summary: 'the jobs of `payrun run`, with their schedule and last result',
    options: [],
    examples: [['payrun jobs', 'what there is in jobs/ and in the folder of the setting jobsFolder']],
    load: async () => (await import('./commands/installations/jobs.ts')).jobs,
  },
  {
    name: 'run',
    arguments: '<job>',
    summary: 'runs a job; this submits what it pays, without a question',
    options: [{ flags: '--input <json>', summary: 'what the job works with, as JSON' }, ...ACTING],
    examples: [['payrun run pay-sheet --input \'{"file": "june.csv"}\'', 'as `payrun pay june.csv --yes`']],
    load: async () => (await import('./commands/runs/run.ts')).run,
  },
  {
    name: 'report',
    arguments: '<run>',
    summary: 'writes the results workbook of a run again',
    options: [{ flags: '--to <folder>', summary: 'into this folder (default: this one)' }],
    examples: [['payrun report 12', 'writes the results of run 12 here']],
    needsLedger: true,
    load: async () => (await import('./commands/runs/report.ts')).report,
  },
  {
    name: 'verify',
    arguments: '[run]',
    summary:
      'recomputes from the tables that nobody is paid twice and no row is lost; exit code 4 if something is found',
    options: [
      {
        flags: '--remote',
        summary: 'compares with the payout service too: a call per 1,000 batches and 1,000 payments',
      },
      { flags: '--all', summary: 'with --remote: also lists accepted discrepancies' },
      {
        flags: '--anchor <file>',
        summary: 'compares the audit with anchors kept elsewhere: the file of the job anchor-audit, or a notification',
      },
    ],
    examples: [
      ['payrun verify', 'every run; one line where all holds, else the row that breaks what'],
      ['payrun verify 12 --remote', 'one run, and what the service has of it'],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/installations/verify.ts')).verify,
  },
  {
    name: 'rules',
    arguments: '[country...]',
    summary: 'what a bank transfer to a country needs, from the table by which sheets are checked',
    options: [
      {
        flags: '--verify-source',
        summary: 'compares the tables with their data files; exit code 1 if they differ',
      },
    ],
    examples: [
      ['payrun rules', 'every country: currency, account, route'],
      ['payrun rules DE MX', 'columns with their local names, formats and examples; routes, minimums and the source'],
    ],
    load: async () => (await import('./commands/sheets/rules.ts')).rules,
  },
  {
    name: 'merchants add',
    arguments: '<name>',
    summary: 'adds a merchant with its keys, or a new secret key of a known one',
    options: [
      { flags: '--access-key <key>', summary: 'the public half of the keys' },
      ...SECRET_KEY,
      {
        flags: '--country <code>',
        summary: 'country of the merchant, for route minimums (default: of the configuration)',
      },
      { flags: '--parent', summary: "a platform's keys: they create sub-merchants, and pay nobody" },
      ...ACTING,
    ],
    examples: [
      [
        'payrun merchants add acme --access-key AK --secret-key-stdin < key.txt',
        'keeps both keys sealed in the database',
      ],
      ['payrun merchants add acme --access-key AK --secret-key-env ACME_SECRET', 'the same, from the environment'],
      ['payrun merchants add us --parent --access-key AK --secret-key-env OUR_SECRET', 'the keys of a platform'],
    ],
    load: async () => (await import('./commands/merchants/merchants-add.ts')).merchantsAdd,
  },
  {
    name: 'merchants list',
    arguments: '',
    summary: 'the merchants of this installation',
    options: [],
    examples: [['payrun merchants list', 'names, kinds, environments and masked keys']],
    load: async () => (await import('./commands/merchants/merchants-list.ts')).merchantsList,
  },
  {
    name: 'merchants show',
    arguments: '<name>',
    summary: 'a merchant as the service has it: balances, payout methods, webhooks; three calls',
    options: [],
    examples: [['payrun merchants show acme', 'balances, what it can pay by, who is told of payments']],
    load: async () => (await import('./commands/merchants/merchants-show.ts')).merchantsShow,
  },
  {
    name: 'merchants funding',
    arguments: '<name>',
    summary: 'where a merchant sends money to fund its balances, and the memo that leads it there',
    options: [],
    examples: [['payrun merchants funding acme', 'bank, account and memo, by currency']],
    load: async () => (await import('./commands/merchants/merchants-funding.ts')).merchantsFunding,
  },
  {
    name: 'merchants payout-methods',
    arguments: '<name>',
    summary: 'what a merchant can pay by: enabled, approved, countries, settings',
    options: [],
    examples: [['payrun merchants payout-methods acme', 'whether its bank transfer is approved yet']],
    load: async () => (await import('./commands/merchants/merchants-payout-methods.ts')).merchantsPayoutMethods,
  },
  {
    name: 'merchants fees',
    arguments: '<name>',
    summary: 'what the service takes on each route, and what of it the merchant bears',
    options: [{ flags: '--currency <code>', summary: 'of one currency (default: all)' }],
    examples: [
      ['payrun merchants fees acme', 'every currency that it has fees in'],
      ['payrun merchants fees acme --currency EUR', 'one of them'],
    ],
    load: async () => (await import('./commands/merchants/merchants-fees.ts')).merchantsFees,
  },
  {
    name: 'merchants onboarding-link',
    arguments: '<name>',
    summary:
      'makes a link, for 30 days, to the page where a merchant is verified; the one before opens nothing any more',
    options: [
      { flags: '--public-url <url>', summary: 'how merchants reach `payrun webhooks listen`, which shows the page' },
      ...ACTING,
    ],
    examples: [
      ['payrun merchants onboarding-link acme --public-url https://pay.example.com', 'a link to send to acme'],
    ],
    load: async () => (await import('./commands/merchants/merchants-onboarding-link.ts')).merchantsOnboardingLink,
  },
  {
    name: 'users add',
    arguments: '<name>',
    summary: 'adds a user of the pages; asks for the password',
    options: [
      { flags: '--role <role>', summary: 'what they may', choices: ['viewer', 'maker', 'approver', 'admin'] },
      USER_MERCHANTS,
      USER_LIMIT,
      PASSWORD_STDIN,
      GENERATE,
      TEMPORARY,
      { flags: '--os-user <account>', summary: 'their account of the operating system, if it has another name' },
      ...ACTING,
      { flags: '--provider', summary: 'has no password: logs in at the identity provider, with this name as e-mail' },
    ],
    examples: [
      ['payrun users add anna --role admin', 'the first one; asks for a password on the terminal'],
      [
        'payrun users add ben --role approver --merchants acme --limit EUR=5000 --password-stdin < file',
        'up to 5,000 EUR',
      ],
      ['payrun users add cleo --role maker --generate', 'makes a password, which she changes at her first login'],
    ],
    load: async () => (await import('./commands/users/users-add.ts')).usersAdd,
  },
  {
    name: 'users list',
    arguments: '',
    summary: 'who logs in to the pages, and what each may',
    options: [],
    examples: [['payrun users list', 'roles, merchants, limits, last logins']],
    load: async () => (await import('./commands/users/users-list.ts')).usersList,
  },
  {
    name: 'users role',
    arguments: '<name> <role>',
    summary: 'changes the role of a user; they have to log in again',
    options: [USER_MERCHANTS, USER_LIMIT, ...ACTING],
    examples: [['payrun users role ben approver --limit EUR=10000', 'approves up to 10,000 EUR; his merchants stay']],
    needsLedger: true,
    load: async () => (await import('./commands/users/users-role.ts')).usersRole,
  },
  {
    name: 'users notify',
    arguments: '[name]',
    summary:
      'where a user gets notifications, and which; without a name your own: by default what you can act on, for your merchants',
    options: [
      { flags: '--email <address>', summary: 'where notifications go; `none`: nowhere' },
      { flags: '--kinds <kinds>', summary: 'which, with commas; `all`: what they can act on' },
      { flags: '--merchants <names>', summary: 'of which merchants, with commas; `all`: all that they see' },
      ...ACTING,
    ],
    examples: [
      ['payrun users notify --email me@example.com --merchants acme', 'your own, which needs no admin'],
      ['payrun users notify anna --email anna@example.com', 'is notified of approvals that she can give, and the like'],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/users/users-notify.ts')).usersNotify,
  },
  {
    name: 'users password',
    arguments: '<name>',
    summary: 'sets another password; they are logged out everywhere',
    options: [PASSWORD_STDIN, GENERATE, TEMPORARY, ...ACTING],
    examples: [
      ['payrun users password ben', 'asks for it on the terminal'],
      ['payrun users password ben --generate', 'shows one that he changes when he logs in with it'],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/users/users-password.ts')).usersPassword,
  },
  {
    name: 'users disable',
    arguments: '<name>',
    summary: 'they cannot log in any more, and are logged out at once',
    options: [...ACTING],
    examples: [['payrun users disable ben', 'who left; what he did stays in the audit log']],
    needsLedger: true,
    load: async () => (await import('./commands/users/users-enabled.ts')).usersDisable,
  },
  {
    name: 'users enable',
    arguments: '<name>',
    summary: 'they can log in again, also if they would have to wait after wrong passwords',
    options: [...ACTING],
    examples: [['payrun users enable ben', 'with the password that he had']],
    needsLedger: true,
    load: async () => (await import('./commands/users/users-enabled.ts')).usersEnable,
  },
  {
    name: 'users reset-totp',
    arguments: '<name>',
    summary: 'resets two-factor authentication, if the device and the recovery codes are lost',
    options: [...ACTING],
    examples: [['payrun users reset-totp ben', 'he sets up codes again on his account page']],
    needsLedger: true,
    load: async () => (await import('./commands/users/users-reset-totp.ts')).usersResetTotp,
  },
  {
    name: 'webhooks listen',
    arguments: '',
    summary: 'receives webhook deliveries with the outcomes of payments, and shows onboarding pages; stays',
    options: [
      { flags: '--port <port>', summary: 'where it listens (default: 4080)' },
      { flags: '--host <address>', summary: 'on which address of this machine (default: 127.0.0.1)' },
      { flags: '--public-url <url>', summary: 'how the service reaches it, for what it prints' },
    ],
    examples: [['payrun webhooks listen --port 4080', 'behind a proxy that has the certificate']],
    load: async () => (await import('./commands/webhooks/webhooks-listen.ts')).webhooksListen,
  },
  {
    name: 'webhooks subscribe',
    arguments: '<merchant>',
    summary: 'subscribes to webhooks for the payments and batches of a merchant; 7 calls at most',
    options: [
      { flags: '--url <url>', summary: 'where the service reaches `payrun webhooks listen`' },
      {
        flags: '--signing-key-env <variable>',
        summary: 'the environment variable with the key that signs, where the service shows it on its pages only',
      },
      ...ACTING,
    ],
    examples: [
      ['payrun webhooks subscribe acme --url https://pay.example.com', 'at https://pay.example.com/webhooks/acme'],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/webhooks/webhooks-subscribe.ts')).webhooksSubscribe,
  },
  {
    name: 'webhooks list',
    arguments: '[merchant]',
    summary: 'the webhook subscriptions, and the deliveries that came',
    options: [],
    examples: [['payrun webhooks list', 'of every merchant']],
    load: async () => (await import('./commands/webhooks/webhooks-list.ts')).webhooksList,
  },
  {
    name: 'webhooks unsubscribe',
    arguments: '<merchant>',
    summary: 'ends the webhook subscriptions; runs read outcomes themselves again',
    options: ACTING,
    examples: [['payrun webhooks unsubscribe acme', 'ends its subscriptions']],
    needsLedger: true,
    load: async () => (await import('./commands/webhooks/webhooks-unsubscribe.ts')).webhooksUnsubscribe,
  },
  {
    name: 'serve',
    arguments: '',
    summary: 'folder, schedule, workers, webhooks, notifications and the pages, in one process; stays',
    options: [
      { flags: '--port <port>', summary: 'where it listens (default: 4080)' },
      { flags: '--host <address>', summary: 'on which address of this machine (default: 127.0.0.1)' },
      { flags: '--public-url <url>', summary: 'how people and the service reach it (default: PAYRUN_PUBLIC_URL)' },
      { flags: '--concurrency <tasks>', summary: 'runs at once, each of another merchant (default: 8)' },
      { flags: '--no-inbox', summary: 'does not watch the folder PAYRUN_INBOX' },
      { flags: '--no-schedule', summary: 'starts no scheduled jobs' },
      { flags: '--no-workers', summary: 'leaves the queue to `payrun worker`' },
      { flags: '--no-notifications', summary: 'sends no notifications' },
    ],
    examples: [
      ['payrun serve', 'on this machine only; a proxy in front of it has the certificate'],
      ['payrun serve --host 0.0.0.0 --no-workers', 'in a container, with workers of their own'],
    ],
    stays: true,
    load: async () => (await import('./commands/installations/serve.ts')).serve,
  },
  {
    name: 'worker',
    arguments: '',
    summary: 'processes the queue, beside `payrun serve` and other workers on the same database; stays',
    options: [{ flags: '--concurrency <tasks>', summary: 'runs at once, each of another merchant (default: 8)' }],
    examples: [
      ['payrun worker --concurrency 16', 'on another machine, with the same DATABASE_URL and PAYRUN_VAULT_KEY'],
    ],
    stays: true,
    load: async () => (await import('./commands/installations/worker.ts')).worker,
  },
  {
    name: 'doctor',
    arguments: '',
    summary:
      'checks configuration, database, keys, service, clock, folders, queue, schedule and unfinished runs, and names the next steps',
    options: [
      { flags: '--local', summary: 'leaves the payout service out: costs no call' },
      {
        flags: '--record <file>',
        summary:
          'writes how the payout service answers four calls that change nothing, with every value replaced by its shape',
      },
    ],
    examples: [
      ['payrun doctor', 'before the first run, and when something is odd'],
      ['payrun doctor --record answers.json', 'a file that can be sent with a report'],
    ],
    load: async () => (await import('./commands/installations/doctor.ts')).doctor,
  },
  {
    name: 'settings',
    arguments: '',
    summary: 'shows the rules in force, since when and by whom, and where the configuration here differs',
    options: [],
    examples: [['payrun settings', 'the rules by which this ledger pays, and who changed them']],
    load: async () => (await import('./commands/installations/settings.ts')).settings,
  },
  {
    name: 'settings apply',
    arguments: '',
    summary: 'puts the rules that the configuration here sets into force, for every process that pays from this ledger',
    options: [{ flags: '--yes', summary: 'applies them without asking' }, ...ACTING],
    examples: [
      ['payrun settings apply', 'shows what changes, and asks; what the configuration leaves out stays as it is'],
    ],
    load: async () => (await import('./commands/installations/settings-apply.ts')).settingsApply,
  },
  {
    name: 'purge',
    arguments: '',
    summary: 'shows what the setting `retention` would remove, and removes it after you confirm',
    options: [
      { flags: '--yes', summary: 'removes it without asking' },
      { flags: '--dry-run', summary: 'only shows it (default without a terminal)' },
      ...ACTING,
    ],
    examples: [
      ['payrun purge', 'what would go: how many, how much, how old; asks on a terminal'],
      ['payrun purge --yes', 'removes it; payments, references and the audit log stay'],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/installations/purge.ts')).purge,
  },
  {
    name: 'backup',
    arguments: '[folder]',
    summary:
      'copies the embedded ledger, its vault key and its sandbox into a new folder, also while `payrun serve` runs',
    options: ACTING,
    examples: [
      ['payrun backup', 'into a folder here that is named by the time'],
      ['payrun backup /mnt/backups/monday', 'into this one'],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/installations/backup.ts')).backup,
  },
  {
    name: 'restore',
    arguments: '<folder>',
    summary: 'puts a backup into the home; the ledger that is there stays beside it',
    options: [{ flags: '--yes', summary: 'does not ask' }, ...ACTING],
    examples: [['payrun restore /mnt/backups/monday', 'then `payrun adopt` reads what was paid since']],
    load: async () => (await import('./commands/installations/backup.ts')).restore,
  },
  {
    name: 'import-home',
    arguments: '[folder]',
    summary: 'moves the embedded ledger of a home into the PostgreSQL of DATABASE_URL, whole or not at all',
    options: [
      { flags: '--cancel', summary: 'takes back a move that was cut off, if it has not arrived: the home pays again' },
      { flags: '--lost', summary: 'with --cancel: the other database is gone for good, and nobody pays from it' },
      ...ACTING,
    ],
    examples: [
      ['payrun import-home', 'moves the ledger of your home; from then on the home pays nobody'],
      ['payrun import-home /srv/pay/.payrun', 'moves that of another home'],
    ],
    load: async () => (await import('./commands/installations/import-home.ts')).importHome,
  },
  {
    name: 'vault rotate',
    arguments: '',
    summary: 'changes the key that seals bank details and keys; what the old one sealed is sealed anew',
    options: [
      { flags: '--new-key-env <variable>', summary: 'the environment variable with the new key: 32 bytes in base64' },
      { flags: '--new-key-stdin', summary: 'reads the new key from standard input' },
      ...ACTING,
    ],
    examples: [
      ['payrun vault rotate', 'of an embedded database: makes a new key in PAYRUN_HOME/vault.key'],
      [
        'payrun vault rotate --new-key-env NEW_KEY',
        'of a PostgreSQL; then PAYRUN_VAULT_KEY is set to it everywhere. The same again carries on after a crash',
      ],
    ],
    needsLedger: true,
    load: async () => (await import('./commands/installations/vault-rotate.ts')).vaultRotate,
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
      { flags: '--approve-ms <ms>', summary: 'time until a sub-merchant is approved by itself (default: never)' },
      {
        flags: '--service-approval',
        summary: 'starts wait for an approval at the service (see `/_sandbox/service-approval`)',
      },
      { flags: '--pricing-ms <ms>', summary: 'how long payments have no price after they were created (default: 0)' },
      {
        flags: '--all-balances',
        summary: 'lists a balance in each currency from the start (default: the primary one, and those in use)',
      },
      { flags: '--repeat-external-ids', summary: 'takes the same externalId of a payment more than once' },
      { flags: '--merchant-keys <keys>', summary: 'ACCESS:SECRET of the merchant (default: new ones)' },
      { flags: '--parent-keys <keys>', summary: 'ACCESS:SECRET of the platform (default: new ones)' },
      { flags: '--openapi', summary: 'prints the interface as an OpenAPI 3.1 document, and ends' },
    ],
    examples: [
      ['payrun sandbox --port 4010', 'prints one JSON line with its address and keys, and stays'],
      ['payrun sandbox --openapi > openapi.json', 'every call, for a tool; a sandbox serves it at /openapi.json'],
    ],
    load: async () => (await import('./commands/installations/sandbox.ts')).sandbox,
  },
  {
    name: 'completion',
    arguments: '<shell>',
    summary: 'prints a script that completes commands and options in bash, zsh or fish',
    options: [],
    examples: [
      [
        'payrun completion bash > ~/.local/share/bash-completion/completions/payrun',
        'for zsh write eval "$(payrun completion zsh)" into ~/.zshrc',
      ],
      ['payrun completion fish > ~/.config/fish/completions/payrun.fish', 'the same for fish'],
    ],
    load: async () => (await import('./commands/installations/completion.ts')).completionOf(COMMANDS),
  },
  {
    name: 'migrate',
    arguments: '',
    summary: 'brings the database to the version of this Payrun (every command does it at its start)',
    options: [
      {
        flags: '--grant <role>',
        summary:
          'grants this role of PostgreSQL what Payrun needs to run, without the right to change tables or triggers',
      },
    ],
    examples: [
      ['payrun migrate', 'before a roll-out to several machines'],
      ['payrun migrate --grant payrun_app', 'as the owner of the tables; then run everything else as payrun_app'],
    ],
    load: async () => (await import('./commands/installations/migrate.ts')).migrate,
  },
];
