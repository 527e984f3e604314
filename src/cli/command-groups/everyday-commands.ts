import { exportEntries } from '../../actions/journal.ts';
import { PASSWORD_OPTIONS } from '../../actions/users/password.ts';
import { ENCODING_NAMES } from '../../platform/encodings.ts';
import { ON_INVALID_FORM, parseOnInvalid } from '../../settings/on-invalid.ts';
import { actionCommand } from '../actions/action-command.ts';
import type { CommandEntry, OptionEntry } from '../command.ts';
import { ACTING, SECRET_KEY } from '../shared-options.ts';

const ON_INVALID: OptionEntry = {
  flags: '--on-invalid <policy>',
  summary:
    'if rows are invalid: skip them, stop and pay nothing, or stop above a percentage such as 5% (default: skip)',
  form: { fits: (text) => parseOnInvalid(text) !== null, inWords: ON_INVALID_FORM },
};

const MERCHANT: OptionEntry = {
  flags: '--merchant <name>',
  summary:
    'the merchant that pays; in a sheet with a merchant column, only for rows that name none (default: the keys in environment variables)',
};

const DECIMAL: OptionEntry = {
  flags: '--decimal <style>',
  summary: 'decimal separator (default: detected)',
  choices: ['comma', 'point'],
};

const ENCODING: OptionEntry = {
  flags: '--encoding <name>',
  summary: 'encoding of a non-Unicode CSV (default: detected)',
  choices: ENCODING_NAMES,
};

const PAY_ON: OptionEntry = {
  flags: '--on <day>',
  summary: 'pay date, YYYY-MM-DD (default: the column payOn, or as soon as the run is approved)',
};

const WORKSHEET: OptionEntry = { flags: '--worksheet <name>', summary: 'the worksheet with the payments' };

const STDIN_NAME: OptionEntry = {
  flags: '--stdin-name <name>',
  summary: 'file name of the sheet that `-` reads from standard input (default: standard-input)',
};

