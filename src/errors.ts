import { maskBankDetails } from './mask-bank-details.ts';

/**
 * Every error that Payrun can end with: a stable code, a sentence, the next step and an exit code. A sentence may name
 * details in braces; never a bank detail, an identity number or a key.
 *
 * Exit codes: 0 done; 1 a defect in Payrun; 2 usage or configuration; 3 finished, but some rows were refused or failed;
 * 4 waiting for an approval, a review or funds; 5 service or database out of reach.
 */
export const EXIT = { done: 0, defect: 1, usage: 2, rowsFailed: 3, waits: 4, outOfReach: 5 } as const;

interface Entry {
  readonly exit: number;
  readonly sentence: string;
  /** The next step on the command line. */
  readonly next: string;
  /** The next step on a page, if it differs: something to look at or to click. */
  readonly page?: string;
  /** The next step next to a dropped file, if it differs from the one on a page. */
  readonly inbox?: string;
  /** The next step of a program, if it differs from the one on a page. */
  readonly api?: string;
}

/** The channel on which an error is read. */
export type Channel = 'cli' | 'page' | 'inbox' | 'api';

const OPERATOR = 'An operator of this installation must fix it: the log and the command line show how.';
const GOES_ON = 'Nothing is lost: Payrun continues afterwards.';
const RESUME = 'Nothing is lost. Run `payrun resume` when it is back.';

export const ERRORS = {
  // Usage and configuration
  usage: {
    exit: 2,
    sentence: '{detail}',
    next: 'See `payrun --help`.',
    page: 'Correct it and try again.',
    api: 'Correct the request.',
  },
  config_invalid: {
    exit: 2,
    sentence: 'The configuration is not valid: {detail}',
    next: 'Correct the setting and run the command again.',
  },
  rules_missing: {
    exit: 2,
    sentence: 'This ledger pays in production and has no rules for approvals and limits yet.',
    next: 'See the defaults with `payrun rules`. For example, `payrun rules set approval.policy manual` sets one rule and uses the defaults for the others. Then run `payrun resume`.',
    page: 'An admin of all merchants sets them in Settings. Nothing is lost: the run continues afterwards.',
  },
  rules_changed: {
    exit: 2,
    sentence: 'Another user has changed the rules for payments in the meantime.',
    next: 'See `payrun rules`, and set yours again if you still need to.',
    page: 'Review the rules in Settings, and set yours again if you still need to.',
  },
  rules_looser: {
    exit: 2,
    sentence:
      'The rules in force say "{rule}" for invalid rows, and "{asked}" is less strict. A run can only be stricter.',
    next: 'Leave the option out, or have an admin change the rule with `payrun rules set onInvalid`.',
    page: 'Choose a stricter policy, or have an admin change the rule in force.',
    api: 'Send a stricter onInvalid, or none.',
  },
  ledger_environment: {
    exit: 2,
    sentence: 'This ledger belongs to {ledger}, but this process is configured for {process}. Nothing is paid.',
    next: 'Set PAYRUN_ENVIRONMENT to {ledger}, or use another database with DATABASE_URL or PAYRUN_HOME. To move a sandbox ledger to production, run `payrun rules set environment production`.',
  },
  keys_environment: {
    exit: 2,
    sentence:
      'The keys of merchant {merchant} belong to the {keys} environment of the payout service, but this process is configured for {process}. Nothing is paid.',
    next: 'Use keys of the {process} environment. To pay in {keys}, set PAYRUN_ENVIRONMENT to {keys}, and use another database with DATABASE_URL or PAYRUN_HOME. Then run `payrun resume`.',
    page: 'An operator of this installation sets keys of the {process} environment. To pay in {keys}, they configure Payrun for {keys} with another database.',
  },
  service_changed: {
    exit: 2,
    sentence:
      'The payout service at {url} does not have the payments of merchant {merchant} that are in this ledger.{where} Nothing was changed in the payout service.',
    next: 'Correct PAYRUN_SERVICE_URL. To pay with this service, use another ledger (PAYRUN_HOME or DATABASE_URL).',
  },
  service_url_required: {
    exit: 2,
    sentence: 'PAYRUN_ENVIRONMENT is production, but PAYRUN_SERVICE_URL is not set.',
    next: 'Set PAYRUN_SERVICE_URL, PAYRUN_ACCESS_KEY and PAYRUN_SECRET_KEY. Without a service only the sandbox is used.',
  },
  environment_required: {
    exit: 2,
    sentence: 'A payout service is set, but not the environment of its keys: sandbox or production.',
    next: 'Set PAYRUN_ENVIRONMENT to sandbox or production, or `environment` in payrun.config.json.',
  },
  keys_required: {
    exit: 2,
    sentence: 'There are no keys for merchant {merchant}.',
    next: 'Set PAYRUN_ACCESS_KEY and PAYRUN_SECRET_KEY, or add the merchant with `payrun merchants add`.',
    page: 'An admin of Payrun adds the keys of this merchant.',
    inbox:
      'The file does not name the merchant that pays. Drop it into that merchant’s folder, or add a merchant column.',
  },
  vault_key_required: {
    exit: 2,
    sentence: 'PAYRUN_VAULT_KEY is not set, and the database is not the embedded one.',
    next: 'Generate a key once with `openssl rand -base64 32`, keep it safe, and set PAYRUN_VAULT_KEY on every machine.',
  },
  vault_key_wrong: {
    exit: 2,
    sentence: '{place} is not the key that seals this database.',
    next: 'Set the current key: the one of the last `payrun vault rotate`, or the first key if you never changed it.',
  },
  vault_damaged: {
    exit: 2,
    sentence: 'A sealed value in the database was changed, or was sealed with another key.',
    next: 'Restore the database from a backup; see `payrun verify`.',
    page: `Nothing was paid. ${OPERATOR}`,
  },
  vault_key_changed: {
    exit: 2,
    sentence:
      'The database refuses values that this process seals: its vault key was changed, or a newer Payrun migrated it. Nothing was written.',
    next: 'Start the installed version again, with the current key in PAYRUN_VAULT_KEY. Nothing is lost: `payrun resume` continues.',
  },
  vault_key_used: {
    exit: 2,
    sentence: 'This database already uses this key, or used it before.',
    next: 'Generate another one with `openssl rand -base64 32`.',
  },
  vault_rotation_waits: {
    exit: 4,
    sentence: 'The vault key cannot be changed now: {detail}.',
    next: 'Nothing was changed. Resolve this, then run `payrun vault rotate` again.',
  },
  payment_sheet: {
    exit: 2,
    sentence: '{file} has payment columns, so it is not a recipient sheet.',
    next: 'Pay it with `payrun pay`, which also creates its recipients, or remove the payment columns.',
    page: 'Upload it as a payment file, which also creates its recipients, or remove the payment columns.',
    api: 'Send it to POST /runs, which also creates its recipients.',
  },
  recipient_sheet: {
    exit: 2,
    sentence: '{file} is a recipient sheet: it has recipients but no amounts.',
    next: 'Create its recipients in the service with `payrun run sync-recipients`, with the file as its input. To pay them, add the amount and currency columns; if they have other names, assign them with `payrun map`.',
    page: 'To pay them, add the amount and currency columns. If they have other names, assign each column when you upload the file.',
    inbox: 'To pay them, add the amount and currency columns, and drop it again.',
    api: 'To pay them, add the amount and currency columns.',
  },
  purged_sheet: {
    exit: 2,
    sentence: 'The content of the sheet {sheet} was purged on {day}. Its results can no longer be written.',
    next: 'The outcome of its payments is kept: `payrun payments --run RUN`.',
    page: 'The outcome of its payments is kept, on the run page.',
    api: 'The outcome of its payments is kept: GET /payments?run=RUN.',
  },
  purged_rows: {
    exit: 2,
    sentence: 'The cells of run {run} were purged on {day}, so its rows can no longer be read.',
    next: 'Pay a sheet with the unpaid rows, with `payrun pay`. References are kept forever, so no one is paid twice.',
    page: 'Upload a file with the unpaid rows. References are kept forever, so no one is paid twice.',
    api: 'Send the unpaid rows. References are kept forever, so no one is paid twice.',
  },
  ledger_missing: {
    exit: 2,
    sentence: '{home} has no ledger yet, so nothing was paid with it.',
    next: 'Create one with `payrun pay FILE`. If you have one elsewhere, set PAYRUN_HOME or DATABASE_URL to it.',
  },
  home_open: {
    exit: 2,
    sentence: 'Another process has {home} open.',
    next: 'Stop `payrun serve` and every other process with this home, then run the command again.',
  },
  restore_cut_off: {
    exit: 2,
    sentence: 'A restore into {home} was interrupted, so its ledger is incomplete.',
    next: 'Run `payrun restore FOLDER` again.',
  },
  ledger_moved: {
    exit: 2,
    sentence: 'This ledger was moved to {place} on {at}. It makes no payments.',
    next: 'Set DATABASE_URL to that database and PAYRUN_VAULT_KEY to the key of this home, and run the command again.',
  },
  ledger_moving: {
    exit: 2,
    sentence:
      'This ledger has been moving to {place} since {at}, and the move is not finished. It makes no payments meanwhile.',
    next: 'Run `payrun import-home` again, with DATABASE_URL set to that database, to finish the move. To keep the ledger here, run `payrun import-home --cancel`.',
  },
  import_cut_off: {
    exit: 5,
    sentence:
      'The connection to {place} was lost before it confirmed that the ledger arrived. The home makes no payments until that is known.',
    next: 'When the database is back, run `payrun import-home` again to finish the move. If it is lost, run `payrun import-home --cancel --lost` to use the home again.',
  },
  import_not_under_way: {
    exit: 2,
    sentence: 'The ledger of the home {home} is not being moved: there is nothing to cancel.',
    next: 'Keep using the home.',
  },
  import_arrived: {
    exit: 2,
    sentence: 'The ledger has arrived in {place}: the move cannot be canceled, or two ledgers would pay.',
    next: 'Run `payrun import-home` again without --cancel, to finish the move.',
  },
  import_unproven: {
    exit: 5,
    sentence: 'Payrun cannot check whether the ledger arrived in {place}. The home stays closed.',
    next: 'Try again when the database can be reached. If it is lost and makes no payments, add --lost.',
  },
  import_key: {
    exit: 2,
    sentence:
      'PAYRUN_VAULT_KEY is not the key of the home {home}. The database that its ledger moves to keeps that key.',
    next: 'Set PAYRUN_VAULT_KEY to that key and run the command again. If the key is in the home: `export PAYRUN_VAULT_KEY="$(cat {file})"`.',
  },
  import_target_used: {
    exit: 2,
    sentence: '{place} is already in use: {detail}. Two ledgers cannot be merged.',
    next: 'Nothing was changed. Set DATABASE_URL to a database that Payrun has never used.',
  },
  import_differs: {
    exit: 1,
    sentence: 'The copy differs from the ledger of the home: {detail}. The copy was discarded.',
    next: 'Keep using the home, and please report this.',
  },
  merchant_unknown: {
    exit: 2,
    sentence: 'There is no merchant called {merchant}.',
    next: 'See `payrun merchants list`.',
    page: 'Correct the name of the merchant.',
    inbox: 'Correct the merchant column, or drop the sheet into the folder of the merchant that pays.',
    api: 'GET /merchants lists the merchants that this token can use.',
  },
  merchant_exists: {
    exit: 2,
    sentence: 'Merchant {merchant} already exists with a different access key.',
    next: 'Use the merchant’s access key, or add the new keys under another name with `payrun merchants add`. References and recipients are tied to the keys.',
  },
  merchant_keys_taken: {
    exit: 2,
    sentence: 'These keys already belong to merchant {merchant}.',
    next: 'Use that name: under two names, a payment could be made twice.',
  },
  run_unknown: {
    exit: 2,
    sentence: 'There is no run {run}.',
    next: 'See `payrun runs`.',
    api: 'GET /runs lists the runs that this token can see.',
  },
  journal_export_unknown: {
    exit: 2,
    sentence: 'There is no journal export {id}.',
    next: 'Leave out --again to export new entries.',
  },
  run_busy: {
    exit: 4,
    sentence: 'Run {run} is being processed by another process ({owner}).',
    next: 'Wait until it is done, or stop that process and run `payrun resume`.',
    page: 'Wait until that process is done, then try again.',
  },
  fenced: {
    exit: 4,
    sentence: 'Run {run} was taken over by another process while this one was paused.',
    next: 'No action needed: the other process continues it. See `payrun runs`.',
    page: 'No action needed: the other process continues it.',
  },
  job_unknown: {
    exit: 2,
    sentence: 'There is no job called {job}.',
    next: 'See `payrun jobs`.',
  },
  stopped: {
    exit: 5,
    sentence: 'Stopped on request ({signal}).',
    next: 'Nothing is lost: `payrun resume` continues.',
  },

  job_broken: {
    exit: 2,
    sentence: 'The file of job {job} cannot be loaded: {detail}.',
    next: 'Correct {file}, then check with `payrun jobs` that it loads.',
  },

  // Files
  file_missing: { exit: 2, sentence: 'The file {file} does not exist.', next: 'Check the name and the folder.' },
  file_is_folder: {
    exit: 2,
    sentence: '{file} is a folder, not a sheet.',
    next: 'Name one or more files in it: CSV, XLSX, ODS or pain.001.',
  },
  file_unreadable: {
    exit: 2,
    sentence: 'The file {file} cannot be read: {detail}.',
    next: 'Check its permissions, and close it in other programs.',
  },
  file_unwritable: {
    exit: 2,
    sentence: 'The file {file} cannot be written: {detail}.',
    next: 'Check the permissions and the free space of its folder.',
  },
  sheet_empty: {
    exit: 2,
    sentence: '{file} is empty.',
    next: 'Save the sheet again; it needs a header line and at least one payment.',
  },
  sheet_no_rows: { exit: 2, sentence: '{file} has a header but no payments below it.', next: 'Add at least one row.' },
  sheet_not_a_sheet: {
    exit: 2,
    sentence: '{file} is neither CSV, XLSX, ODS nor pain.001: {detail}.',
    next: 'Save it as "CSV UTF-8" or "Excel workbook (.xlsx)".',
  },
  sheet_order_version: {
    exit: 2,
    sentence: '{file} is a payment order in a version that Payrun does not read: {version}.',
    next: 'Export it as {versions}, or save the payments as "CSV UTF-8" or "Excel workbook (.xlsx)".',
  },
  sheet_no_header: {
    exit: 2,
    sentence: '{file} has no header line that Payrun recognizes: {detail}.',
    next: 'The first line needs column names such as amount, currency, email, IBAN. If it has other names, assign them with `payrun map`.',
    page: 'The first line needs column names such as amount, currency, email, IBAN. If it has other names, assign each column when you upload it.',
    inbox:
      'The first line needs column names such as amount, currency, email, IBAN. New run links to a template with the right columns.',
    api: 'The first line needs column names such as amount, currency, email, IBAN.',
  },
  sheet_columns_missing: {
    exit: 2,
    sentence: '{file} is missing required columns: {detail}.',
    next: 'Add the columns, or correct the header. If they have other names, assign them with `payrun map`.',
    page: 'Add the columns, or correct the header. If it has other names, assign each column when you upload it.',
    inbox: 'Add the columns, or correct the header. New run links to a template with the right columns.',
    api: 'Add the columns, or correct the header.',
  },
  sheet_column_twice: {
    exit: 2,
    sentence: '{file} has the column {column} twice ({detail}).',
    next: 'Rename or remove one of them.',
  },
  sheet_columns_unclear: {
    exit: 2,
    sentence: '{file}: {detail}.',
    next: 'Give that column Payrun’s name, for example amount, and remove the others; or assign it with `payrun map`.',
    page: 'Give that column Payrun’s name, for example amount, and remove the others; or assign each column when you upload the file.',
    inbox: 'Give that column Payrun’s name, for example amount, remove the others, and drop it again.',
    api: 'Give that column Payrun’s name, for example amount, and remove the others.',
  },
  sheet_amount_unit: {
    exit: 2,
    sentence: '{file}: the amounts of column {letter}, "{header}", are not in whole units of a currency ({unit}).',
    next: 'Write the amounts in full, for example 1240.50, and remove the unit from the header.',
  },
  sheet_unclosed_quote: {
    exit: 2,
    sentence: '{file}: the quote that opens in row {row} is never closed.',
    next: 'Close it, or remove the quote character from that row.',
  },
  sheet_swallowed_rows: {
    exit: 2,
    sentence:
      '{file}: a quote opens in row {row} and closes in row {last}, so the rows in between would be read as one cell and not be paid.',
    next: 'Remove the stray quote character from row {row}, or close it in that row. If it is one cell, remove the line breaks from it.',
  },
  sheet_encoding_unclear: {
    exit: 2,
    sentence: '{file} is not in Unicode, and its letters are ambiguous: {detail}.',
    next: 'Save it as "CSV UTF-8" or as XLSX in the program that it comes from, or give its encoding, for example --encoding {example}.',
    page: 'Save it as "CSV UTF-8" or as XLSX in the program that it comes from, or choose its encoding under More.',
    inbox: 'Save it as "CSV UTF-8" or as XLSX in the program that it comes from, and drop it again.',
    api: 'Send it as UTF-8, or send its encoding with it.',
  },
  sheet_two_decimals: {
    exit: 2,
    sentence: '{file} has amounts in two formats: {detail}.',
    next: 'Use one format for all of them, or choose one with --decimal point or --decimal comma.',
    page: 'Use one format for all of them, or choose one under More.',
    inbox: 'Use one format for all of them.',
    api: 'Use one format for all of them, or send decimal with it.',
  },
  sheet_damaged: {
    exit: 2,
    sentence: '{file} could not be read completely: {detail}.',
    next: 'To repair it, {repair}.',
  },
  sheet_too_large: {
    exit: 2,
    sentence: '{file} is too large: {detail}.',
    next: 'Split it into several sheets, or save it as "CSV UTF-8".',
  },
  sheet_stopped: {
    exit: 2,
    sentence: 'Reading {file} was stopped: {detail}.',
    next: 'Open it in Excel or LibreOffice, copy its rows into a new workbook or save them as "CSV UTF-8", and pay that file.',
    page: 'Open it in Excel or LibreOffice, copy its rows into a new workbook or save them as "CSV UTF-8", and upload that file.',
    inbox:
      'Open it in Excel or LibreOffice, copy its rows into a new workbook or save them as "CSV UTF-8", and drop that file.',
    api: 'Send its rows as JSON or as a CSV.',
  },
  sheet_not_read_again: {
    exit: 2,
    sentence: 'Reading {file} was stopped twice, so it is not read again.',
    next: 'Pay a new copy, for example one saved as "CSV UTF-8". For the results of a run, run `payrun report RUN`: it rereads the sheet.',
    page: 'Upload a new copy, for example one saved as "CSV UTF-8". For the results of a run, ask an operator to have it reread.',
    inbox: 'Drop a new copy, for example one saved as "CSV UTF-8".',
    api: 'Send a new copy. For the results of a run, ask an operator to have it reread.',
  },
  sheet_worksheets: {
    exit: 2,
    sentence: '{file} has several worksheets with payments: {detail}.',
    next: 'Choose one with --worksheet NAME, or hide the others.',
    page: 'Choose one under More when you upload it, or hide the others.',
    inbox: 'Hide the other worksheets, or keep only one.',
    api: 'Send the name of one as worksheet.',
  },
  sheet_worksheet_unknown: {
    exit: 2,
    sentence: '{file} has no worksheet called {worksheet}: {detail}.',
    next: 'Use the name on the tab of the worksheet.',
  },
  sheet_changed: {
    exit: 2,
    sentence: '{file} changed while Payrun was reading it.',
    next: 'Wait until the other program has finished writing it, then run the command again.',
  },
  control_total: {
    exit: 2,
    sentence: '{file} does not match its control total: {detail}.',
    next: 'Nothing is paid. Correct the sheet or the control total.',
  },

  // Database
  database_unreachable: { exit: 5, sentence: 'The database cannot be reached: {detail}.', next: RESUME, page: GOES_ON },
  database_login: {
    exit: 2,
    sentence: 'The database server {host} refuses the user "{user}" or the password.',
    next: 'Correct both in DATABASE_URL. Special characters are percent-encoded there: / is %2F, ? is %3F, # is %23, @ is %40, % is %25.',
  },
  database_not_let_in: {
    exit: 2,
    sentence: 'The database server {host} does not allow the user "{user}" to connect to "{database}": {detail}.',
    next: 'Correct DATABASE_URL. For TLS add `?sslmode=verify-full` to it. An administrator of the server adds roles with CREATE ROLE and lines to pg_hba.conf.',
  },
  database_missing: {
    exit: 2,
    sentence: 'The database server {host} has no database "{database}".',
    next: 'Correct the name in DATABASE_URL, or have an administrator run `CREATE DATABASE "{database}" OWNER "{user}"`.',
  },
  database_rights: {
    exit: 2,
    sentence: 'The database role "{user}" is not allowed to {detail}.',
    next: 'Have an administrator run `{grant}` in the database "{database}", and run the command again. If another role owns the tables by design, run `payrun migrate --grant "{user}"` as that role.',
  },
  database_owner_needed: {
    exit: 2,
    sentence: 'The database role "{user}" does not own Payrun’s tables, so it cannot do this.',
    next: 'Run the command again with the owner’s URL in DATABASE_URL: the role that runs `payrun migrate`.',
  },
  migration_owner_needed: {
    exit: 2,
    sentence: 'This Payrun is newer than the database’s tables, and the role "{user}" cannot change them.',
    next: 'Run `payrun migrate --grant "{user}"` with the owner’s URL in DATABASE_URL, then this command with the URL of "{user}".',
  },
  database_read_only: {
    exit: 5,
    sentence: 'The database "{database}" is read-only: nothing was written.',
    next: 'Name the primary server in DATABASE_URL. If it is the primary, run `ALTER DATABASE "{database}" RESET default_transaction_read_only`, and do the same with `ALTER ROLE "{user}"`. Then run `payrun resume`.',
  },
  database_busy: {
    exit: 5,
    sentence: 'The database has no free connection for the role "{user}".',
    next: 'Stop other programs that use it, or have an administrator run `{limit}`{after}. Nothing is lost. Then run `payrun resume`.',
    page: GOES_ON,
  },
  database_timeout: {
    exit: 5,
    sentence: 'The database canceled a statement that took longer than its {setting}.',
    next: 'Have an administrator run `ALTER ROLE "{user}" SET {setting} = 0`. Nothing is lost. Then run `payrun resume`.',
  },
  database_certificate: {
    exit: 2,
    sentence: 'The certificate of the database server {host} is not trusted.',
    next: 'Add its authority’s certificate to DATABASE_URL: `?sslmode=verify-full&sslrootcert=/path/to/ca.pem`.',
  },
  database_certificate_name: {
    exit: 2,
    sentence: 'The certificate of the database server is for {names}, but DATABASE_URL has {host}.',
    next: 'Use a name of the certificate in DATABASE_URL, or have the server get a certificate for {host}.',
  },
  database_certificate_expired: {
    exit: 2,
    sentence: 'The certificate of the database server {host} is not valid at this time.',
    next: 'Check the clock of this machine, or have the server get a new certificate.',
  },
  database_certificate_file: {
    exit: 2,
    sentence: 'The certificate file {file} cannot be read.',
    next: 'Correct sslrootcert=, sslcert= or sslkey= in DATABASE_URL, or the permissions of the file.',
  },
  database_no_tls: {
    exit: 2,
    sentence: 'The database server {host} does not offer TLS, but DATABASE_URL requires it.',
    next: 'Enable SSL on the server. Only on a private network: remove sslmode from DATABASE_URL.',
  },
  disk_full: {
    exit: 5,
    sentence: 'There is no space left: {where}.',
    next: 'Free {needed} or more there. Nothing is lost. Then run `payrun resume`.',
    page: 'Nothing is lost. An operator of this installation must free {needed} or more there; then it continues.',
  },
  database_newer: {
    exit: 2,
    sentence: 'The database has schema version {found}, but this Payrun supports only {known}.',
    next: 'Use the version of Payrun that created it, or a newer one.',
  },
  migration_changed: {
    exit: 2,
    sentence: 'Migration {version} of the database differs from the one in this Payrun.',
    next: 'Use the version of Payrun that created the database. A migration is never edited: add a new one.',
  },
  database_damaged: {
    exit: 2,
    sentence: 'The embedded database in {home} cannot be opened: {detail}.',
    next: 'Restore the folder from a backup.',
  },
  database_too_old: {
    exit: 2,
    sentence: 'PostgreSQL {found} is too old.',
    next: 'Payrun needs PostgreSQL 15 or newer.',
  },

  // Service
  service_unreachable: {
    exit: 5,
    sentence: 'The payout service cannot be reached: {detail}.',
    next: RESUME,
    page: GOES_ON,
  },
  service_timeout: {
    exit: 5,
    sentence: 'The payout service did not answer {call} within {seconds} s.',
    next: RESUME,
    page: GOES_ON,
  },
  service_not_json: {
    exit: 5,
    sentence: 'The payout service’s response to {call} is not JSON (HTTP {status}).',
    next: `Check PAYRUN_SERVICE_URL: it may be a proxy or a web page. ${RESUME}`,
    page: GOES_ON,
  },
  service_unexpected: {
    exit: 5,
    sentence: 'The payout service’s response to {call} has an unexpected format: {detail}.',
    next: 'Action required: see `payrun report` for the run. No payment is treated as paid or failed because of this.',
    page: 'No payment is treated as paid or failed because of this. The run page shows what awaits a decision.',
    api: 'No payment is treated as paid or failed because of this. A user decides: GET /runs/RUN has the status.',
  },
  service_keys_refused: {
    exit: 2,
    sentence: 'The payout service refuses the keys of merchant {merchant}{detail}.',
    next: 'Check PAYRUN_ACCESS_KEY and PAYRUN_SECRET_KEY, that they belong to this environment, and the clock of this machine (`payrun doctor`).',
    page: 'An admin of Payrun checks the keys of this merchant.',
  },
  service_not_authorized: {
    exit: 2,
    sentence: 'The keys of merchant {merchant} do not allow this ({call}).',
    next: 'Ask the owner of the account for keys with that permission.',
  },
  keys_of_wrong_kind: {
    exit: 2,
    sentence: '{call} needs the keys of a {needed}, but {merchant} has the keys of a {kind}.',
    next: 'Nothing was sent. Choose another merchant: `payrun merchants list` shows the kind of each merchant’s keys.',
    page: 'Nothing was sent. Choose another merchant.',
  },
  partner_not_enabled: {
    exit: 2,
    sentence: 'The account of {merchant} cannot create or delete sub-merchants ({call}).',
    next: "Ask the service's support to enable the partner feature for this account, or use the parent's keys for this environment.",
  },
  service_refused: {
    exit: 3,
    sentence: 'The payout service refused {call}: {detail}.',
    next: 'Correct the reported fields, then run `payrun resume`. No one is paid twice.',
    page: 'Correct the reported fields. The run continues with the rest and pays no one twice.',
  },
  service_read_refused: {
    exit: 4,
    sentence: 'The payout service refused {call}: {detail}.',
    next: 'Nothing is lost, and no payment is treated as paid or failed because of this. If it keeps refusing, ask the payout service why; then run `payrun resume`.',
    page: 'Nothing is lost, and no payment is treated as paid or failed because of this. If it keeps refusing, ask the payout service why.',
  },
  service_not_found: {
    exit: 3,
    sentence: 'The payout service could not find what {call} refers to.',
    next: 'Check in the payout service whether it was deleted.',
  },
  service_busy: {
    exit: 5,
    sentence: 'The payout service is not ready after {seconds} s: {detail}. Nothing was started.',
    next: RESUME,
    page: GOES_ON,
  },
  service_failed: {
    exit: 5,
    sentence: 'The payout service returned an error for {call} (HTTP {status}).',
    next: RESUME,
    page: GOES_ON,
  },
  service_rate_limited: {
    exit: 5,
    sentence: 'The payout service keeps refusing calls because of its rate limit.',
    next: `Another program may be using the same keys. ${RESUME}`,
    page: `Another program may be using the same keys. ${GOES_ON}`,
  },

  webhook_key_missing: {
    exit: 2,
    sentence: 'The payout service does not show the key that signs the webhooks of merchant {merchant}.',
    next: 'Copy the key from its pages into an environment variable and pass its name: `payrun webhooks subscribe {merchant} --url URL --signing-key-env VARIABLE`.',
  },

  rerun_unfinished: {
    exit: 4,
    sentence: 'Run {run} is not finished.',
    next: 'Finish it first: `payrun resume {run}`.',
    page: 'Wait until it is finished.',
  },
  rerun_nothing: {
    exit: 2,
    sentence: 'Run {run} has nothing to retry: {detail}.',
    next: 'See `payrun payments --run {run}`.',
    page: 'The run page lists its payments.',
    api: 'GET /runs/{run}/payments has its payments.',
  },
  because_missing: {
    exit: 2,
    sentence: 'The reason is missing.',
    next: 'Add it for the audit log: --because "...".',
    page: 'Fill it in; the audit log shows it.',
    api: 'Send the reason as because; the audit log shows it.',
  },
  run_ambiguous: {
    exit: 2,
    sentence: 'Runs {runs} each have a payment with the reference {reference}.',
    next: 'Choose one: --run RUN.',
    page: 'Open the page of the right payment.',
    api: 'Name its run in the request.',
  },
  not_held: {
    exit: 2,
    sentence: 'No payment on hold has the reference {reference}.',
    next: 'See `payrun payments --state held`.',
    page: 'Look for it in the list of payments on hold.',
  },
  not_removable: {
    exit: 2,
    sentence: 'No payment with the reference {reference} is in an unsent batch.',
    next: 'See `payrun payments --reference {reference}`. A payment that was sent cannot be recalled.',
    page: 'Open the payment to see its status. A payment that was sent cannot be recalled.',
    api: 'GET /payments?reference={reference} has its status. A payment that was sent cannot be recalled.',
  },
  not_dismissed: {
    exit: 2,
    sentence: 'Nothing on hold matches: {detail}',
    next: 'See `payrun payments --state held`.',
    page: 'Look for it in the list of payments on hold.',
  },
  not_releasable: {
    exit: 2,
    sentence: 'The payment {reference} cannot be released: {detail}',
    next: 'Correct the sheet and pay it with `payrun pay`.',
    page: 'Correct the file and upload it, or dismiss the payment.',
    api: 'A user dismisses the payment, or pays a corrected row.',
  },
  duplicate_since_hold: {
    exit: 4,
    sentence: 'Nothing was released. A payment made since this one was put on hold may be the same one: {found}.',
    next: 'Compare them: the reason of each payment on hold names the other one. To pay both, run the command again; otherwise dismiss it with `payrun dismiss`.',
    page: 'Compare them: the reason of each payment on hold names the other one. To pay both, release again; otherwise dismiss it.',
  },
  hold_changed: {
    exit: 4,
    sentence: 'The hold of payment {reference} has changed since it was shown. Nothing was released.',
    next: 'See its reason with `payrun payments --state held`, then decide again.',
    page: 'Read its reason again, then decide.',
  },
  not_unknown: {
    exit: 2,
    sentence: 'No unconfirmed payment has the reference {reference}.',
    next: 'See `payrun payments --state unknown`.',
    page: 'Look for it in the list of unconfirmed payments.',
  },
  not_a_discrepancy: {
    exit: 2,
    sentence: 'There is no discrepancy called {reference}.',
    next: 'See `payrun payments --state discrepancy`; for a payment that was added in the payout service, use its ID in the service; for a finding of `payrun verify --remote`, its code.',
    page: 'The audit log lists the open discrepancies.',
  },
  already_accepted: {
    exit: 2,
    sentence: 'The discrepancy {code} was already accepted by {name}.',
    next: 'No action needed. `payrun verify --remote --all` lists accepted discrepancies.',
    page: 'No action needed.',
  },
  may_still_be_paid: {
    exit: 4,
    sentence: 'The payment {reference} was paid or may still be paid: the service reports {said}.',
    next: 'Wait until its batch is final, or delete the payment in the service. Then confirm the outcome again.',
  },
  service_not_proven: {
    exit: 4,
    sentence:
      'The payout service has neither the payment {reference} nor anything else of merchant {merchant} that is in the ledger, so it may be another service or account. This does not prove that the payment was not paid.',
    next: 'Check PAYRUN_SERVICE_URL and the keys of {merchant}, then confirm the outcome again. Until then it stays unconfirmed and is not sent again.',
    page: 'An admin of Payrun checks the keys of {merchant}. Until then it stays unconfirmed and is not sent again.',
  },
  not_paid_at_service: {
    exit: 4,
    sentence: 'The payout service has not paid {reference}: it reports {said}.',
    next: 'Run `payrun resume {run}` to read its status again. If it can no longer be paid, confirm that it was not paid.',
    page: 'Its status is read again when the run is resumed. If it can no longer be paid, confirm that it was not paid.',
  },
  not_waiting: {
    exit: 2,
    sentence: 'Run {run} is not awaiting approval.',
    next: 'See `payrun runs`.',
    page: 'The status of the run shows what it is waiting for.',
    api: 'GET /runs/RUN has its status.',
  },
  not_stoppable: {
    exit: 2,
    sentence: 'Run {run} cannot be stopped: everything was sent, it is finished, or it was not submitted.',
    next: 'See `payrun runs {run}`.',
    page: 'The run page shows its status.',
    api: 'GET /runs/{run} has its status.',
  },
  not_asked: {
    exit: 2,
    sentence: 'Run {run} is not waiting to be submitted.',
    next: 'Open the run: another user may have submitted or discarded it already.',
    api: 'Read the run: it may have been submitted or discarded already.',
  },
  pay_day: {
    exit: 2,
    sentence: 'The pay date {day} {fault}.',
    next: 'Choose today or a later day, at most a year ahead.',
  },
  journal_account: {
    exit: 2,
    sentence: 'DATEV posts to account numbers, and "{account}" is not one.',
    next: 'Set `journal.accounts` in payrun.config.json, then write the export again.',
    page: 'Ask an admin to set the accounts of the journal; then download the export.',
  },
  journal_form: {
    exit: 2,
    sentence: 'The journal cannot be written in this format: {detail}.',
    next: 'Choose another format with --format.',
    page: 'Reports has a link for each file of an export, and other formats.',
  },
  pay_day_fixed: {
    exit: 2,
    sentence: 'The pay date of run {run} cannot be changed: {why}.',
    next: 'Open the run to see its outcome.',
    api: 'Read the run for its outcome.',
  },
  corrected_already: {
    exit: 2,
    sentence: 'A row of run {run} was corrected by another user in the meantime.',
    next: 'Reload the page to see the remaining rows.',
    api: 'Read the run as it is now.',
  },
  recipient_unreadable: {
    exit: 4,
    sentence: 'The payout service’s data about this recipient is unclear.',
    next: 'Check the recipient in the payout service. Then release the payment with `payrun release` to try again.',
    page: 'Check the recipient in the payout service. Then release the payment to try again.',
  },
  recipient_email_taken: {
    exit: 3,
    sentence: 'The payout service has this email under another recipient number.',
    next: 'Use that recipient number, or another email.',
  },

  // Money safety
  batch_mismatch: {
    exit: 4,
    sentence: 'Batch {batch} in the service differs from the plan: {detail}.',
    next: 'It was not started. Compare it with `payrun report`.',
    page: 'It was not started. Compare it with the run page.',
    api: 'It was not started. A user compares it with the payout service.',
  },
  batch_unreadable: {
    exit: 4,
    sentence:
      'The payout service shows batch {batch}, or one that may be it, in a format that Payrun cannot read{id}. Its payments are not treated as paid or failed.',
    next: 'Check it in the payout service. Once it can be read there, run `payrun resume`.',
    page: 'Check it in the payout service. The run continues once it can be read there.',
  },
  payment_unreadable: {
    exit: 4,
    sentence:
      'The payout service shows a payment that may be this one in a format that Payrun cannot read{id}. The payment is not treated as paid or failed.',
    next: 'Check it in the payout service. Once it can be read there, confirm the outcome again.',
  },
  batches_unreadable: {
    exit: 4,
    sentence:
      'The payout service shows {batches} of merchant {merchant} in a format that Payrun cannot read ({example}): an installation of Payrun may have created it, and it may already pay someone.',
    next: 'Nothing in this run is paid until this is resolved. Check it in the payout service. Once it can be read there, run `payrun resume`; if it was not created by Payrun, declare its origin with `payrun adopt --installation NAME`.',
    page: 'Nothing in this run is paid until this is resolved. Check it in the payout service. If it was not created by Payrun, an admin declares its origin in Settings.',
  },
  ledger_outdated: {
    exit: 4,
    sentence:
      'The payout service has {batches} of merchant {merchant} that this ledger created and no longer has (for example {example}): the ledger was restored from a backup, or is a copy.',
    next: 'Nothing in this run is paid until this is resolved. Adopt those payments with `payrun adopt`, so that no one is paid twice; then run `payrun resume`.',
    page: 'Nothing in this run is paid until this is resolved. An admin adopts those payments in Settings, so that no one is paid twice.',
  },
  other_installation: {
    exit: 4,
    sentence:
      'Another installation of Payrun pays from the balance of merchant {merchant}: the payout service has {batches} that this ledger does not have (for example {example}).',
    next: 'Nothing in this run is paid until this is resolved. If you normally pay from that installation, use its ledger (PAYRUN_HOME or DATABASE_URL; `payrun doctor` shows the current one). Otherwise adopt its payments with `payrun adopt`, so that no one is paid twice, or declare with `payrun adopt --installation NAME` that it pays other people; then run `payrun resume`.',
    page: 'Nothing in this run is paid until this is resolved. If you normally pay from that installation, use it. Otherwise an admin adopts its payments in Settings, or declares there that it pays other people.',
  },
  adopt_conflict: {
    exit: 4,
    sentence:
      'Batch {batch} in the payout service pays {payments} that run {run} is about to pay too. Both would be paid.',
    next: 'Reject run {run} (`payrun reject {run} --as NAME`), then adopt again. Its unpaid rows can be paid in a new run.',
    page: 'Reject run {run}, then adopt again. Its unpaid rows can be paid in a new run.',
  },
  batches_changed: {
    exit: 4,
    sentence: 'The list of unknown batches has changed since it was shown. Nothing was changed.',
    next: 'Review them again.',
  },
  batches_unknown: {
    exit: 4,
    sentence:
      'The payout service has {batches} of merchant {merchant} that an installation of Payrun created and this ledger does not have (for example {example}).',
    next: 'Nothing in this run is paid until this is resolved. If you paid from another folder or database before, use that ledger (PAYRUN_HOME or DATABASE_URL; `payrun doctor` shows the current one). Otherwise adopt those payments with `payrun adopt`, so that no one is paid twice; then run `payrun resume`.',
    page: 'Nothing in this run is paid until this is resolved. If you paid from another installation before, use that one. Otherwise an admin adopts those payments in Settings, so that no one is paid twice.',
  },
  approval_outdated: {
    exit: 4,
    sentence: 'Run {run} has changed since it was shown: its payments, bank details, rates or fees differ.',
    next: 'Review it again: `payrun approve {run} --dry-run` shows what awaits approval now.',
    page: 'Review the current version.',
    api: 'Read the run as it is now, and send its toSubmit.shown.',
  },
  accounts_changed: {
    exit: 4,
    sentence: 'The bank details of a recipient of run {run} were changed {cause} since its batch was created.',
    next: 'Reject it (`payrun reject {run} --as NAME`) and pay the sheet again with `payrun pay`.',
    page: 'Reject it and upload the file again.',
    api: 'A user rejects it. Then send its rows again.',
  },
  verification_required: {
    exit: 4,
    sentence: 'Run {run} pays {payments} to changed bank details, but the verification note is missing.',
    next: 'Call each recipient on a number already on file, then note whom you called: `payrun approve {run} --verified "..."`.',
    page: 'Call each recipient on a number already on file, then enter whom you called.',
  },
  release_unverified: {
    exit: 2,
    sentence: 'Payment {reference} goes to changed bank details, and its release requires a verification note.',
    next: 'Call the recipient on a number already on file, then note whom you called: `payrun release {reference} --verified "..."`.',
    page: 'Call the recipient on a number already on file, then enter whom you called.',
  },
  verification_refused: {
    exit: 2,
    sentence: 'The verification note {detail}.',
    next: 'State who was called, when, and on which number, from which source: --verified "...". Leave out account numbers: the audit log keeps the note forever.',
    page: 'Enter who was called, when, and on which number, from which source. Leave out account numbers: the audit log keeps the note forever.',
  },
  maker_is_approver: {
    exit: 2,
    sentence: '{name} created this run{from} and cannot {deed}.',
    next: 'Another user must do it{missing}: `payrun {command} --as NAME`.',
    page: 'Another user must do it. If there is no approver yet, an admin adds one.',
  },
  account_author_is_approver: {
    exit: 2,
    sentence: '{name} entered the bank details of {payments} of these payments and cannot approve them.',
    next: 'Another user must approve them{missing}: `payrun {command} --as NAME`.',
    page: 'Someone else must approve them.',
  },
  approver_is_same: {
    exit: 4,
    sentence: '{name} has already approved this run; it requires two approvers.',
    next: 'Another approver must approve it too: `payrun approve {run} --as NAME`.',
    page: 'Another approver must approve it too.',
  },
  may_not_decide: {
    exit: 2,
    sentence: '{name} may not {action}: {detail}',
    next: 'See who may with `payrun users list`.',
    page: 'Ask a Payrun admin which users have this permission.',
    inbox: 'A user with the permission drops it, or an admin of the installation changes the permissions of this user.',
  },
  os_user_taken: {
    exit: 2,
    sentence: 'The operating system account {osUser} already belongs to another user.',
    next: 'See `payrun users list`.',
  },
  user_exists: {
    exit: 2,
    sentence: 'A user called {name} already exists.',
    next: 'See `payrun users list`. Upper and lower case make no difference.',
    page: 'Upper and lower case make no difference. Choose another one.',
  },
  user_look_alike: {
    exit: 2,
    sentence: '{name} looks like the existing user {other}: the two are easily confused.',
    next: 'Choose a name that reads differently, for example with a surname.',
  },
  user_name_reserved: {
    exit: 2,
    sentence: '{name} is, or looks like, a name that Payrun itself uses in the audit log.',
    next: 'Choose the name of a person.',
  },
  user_unknown: {
    exit: 2,
    sentence: 'There is no user called {name}.',
    next: 'See `payrun users list`.',
    page: 'Look for the name in the list of users.',
  },
  request_taken_over: {
    exit: 5,
    sentence: 'Another process is answering this request.',
    next: 'Send it again with the same Idempotency-Key.',
  },
  token_unknown: {
    exit: 2,
    sentence: '{name} has no token, or it was already revoked.',
    next: 'See `payrun tokens list`.',
    page: 'Reload the list of tokens.',
    api: 'An admin of Payrun adds another one.',
  },
  os_user_unknown: {
    exit: 2,
    sentence: 'The account {osUser} on this machine is not a user of this installation.',
    next: 'Name the user: --as NAME. Or have an admin add a user called {osUser}: `payrun users add {osUser} --role ROLE`.',
  },
  not_proven: {
    exit: 2,
    sentence: 'The identity of {name} could not be verified: {detail}',
    next: 'Nothing was done. Run the command again on a terminal, or give the password, and on a second line the code if there is one, with --confirm-stdin.',
  },
  user_of_provider: {
    exit: 2,
    sentence: '{name} logs in through the identity provider and has no password or codes in Payrun.',
    next: 'Change it in the identity provider.',
  },
  admin_first: {
    exit: 2,
    sentence: 'No admin of all merchants is enabled. Other users can be added or changed only after that.',
    next: 'Add one: `payrun users add NAME --role admin`, without --merchants.',
    page: 'The owner of the installation adds an admin of all merchants.',
  },
  owner_needed: {
    exit: 2,
    sentence:
      'No admin of all merchants is enabled, so only the owner of the installation may change users, not {osUser}.',
    next: 'The owner of the home or the database of Payrun adds an admin, without --as: `payrun users add NAME --role admin`.',
  },
  last_admin: {
    exit: 2,
    sentence: '{name} is the only admin.',
    next: 'Make another user an admin first: `payrun users role NAME admin`.',
    page: 'Make another user an admin first.',
  },
  password_weak: { exit: 2, sentence: 'The password {detail}', next: 'Choose another one.' },
  login_busy: { exit: 5, sentence: 'Too many users are logging in at once.', next: 'Try again in a moment.' },
  details_editor_is_approver: {
    exit: 2,
    sentence: '{name} added these bank details and cannot release a payment to them.',
    next: 'Another approver must review them{missing}: `payrun {command} --as NAME`.',
    page: 'Another approver must review them.',
  },
  illegal_move: {
    exit: 1,
    sentence: 'A {kind} cannot go from {from} to {to}.',
    next: 'This is a defect in Payrun. Nothing was changed.',
  },
  defect: {
    exit: 1,
    sentence: 'Payrun has a defect: {detail}.',
    next: 'Please report it with the output of `payrun doctor --json`. Nothing is lost: `payrun resume` continues.',
    page: 'Nothing is lost. Please report it; the log of Payrun has more.',
  },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * Says whether the call that threw this may be sent again. `never`: the answer is final. `safe`: nothing happened, send
 * again. `read-first`: it may have happened; read, then decide (G3).
 */
export type Retry = 'never' | 'safe' | 'read-first';

export type Details = Readonly<Record<string, string | number>>;

/** A detail of another program may end with its own full stop; the sentence has only one. */
function fill(template: string, details: Details): string {
  return template.replace(/\{(\w+)\}(\.?)/g, (_, key: string, stop: string) => {
    const value = String(details[key] ?? '');
    return /[.!?]$/.test(value) ? value : `${value}${stop}`;
  });
}

/**
 * Errors that keep the database from working, whatever a run is doing. Payrun waits or reports them, and they say
 * nothing about the run. The ledger holds only committed writes.
 */
export const DATABASE_ERRORS = [
  'database_unreachable',
  'database_login',
  'database_not_let_in',
  'database_missing',
  'database_rights',
  'migration_owner_needed',
  'database_read_only',
  'database_busy',
  'database_timeout',
  'database_certificate',
  'database_certificate_name',
  'database_certificate_expired',
  'database_certificate_file',
  'database_no_tls',
  'disk_full',
] as const satisfies readonly ErrorCode[];

/** A command, an option or a variable of the environment, which only an operator can type. */
const TYPED = /\x60|--[a-z]|\bPAYRUN_|\bDATABASE_URL|payrun\.config/;

/** The next step after an error on a channel, with its details in braces. */
export function nextStepOf(code: ErrorCode, channel: Channel): string {
  const { next, page = TYPED.test(next) ? OPERATOR : next, inbox = page, api = page }: Entry = ERRORS[code];
  return { cli: next, page, inbox, api }[channel];
}

export class PayrunError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;
  readonly retry: Retry;
  override readonly name = 'PayrunError';
  /** The run that it ended; null outside a run. */
  run: string | null = null;

  constructor(code: ErrorCode, details: Details = {}, options: { cause?: unknown; retry?: Retry } = {}) {
    super(
      maskBankDetails(fill(ERRORS[code].sentence, details)),
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.code = code;
    this.details = details;
    this.retry = options.retry ?? 'never';
  }

  get next(): string {
    const next = maskBankDetails(fill(ERRORS[this.code].next, this.details));
    return this.run === null ? next : next.replaceAll('`payrun resume`', `\`payrun resume ${this.run}\``);
  }

  /** The next step of a person who reads the error on this channel. */
  nextOn(channel: Channel): string {
    return maskBankDetails(fill(nextStepOf(this.code, channel), this.details));
  }

  /** The message and the next step on a page. A wrong input is corrected in its form. */
  get onPage(): string {
    return this.code === 'usage' ? this.message : `${this.message} ${this.nextOn('page')}`;
  }

  get exitCode(): number {
    return ERRORS[this.code].exit;
  }
}

export function isError(error: unknown, ...codes: ErrorCode[]): error is PayrunError {
  return error instanceof PayrunError && (codes.length === 0 || codes.includes(error.code));
}

/** A defect of Payrun itself, which neither other input nor waiting resolves. */
export function isDefect(error: unknown): boolean {
  return isError(error) && error.exitCode === EXIT.defect;
}

/** The payout service or the database cannot be reached, so whatever needs it next would fail as well. */
export function isOutOfReach(error: unknown): boolean {
  return isError(error) && error.exitCode === EXIT.outOfReach;
}

/** The request cannot be carried out because of its input or the configuration, which the requester can correct. */
export function isMistake(error: unknown): error is PayrunError {
  return isError(error) && error.exitCode === EXIT.usage;
}