export const EVERYDAY_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    summary:
      'sets up an installation: asks for service, keys, database, inbox, payment rules and first user, and checks them',
    options: [
      { flags: '--service <url>', summary: 'the payout service, or `sandbox` for the embedded one' },
      {
        flags: '--environment <environment>',
        summary: 'environment of the service',
        choices: ['sandbox', 'production'],
      },
      { flags: '--merchant <name>', summary: 'the merchant with these keys (default: default)' },
      { flags: '--access-key <key>', summary: 'the access key of the merchant' },
      ...SECRET_KEY,
      {
        flags: '--database-env <variable>',
        summary: 'environment variable with a PostgreSQL URL (default: the embedded database)',
      },
      { flags: '--inbox <folder>', summary: 'the folder into which sheets are dropped, or `none`' },
      {
        flags: '--approval <policy>',
        summary: 'manual: every run requires approval; auto: only above a limit (default in production: manual)',
        choices: ['manual', 'auto'],
      },
      {
        flags: '--two-approvers-above <limits>',
        summary: 'limits above which a run needs two approvers: EUR=50000,USD=60000 (default: none)',
      },
      ON_INVALID,
      { flags: '--user <name>', summary: 'the first user, an admin, or `none`' },
      ...PASSWORD_OPTIONS,
      { flags: '--local', summary: 'checks without the payout service' },
    ],
    examples: [
      ['payrun init', 'asks for everything not set by an option, writes payrun.config.json, and runs `payrun doctor`'],
      [
        'payrun init --service https://api.example.com --environment sandbox --access-key AK --secret-key-file key.txt',
        'for a script: takes everything from the options',
      ],
    ],
    load: async () => (await import('../commands/installations/init.ts')).init,
  },
  {
    name: 'check',
    arguments: '<file...>',
    summary: 'checks sheets without paying; NAME.checked.xlsx shows the cells to correct in red',
    options: [
      { flags: '--output <file>', summary: 'always writes the checked workbook, to this file' },
      ...[DECIMAL, ENCODING, WORKSHEET, STDIN_NAME],
    ],
    examples: [
      ['payrun check june.csv', 'lists errors by row and column'],
      ['payrun check june.xlsx --json', 'the same, for a program'],
      ['payrun check - --stdin-name june.csv < export.csv', 'a sheet from standard input'],
    ],
    load: async () => (await import('../commands/sheets/check.ts')).check,
  },
  {
    name: 'map',
    arguments: '<file>',
    summary: 'suggests what each column means, and saves what you accept in payrun.config.json',
    options: [
      { flags: '--yes', summary: 'accepts what is proposed, except uncertain matches' },
      { flags: '--name <name>', summary: 'saves the format under this name, for sheets with exactly these headers' },
      ENCODING,
      WORKSHEET,
      STDIN_NAME,
    ],
    examples: [
      ['payrun map juni.csv', 'asks for each unknown column'],
      ['payrun map juni.csv --yes', 'accepts what is proposed'],
      ['payrun map juni.csv --name "Acme ERP"', 'saves the format of an export, and asks again if its headers change'],
      ['payrun map juni.csv --json', 'only shows what is proposed'],
    ],
    load: async () => (await import('../commands/sheets/map.ts')).map,
  },
  {
    name: 'pay',
    arguments: '<file...>',
    summary: 'pays every valid row of the sheets once, and writes results with a status on every row',
    options: [
      MERCHANT,
      { flags: '--yes', summary: 'confirms the run without asking' },
      ON_INVALID,
      DECIMAL,
      ENCODING,
      WORKSHEET,
      PAY_ON,
      STDIN_NAME,
      { flags: '--dry-run', summary: 'shows what would be paid, and exits' },
      ...ACTING,
    ],
    examples: [
      ['payrun pay june.csv', 'shows the plan, asks you to confirm, then pays'],
      ['payrun pay june.csv --yes --json', 'for a script'],
      ['payrun pay - --stdin-name june.csv --yes', 'a sheet from standard input; the results are written here'],
      ['payrun pay june.csv --on-invalid stop', 'pays nothing if a row is invalid'],
      ['payrun pay june.csv --on-invalid 5%', 'pays nothing if more than 5% of the rows are invalid'],
      ['payrun pay june.csv --on 2026-12-01', 'approve now, send on that day or the next business day'],
      ['payrun pay juni.csv --decimal comma', 'for amounts such as 1.240,50'],
    ],
    resumes: true,
    load: async () => (await import('../commands/runs/pay.ts')).pay,
  },
  actionCommand(exportEntries),
  {
    name: 'template',
    arguments: '[file]',
    summary: 'writes an XLSX to fill in, with drop-downs, comments and examples; text columns keep leading zeros',
    options: [
      {
        flags: '--countries <codes>',
        summary: 'countries where people are paid, comma-separated: DE,US,MX (default: everywhere)',
      },
      { flags: '--currency <code>', summary: 'currency of the balance that pays' },
      {
        flags: '--recipients <from>',
        summary:
          'adds a row for each recipient with a referenceId: `known` for those of this installation, or a sheet that lists them',
      },
      MERCHANT,
      { flags: '--force', summary: 'overwrites the file' },
    ],
    examples: [
      ['payrun template --countries DE,US,MX --currency EUR', 'writes payrun-template.xlsx'],
      ['payrun template july.xlsx --recipients known', 'with the number and name of known recipients'],
    ],
    load: async () => (await import('../commands/sheets/template.ts')).template,
  },
  {
    name: 'resume',
    arguments: '[run]',
    summary: 'continues everything unfinished, or one run',
    examples: [['payrun resume', 'after a crash, an outage or a stop']],
    resumes: true,
    load: async () => (await import('../commands/runs/resume.ts')).resume,
  },
  {
    name: 'report',
    arguments: '<run>',
    summary: 'rewrites the results workbook of a run',
    options: [{ flags: '--to <folder>', summary: 'folder to write to (default: the current one)' }],
    examples: [['payrun report 12', 'writes the results of run 12 here']],
    needsLedger: true,
    load: async () => (await import('../commands/runs/report.ts')).report,
  },
  {
    name: 'countries',
    arguments: '[country...]',
    summary: 'shows the requirements for bank transfers, by country',
    options: [
      {
        flags: '--verify-source',
        summary: 'compares the tables with their data files; exit code 1 if they differ',
      },
    ],
    examples: [
      ['payrun countries', 'every country, with its currency, account and route'],
      [
        'payrun countries DE MX',
        'columns with their local names, formats and examples; routes, minimums and the source',
      ],
    ],
    load: async () => (await import('../commands/sheets/countries.ts')).countries,
  },
];
