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

const OPERATOR = 'An operator of this installation must fix this. The log and the command line show how.';
const GOES_ON = 'Nothing is lost: Payrun continues afterwards.';
const RESUME = 'Nothing is lost. Once it is back, run `payrun resume`.';

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
    sentence: 'This ledger makes production payments, but its approval and limit rules are not set yet.',
    next: 'See the defaults with `payrun rules`. To set one rule and use the defaults for the rest, run for example `payrun rules set approval.policy manual`. Then run `payrun resume`.',
    page: 'An admin of all merchants must set them in Settings. Nothing is lost: the run continues afterwards.',
  },
  rules_changed: {
    exit: 2,
    sentence: 'Another user has changed the payment rules in the meantime.',
    next: 'Review the current rules with `payrun rules`, then set yours again if you still need to.',
    page: 'Review the current rules in Settings, then set yours again if you still need to.',
  },
  rules_looser: {
    exit: 2,
    sentence: 'The rules say "{rule}" for invalid rows, and "{asked}" is less strict. A run can only be stricter.',
    next: 'Leave out the option, or ask an admin to change the rule with `payrun rules set onInvalid`.',
    page: 'Choose a stricter policy, or ask an admin to change the rule.',
    api: 'Send a stricter onInvalid, or leave it out.',
  },
  ledger_environment: {
    exit: 2,
    sentence: 'This is a {ledger} ledger, but Payrun is configured for {process}. Nothing is paid.',
    next: 'Set PAYRUN_ENVIRONMENT to {ledger}, or use another database with DATABASE_URL or PAYRUN_HOME. To move a sandbox ledger to production, run `payrun rules set environment production`.',
  },
  keys_environment: {
    exit: 2,
    sentence:
      'The keys of merchant {merchant} are for the payout service’s {keys} environment, but Payrun is configured for {process}. Nothing is paid.',
    next: 'Use keys for the {process} environment. To pay in {keys}, set PAYRUN_ENVIRONMENT to {keys}, and use another database with DATABASE_URL or PAYRUN_HOME. Then run `payrun resume`.',
    page: 'An operator of this installation must set keys for the {process} environment. To pay in {keys}, they must configure Payrun for {keys} with another database.',
  },
  service_changed: {
    exit: 2,
    sentence:
      'The payout service at {url} does not have the payments that this ledger has for merchant {merchant}.{where} Nothing was changed in the payout service.',
    next: 'Correct PAYRUN_SERVICE_URL. To pay with this service, use another ledger (PAYRUN_HOME or DATABASE_URL).',
  },
  service_url_required: {
    exit: 2,
    sentence: 'PAYRUN_ENVIRONMENT is set to production, but PAYRUN_SERVICE_URL is not set.',
    next: 'Set PAYRUN_SERVICE_URL, PAYRUN_ACCESS_KEY and PAYRUN_SECRET_KEY. Without a payout service, Payrun can use only the sandbox.',
  },
  environment_required: {
    exit: 2,
    sentence: 'A payout service is configured, but Payrun doesn’t know whether its keys are for sandbox or production.',
    next: 'Set PAYRUN_ENVIRONMENT to sandbox or production, or `environment` in payrun.config.json.',
  },
  keys_required: {
    exit: 2,
    sentence: 'Merchant {merchant} has no API keys.',
    next: 'Set PAYRUN_ACCESS_KEY and PAYRUN_SECRET_KEY, or add the merchant with `payrun merchants add`.',
    page: 'A Payrun admin must add this merchant’s keys.',
    inbox:
      'The file does not name the merchant that pays. Drop it into that merchant’s folder, or add a merchant column to it.',
  },
  vault_key_required: {
    exit: 2,
    sentence: 'PAYRUN_VAULT_KEY is not set. It is required unless you use the embedded database.',
    next: 'Generate a key once with `openssl rand -base64 32`, store it safely, and set it as PAYRUN_VAULT_KEY on every machine.',
  },
  vault_key_wrong: {
    exit: 2,
    sentence: '{place} is not the encryption key of this database.',
    next: 'Set the current key: the one from the last `payrun vault rotate`, or the original key if you never changed it.',
  },
  vault_damaged: {
    exit: 2,
    sentence: 'An encrypted value in the database was altered, or was encrypted with another key.',
    next: 'See what is affected with `payrun verify`, and restore the database from a backup.',
    page: `Nothing was paid. ${OPERATOR}`,
  },
  vault_key_changed: {
    exit: 2,
    sentence:
      'The database rejected an encrypted value: either its vault key was changed, or a newer version of Payrun migrated it. Nothing was written.',
    next: 'Restart the installed version of Payrun with the current key in PAYRUN_VAULT_KEY, then run `payrun resume`. Nothing is lost.',
  },
  vault_key_used: {
    exit: 2,
    sentence: 'This database already uses this key, or has used it before.',
    next: 'Generate a new one with `openssl rand -base64 32`.',
  },
  vault_rotation_waits: {
    exit: 4,
    sentence: 'The vault key cannot be changed now: {detail}.',
    next: 'Nothing was changed. Once this is resolved, run `payrun vault rotate` again.',
  },
  payment_sheet: {
    exit: 2,
    sentence: '{file} has payment columns, so it is not a recipient sheet.',
    next: 'Pay it with `payrun pay`, which also creates its recipients. Or remove the payment columns.',
    page: 'Upload it as a payment file, which also creates its recipients. Or remove the payment columns.',
    api: 'Send it to POST /runs, which also creates its recipients.',
  },
  recipient_sheet: {
    exit: 2,
    sentence: '{file} has recipients but no amounts, so it is a recipient sheet.',
    next: 'To create its recipients in the payout service, run `payrun run sync-recipients` with this file as the input. To pay them, add amount and currency columns. If those columns have other names, match them with `payrun map`.',
    page: 'To pay these recipients, add amount and currency columns. If those columns have other names, match them when you upload the file.',
    inbox: 'To pay these recipients, add amount and currency columns, and drop the file again.',
    api: 'To pay these recipients, add amount and currency columns.',
  },
  purged_sheet: {
    exit: 2,
    sentence: 'The content of the sheet {sheet} was purged on {day}, so its results can’t be created anymore.',
    next: 'Payrun still has the outcome of its payments: see `payrun payments --run RUN`.',
    page: 'The outcome of its payments is still on the run page.',
    api: 'The outcome of its payments is still available from GET /payments?run=RUN.',
  },
  purged_rows: {
    exit: 2,
    sentence: 'The row contents of run {run} were purged on {day}.',
    next: 'Pay a sheet of the unpaid rows with `payrun pay`. Payrun keeps references forever, so no one is paid twice.',
    page: 'Upload a file with the unpaid rows. Payrun keeps references forever, so no one is paid twice.',
    api: 'Send the unpaid rows. Payrun keeps references forever, so no one is paid twice.',
  },
  ledger_missing: {
    exit: 2,
    sentence: 'There is no ledger in {home} yet, so nothing has been paid from it.',
    next: 'Create one with `payrun pay FILE`. If your ledger is somewhere else, set PAYRUN_HOME or DATABASE_URL to it.',
  },
  home_open: {
    exit: 2,
    sentence: 'Another process has {home} open.',
    next: 'Stop `payrun serve` and any other process that uses this home, then run the command again.',
  },
  restore_cut_off: {
    exit: 2,
    sentence: 'A restore into {home} was interrupted, so its ledger is incomplete.',
    next: 'Run `payrun restore FOLDER` again.',
  },
  ledger_moved: {
    exit: 2,
    sentence: 'This ledger was moved to {place} on {at}, so it no longer makes payments.',
    next: 'Set DATABASE_URL to that database and PAYRUN_VAULT_KEY to the key of this home, and run the command again.',
  },
  ledger_moving: {
    exit: 2,
    sentence: 'This ledger is being moved to {place} (started {at}). It makes no payments until the move is finished.',
    next: 'To finish the move, set DATABASE_URL to that database and run `payrun import-home` again. To keep the ledger here, run `payrun import-home --cancel`.',
  },
  import_cut_off: {
    exit: 5,
    sentence:
      'The connection to {place} was lost before it confirmed that the ledger arrived. This home makes no payments until that is confirmed.',
    next: 'When the database is back, run `payrun import-home` again to finish the move. If it is lost, run `payrun import-home --cancel --lost` to use the home again.',
  },
  import_not_under_way: {
    exit: 2,
    sentence: 'The ledger in {home} is not being moved, so there is nothing to cancel.',
    next: 'Keep using the home.',
  },
  import_arrived: {
    exit: 2,
    sentence:
      'The ledger has already arrived in {place}. The move can’t be canceled, because two ledgers could then make the same payments.',
    next: 'To finish the move, run `payrun import-home` again without --cancel.',
  },
  import_unproven: {
    exit: 5,
    sentence: 'Payrun can’t check whether the ledger arrived in {place}. Until it can, this home stays closed.',
    next: 'Try again when the database is reachable. If that database is lost and no installation pays from it, add --lost.',
  },
  import_key: {
    exit: 2,
    sentence: 'PAYRUN_VAULT_KEY is not the key of {home}. The moved ledger keeps using that key.',
    next: 'Set PAYRUN_VAULT_KEY to that key and run the command again. If the key is in the home: `export PAYRUN_VAULT_KEY="$(cat {file})"`.',
  },
  import_target_used: {
    exit: 2,
    sentence: '{place} is already in use: {detail}. Payrun can’t merge two ledgers.',
    next: 'Nothing was changed. Set DATABASE_URL to a database that Payrun has never used.',
  },
  import_differs: {
    exit: 1,
    sentence: 'The copy differs from the original ledger: {detail}. The copy was discarded.',
    next: 'Keep using the original home, and please report this.',
  },
  merchant_unknown: {
    exit: 2,
    sentence: 'There is no merchant called {merchant}.',
    next: 'See `payrun merchants list`.',
    page: 'Correct the merchant’s name.',
    inbox: 'Correct the merchant column, or drop the file into the folder of the merchant that pays.',
    api: 'GET /merchants lists the merchants that this token can use.',
  },
  merchant_exists: {
    exit: 2,
    sentence: 'Merchant {merchant} already exists with a different access key.',
    next: 'Use the access key of this merchant, or add the new keys under another name with `payrun merchants add`. References and recipients are tied to the keys.',
  },
  merchant_keys_taken: {
    exit: 2,
    sentence: 'These keys already belong to merchant {merchant}.',
    next: 'Use that name. With the same keys under two names, a payment could be made twice.',
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
    next: 'To export new entries, leave out --again.',
  },
  run_busy: {
    exit: 4,
    sentence: 'Another process ({owner}) is working on run {run}.',
    next: 'Wait until it is done, or stop that process and run `payrun resume`.',
    page: 'Wait until that process is done, then try again.',
  },
  fenced: {
    exit: 4,
    sentence: 'Another process took over run {run} while this one was paused.',
    next: 'No action needed: the other process continues the run. See `payrun runs`.',
    page: 'No action needed: the other process continues the run.',
  },
  job_unknown: {
    exit: 2,
    sentence: 'There is no job called {job}.',
    next: 'See `payrun jobs`.',
  },
  stopped: {
    exit: 5,
    sentence: 'Stopped on request ({signal}).',
    next: 'Nothing is lost. To continue, run `payrun resume`.',
  },

  job_broken: {
    exit: 2,
    sentence: 'The file for job {job} can’t be loaded: {detail}.',
    next: 'Correct {file}, then run `payrun jobs` to check that it loads.',
  },

  // Files
  file_missing: { exit: 2, sentence: 'The file {file} does not exist.', next: 'Check the name and the folder.' },
  file_is_folder: {
    exit: 2,
    sentence: '{file} is a folder, not a sheet.',
    next: 'Name one or more CSV, XLSX, ODS or pain.001 files in it.',
  },
  file_unreadable: {
    exit: 2,
    sentence: 'The file {file} can’t be read: {detail}.',
    next: 'Check the file’s permissions, and close the file in other programs.',
  },
  file_unwritable: {
    exit: 2,
    sentence: 'The file {file} can’t be written: {detail}.',
    next: 'Check the folder’s permissions and free space.',
  },
  sheet_empty: {
    exit: 2,
    sentence: '{file} is empty.',
    next: 'Add a header line and at least one payment, and save the file again.',
  },
  sheet_no_rows: { exit: 2, sentence: '{file} has a header but no payments below it.', next: 'Add at least one row.' },
  sheet_not_a_sheet: {
    exit: 2,
    sentence: '{file} is not a CSV, XLSX, ODS or pain.001 file: {detail}.',
    next: 'Save it as "CSV UTF-8" or "Excel workbook (.xlsx)".',
  },
  sheet_order_version: {
    exit: 2,
    sentence: '{file} is a payment order in a version that Payrun can’t read: {version}.',
    next: 'Export it as {versions}, or save the payments as "CSV UTF-8" or "Excel workbook (.xlsx)".',
  },
  sheet_no_header: {
    exit: 2,
    sentence: '{file} has no header line that Payrun recognizes: {detail}.',
    next: 'Add column names such as amount, currency, email and IBAN to the first line. If your columns have other names, match them with `payrun map`.',
    page: 'Add column names such as amount, currency, email and IBAN to the first line. If your columns have other names, match them when you upload the file.',
    inbox:
      'Add column names such as amount, currency, email and IBAN to the first line. The New run page links to a template with the right columns.',
    api: 'Add column names such as amount, currency, email and IBAN to the first line.',
  },
  sheet_columns_missing: {
    exit: 2,
    sentence: '{file} is missing required columns: {detail}.',
    next: 'Add the columns, or correct the header. If your columns have other names, match them with `payrun map`.',
    page: 'Add the columns, or correct the header. If your columns have other names, match them when you upload the file.',
    inbox: 'Add the columns, or correct the header. The New run page links to a template with the right columns.',
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
    next: 'Rename the right column to Payrun’s name for it, for example amount, and remove the others. Or match it with `payrun map`.',
    page: 'Rename the right column to Payrun’s name for it, for example amount, and remove the others. Or match the columns when you upload the file.',
    inbox:
      'Rename the right column to Payrun’s name for it, for example amount, remove the others, and drop the file again.',
    api: 'Rename the right column to Payrun’s name for it, for example amount, and remove the others.',
  },
  sheet_amount_unit: {
    exit: 2,
    sentence: '{file}: the amounts in column {letter}, "{header}", are not written in full ({unit}).',
    next: 'Enter the amounts in full, for example 1240.50, and remove the unit from the header.',
  },
  sheet_unclosed_quote: {
    exit: 2,
    sentence: '{file}: a quotation mark opens in row {row} and is never closed.',
    next: 'Close the quotation, or remove the quotation mark from that row.',
  },
  sheet_swallowed_rows: {
    exit: 2,
    sentence:
      '{file}: a quotation mark opens in row {row} and closes in row {last}, so the rows in between would be read as one cell and not paid.',
    next: 'Remove the stray quotation mark from row {row}, or close it in that row. If it really is one cell, remove its line breaks.',
  },
  sheet_encoding_unclear: {
    exit: 2,
    sentence: '{file} is not in Unicode, and some of its letters are ambiguous: {detail}.',
    next: 'Save it as "CSV UTF-8" or XLSX in the program that created it, or state its encoding, for example --encoding {example}.',
    page: 'Save it as "CSV UTF-8" or XLSX in the program that created it, or choose its encoding under More.',
    inbox: 'Save it as "CSV UTF-8" or XLSX in the program that created it, and drop it again.',
    api: 'Send the file as UTF-8, or state its encoding in the request.',
  },
  sheet_two_decimals: {
    exit: 2,
    sentence: '{file} has amounts in two formats: {detail}.',
    next: 'Use one format for all amounts, or choose one with --decimal point or --decimal comma.',
    page: 'Use one format for all amounts, or choose one under More.',
    inbox: 'Use one format for all amounts.',
    api: 'Use one format for all amounts, or send decimal with the request.',
  },
  sheet_damaged: {
    exit: 2,
    sentence: 'Payrun could not read all of {file}: {detail}.',
    next: 'To repair it, {repair}.',
  },
  sheet_too_large: {
    exit: 2,
    sentence: '{file} is too large: {detail}.',
    next: 'Split it into several sheets, or save it as "CSV UTF-8".',
  },
  sheet_stopped: {
    exit: 2,
    sentence: 'Payrun stopped reading {file}: {detail}.',
    next: 'Open it in Excel or LibreOffice, copy its rows to a new workbook or save them as "CSV UTF-8", and pay that file.',
    page: 'Open it in Excel or LibreOffice, copy its rows to a new workbook or save them as "CSV UTF-8", and upload that file.',
    inbox:
      'Open it in Excel or LibreOffice, copy its rows to a new workbook or save them as "CSV UTF-8", and drop that file.',
    api: 'Send its rows as JSON or CSV.',
  },
  sheet_not_read_again: {
    exit: 2,
    sentence: 'Payrun had to stop reading {file} twice, so it will not try again.',
    next: 'Pay a new copy, for example one saved as "CSV UTF-8". To get the results of an existing run, run `payrun report RUN`, which rereads the sheet.',
    page: 'Upload a new copy, for example one saved as "CSV UTF-8". To get the results of an existing run, ask an operator to reread its sheet.',
    inbox: 'Drop a new copy, for example one saved as "CSV UTF-8".',
    api: 'Send a new copy. To get the results of an existing run, ask an operator to reread its sheet.',
  },
  sheet_worksheets: {
    exit: 2,
    sentence: '{file} has several worksheets with payments: {detail}.',
    next: 'Choose one with --worksheet NAME, or hide the others in the file.',
    page: 'Choose one under More when you upload the file, or hide the others in it.',
    inbox: 'Hide or delete all but one of them.',
    api: 'Send the name of the right one as worksheet.',
  },
  sheet_worksheet_unknown: {
    exit: 2,
    sentence: '{file} has no worksheet called {worksheet}: {detail}.',
    next: 'Use the name on the worksheet’s tab.',
  },
  sheet_changed: {
    exit: 2,
    sentence: '{file} changed while Payrun was reading it.',
    next: 'Wait until the other program has finished writing it, then run the command again.',
  },
  control_total: {
    exit: 2,
    sentence: '{file} does not match its control total: {detail}.',
    next: 'Correct the sheet or the control total. Nothing has been paid.',
  },

  // Database
  database_unreachable: {
    exit: 5,
    sentence: 'Payrun can’t reach the database: {detail}.',
    next: RESUME,
    page: GOES_ON,
  },
  database_login: {
    exit: 2,
    sentence: 'The database server {host} rejected the user "{user}" or the password.',
    next: 'Correct them in DATABASE_URL. Percent-encode special characters: / is %2F, ? is %3F, # is %23, @ is %40, % is %25.',
  },
  database_not_let_in: {
    exit: 2,
    sentence: 'The database server {host} does not allow the user "{user}" to connect to "{database}": {detail}.',
    next: 'Correct DATABASE_URL. To use TLS, add `?sslmode=verify-full` to it. An administrator of the server can add roles with CREATE ROLE, and lines to pg_hba.conf.',
  },
  database_missing: {
    exit: 2,
    sentence: 'The database server {host} has no database called "{database}".',
    next: 'Correct the name in DATABASE_URL, or ask an administrator to run `CREATE DATABASE "{database}" OWNER "{user}"`.',
  },
  database_rights: {
    exit: 2,
    sentence: 'The database role "{user}" does not have permission to {detail}.',
    next: 'Ask an administrator to run `{grant}` in the database "{database}", and run the command again. If another role owns the tables by design, run `payrun migrate --grant "{user}"` as that role.',
  },
  database_owner_needed: {
    exit: 2,
    sentence: 'The database role "{user}" does not own Payrun’s tables, so it cannot do this.',
    next: 'Set DATABASE_URL to the owner’s URL (the owner is the role that runs `payrun migrate`), and run the command again.',
  },
  migration_owner_needed: {
    exit: 2,
    sentence: 'This version of Payrun needs newer database tables, and the role "{user}" can’t update them.',
    next: 'Run `payrun migrate --grant "{user}"` with the owner’s URL in DATABASE_URL. Then run this command with the URL of "{user}".',
  },
  database_read_only: {
    exit: 5,
    sentence: 'The database "{database}" is read-only. Nothing was written.',
    next: 'Point DATABASE_URL to the primary server. If it already is the primary, run `ALTER DATABASE "{database}" RESET default_transaction_read_only`, and do the same with `ALTER ROLE "{user}"`. Then run `payrun resume`.',
  },
  database_busy: {
    exit: 5,
    sentence: 'The database has no free connections for the role "{user}".',
    next: 'Stop other programs that use the database, or ask an administrator to run `{limit}`{after}. Then run `payrun resume`. Nothing is lost.',
    page: GOES_ON,
  },
  database_timeout: {
    exit: 5,
    sentence: 'The database canceled a statement that took longer than its {setting}.',
    next: 'Ask an administrator to run `ALTER ROLE "{user}" SET {setting} = 0`. Then run `payrun resume`. Nothing is lost.',
  },
  database_certificate: {
    exit: 2,
    sentence: 'The certificate of the database server {host} is not trusted.',
    next: 'Add the certificate of its certificate authority to DATABASE_URL: `?sslmode=verify-full&sslrootcert=/path/to/ca.pem`.',
  },
  database_certificate_name: {
    exit: 2,
    sentence: 'The certificate of the database server is for {names}, but DATABASE_URL has {host}.',
    next: 'Use a name from the certificate in DATABASE_URL, or install a certificate for {host} on the server.',
  },
  database_certificate_expired: {
    exit: 2,
    sentence: 'The certificate of the database server {host} has expired or is not valid yet.',
    next: 'Check this machine’s clock, or install a new certificate on the server.',
  },
  database_certificate_file: {
    exit: 2,
    sentence: 'Payrun can’t read the certificate file {file}.',
    next: 'Correct sslrootcert=, sslcert= or sslkey= in DATABASE_URL, or the file’s permissions.',
  },
  database_no_tls: {
    exit: 2,
    sentence: 'The database server {host} does not offer TLS, but DATABASE_URL requires it.',
    next: 'Enable SSL on the server. On a private network only, you can remove sslmode from DATABASE_URL instead.',
  },
  disk_full: {
    exit: 5,
    sentence: 'No disk space is left: {where}.',
    next: 'Free up {needed} or more, then run `payrun resume`. Nothing is lost.',
    page: 'Nothing is lost. Payrun continues after an operator of this installation frees up {needed} or more.',
  },
  database_newer: {
    exit: 2,
    sentence: 'The database has schema version {found}, but this version of Payrun only supports up to {known}.',
    next: 'Use the version of Payrun that created it, or a newer one.',
  },
  migration_changed: {
    exit: 2,
    sentence: 'Migration {version} in the database differs from the one in this version of Payrun.',
    next: 'Use the version of Payrun that created the database. If you edited a migration, restore it and add a new one instead.',
  },
  database_damaged: {
    exit: 2,
    sentence: 'Payrun can’t open the embedded database in {home}: {detail}.',
    next: 'Restore the folder from a backup.',
  },
  database_too_old: {
    exit: 2,
    sentence: 'This database runs PostgreSQL {found}, which is too old.',
    next: 'Upgrade to PostgreSQL 15 or newer.',
  },

  // Service
  service_unreachable: {
    exit: 5,
    sentence: 'Payrun can’t reach the payout service: {detail}.',
    next: RESUME,
    page: GOES_ON,
  },
  service_timeout: {
    exit: 5,
    sentence: 'The payout service did not respond to {call} within {seconds} s.',
    next: RESUME,
    page: GOES_ON,
  },
  service_not_json: {
    exit: 5,
    sentence: 'The payout service’s response to {call} is not JSON (HTTP {status}).',
    next: `Check PAYRUN_SERVICE_URL, which may point to a proxy or a web page. ${RESUME}`,
    page: GOES_ON,
  },
  service_unexpected: {
    exit: 5,
    sentence: 'The payout service’s response to {call} was in an unexpected format: {detail}.',
    next: 'Run `payrun report` for the run to see what needs your attention. No payment is treated as paid or failed because of this.',
    page: 'No payment is treated as paid or failed because of this. The run page shows what needs your attention.',
    api: 'No payment is treated as paid or failed because of this. A user must review the run: GET /runs/RUN has its status.',
  },
  service_keys_refused: {
    exit: 2,
    sentence: 'The payout service rejected the keys of merchant {merchant}{detail}.',
    next: 'Check PAYRUN_ACCESS_KEY and PAYRUN_SECRET_KEY, and that they are for this environment. Then check this machine’s clock with `payrun doctor`.',
    page: 'A Payrun admin must check this merchant’s keys.',
  },
  service_not_authorized: {
    exit: 2,
    sentence: 'The keys of merchant {merchant} don’t have permission for this ({call}).',
    next: 'Ask the account owner for keys with that permission.',
  },
  keys_of_wrong_kind: {
    exit: 2,
    sentence: '{call} requires the keys of a {needed}, but {merchant} has those of a {kind}.',
    next: 'Nothing was sent. Choose another merchant. `payrun merchants list` shows what kind of keys each merchant has.',
    page: 'Nothing was sent. Choose another merchant.',
  },
  partner_not_enabled: {
    exit: 2,
    sentence: '{merchant}’s account can’t create or delete sub-merchants ({call}).',
    next: 'Ask the payout service’s support team to enable the partner feature for this account, or use the parent’s keys for this environment.',
  },
  service_refused: {
    exit: 3,
    sentence: 'The payout service rejected {call}: {detail}.',
    next: 'Correct the fields that it names, then run `payrun resume`. No one is paid twice.',
    page: 'Correct the fields that it names. The run continues with the other payments and pays no one twice.',
  },
  service_read_refused: {
    exit: 4,
    sentence: 'The payout service rejected {call}: {detail}.',
    next: 'Nothing is lost, and no payment is treated as paid or failed because of this. Run `payrun resume` to try again. If it keeps failing, ask the payout service why.',
    page: 'Nothing is lost, and no payment is treated as paid or failed because of this. If it keeps failing, ask the payout service why.',
  },
  service_not_found: {
    exit: 3,
    sentence: 'The payout service could not find the object that {call} refers to.',
    next: 'Check whether it was deleted in the payout service.',
  },
  service_busy: {
    exit: 5,
    sentence: 'The payout service was still not ready after {seconds} s: {detail}. Nothing was started.',
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
    sentence: 'The payout service keeps rejecting API calls because of its rate limit.',
    next: `Another program may be using the same keys. ${RESUME}`,
    page: `Another program may be using the same keys. ${GOES_ON}`,
  },

  webhook_key_missing: {
    exit: 2,
    sentence: 'The payout service does not show the key that signs webhooks for merchant {merchant}.',
    next: 'Copy the key from the payout service’s website into an environment variable, and pass the variable’s name: `payrun webhooks subscribe {merchant} --url URL --signing-key-env VARIABLE`.',
  },

  rerun_unfinished: {
    exit: 4,
    sentence: 'Run {run} is not finished.',
    next: 'Finish it first with `payrun resume {run}`.',
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
    next: 'Add a reason for the audit log with --because "...".',
    page: 'Enter a reason. The audit log shows it.',
    api: 'Send a reason as because. The audit log shows it.',
  },
  run_ambiguous: {
    exit: 2,
    sentence: 'More than one run has a payment with the reference {reference}: {runs}.',
    next: 'Choose one with --run RUN.',
    page: 'Open the page of the right payment.',
    api: 'Specify the run in the request.',
  },
  not_held: {
    exit: 2,
    sentence: 'No payment on hold has the reference {reference}.',
    next: 'See `payrun payments --state held`.',
    page: 'Check the list of payments on hold.',
  },
  not_removable: {
    exit: 2,
    sentence: 'No payment with the reference {reference} is in an unsent batch.',
    next: 'See `payrun payments --reference {reference}`. A payment can’t be recalled once it is sent.',
    page: 'Open the payment to see its status. A payment can’t be recalled once it is sent.',
    api: 'GET /payments?reference={reference} has its status. A payment can’t be recalled once it is sent.',
  },
  not_dismissed: {
    exit: 2,
    sentence: 'Nothing on hold matches: {detail}',
    next: 'See `payrun payments --state held`.',
    page: 'Check the list of payments on hold.',
  },
  not_releasable: {
    exit: 2,
    sentence: 'Payment {reference} can’t be released: {detail}',
    next: 'Correct the sheet and pay it with `payrun pay`.',
    page: 'Correct the file and upload it, or dismiss the payment.',
    api: 'A user can dismiss the payment, or pay a corrected row.',
  },
  duplicate_since_hold: {
    exit: 4,
    sentence:
      'Nothing was released. Since this payment was put on hold, another one was made that may be a duplicate: {found}.',
    next: 'Compare the payments: the hold reason names the other one. To pay both, run the command again. Otherwise, dismiss the payment on hold with `payrun dismiss`.',
    page: 'Compare the payments: the hold reason names the other one. To pay both, release again. Otherwise, dismiss the payment on hold.',
  },
  hold_changed: {
    exit: 4,
    sentence: 'The hold reason of payment {reference} has changed since you last saw it. Nothing was released.',
    next: 'See the current reason with `payrun payments --state held`, then decide again.',
    page: 'Read the current reason, then decide again.',
  },
  not_unknown: {
    exit: 2,
    sentence: 'No unconfirmed payment has the reference {reference}.',
    next: 'See `payrun payments --state unknown`.',
    page: 'Check the list of unconfirmed payments.',
  },
  not_a_discrepancy: {
    exit: 2,
    sentence: 'There is no discrepancy called {reference}.',
    next: 'See `payrun payments --state discrepancy`. For a payment added in the payout service, use its ID there. For a finding of `payrun verify --remote`, use its code.',
    page: 'The audit log lists the open discrepancies.',
  },
  already_accepted: {
    exit: 2,
    sentence: '{name} already accepted discrepancy {code}.',
    next: 'No action needed. `payrun verify --remote --all` lists accepted discrepancies.',
    page: 'No action needed.',
  },
  may_still_be_paid: {
    exit: 4,
    sentence: 'Payment {reference} was paid or may still be paid: the payout service reports {said}.',
    next: 'Wait until its batch is final, or delete the payment in the payout service. Then confirm the outcome again.',
  },
  service_not_proven: {
    exit: 4,
    sentence:
      'The payout service has neither payment {reference} nor any other payment that the ledger has for merchant {merchant}, so Payrun may be connected to a different service or account. The payment may still have been paid.',
    next: 'Check PAYRUN_SERVICE_URL and the keys of {merchant}, then confirm the outcome again. Until then, the payment stays unconfirmed and is not sent again.',
    page: 'A Payrun admin must check the keys of {merchant}. Until then, the payment stays unconfirmed and is not sent again.',
  },
  not_paid_at_service: {
    exit: 4,
    sentence: 'The payout service has not paid {reference}. It reports {said}.',
    next: 'Refresh its status with `payrun resume {run}`. If it can no longer be paid, confirm that it was not paid.',
    page: 'Payrun checks its status again when the run resumes. If it can no longer be paid, confirm that it was not paid.',
  },
  not_waiting: {
    exit: 2,
    sentence: 'Run {run} is not awaiting approval.',
    next: 'See `payrun runs`.',
    page: 'The run’s status shows what it is waiting for.',
    api: 'GET /runs/RUN has its status.',
  },
  not_stoppable: {
    exit: 2,
    sentence: 'Run {run} can’t be stopped: either all its payments were sent, it is finished, or it was not submitted.',
    next: 'See `payrun runs {run}`.',
    page: 'The run page shows its status.',
    api: 'GET /runs/{run} has its status.',
  },
  not_asked: {
    exit: 2,
    sentence: 'Run {run} is not waiting to be submitted.',
    next: 'Open the run. Another user may have submitted or discarded it already.',
    api: 'Read the run again. It may have been submitted or discarded already.',
  },
  pay_day: {
    exit: 2,
    sentence: 'The pay date {day} {fault}.',
    next: 'Choose a date from today to one year from now.',
  },
  journal_account: {
    exit: 2,
    sentence: 'DATEV requires account numbers, and "{account}" is not one.',
    next: 'Set `journal.accounts` in payrun.config.json, then write the export again.',
    page: 'Ask an admin to set the journal’s accounts, then download the export.',
  },
  journal_form: {
    exit: 2,
    sentence: 'The journal can’t be exported in this format: {detail}.',
    next: 'Choose another format with --format.',
    page: 'Reports has links to each file of an export, in every format.',
  },
  pay_day_fixed: {
    exit: 2,
    sentence: 'The pay date of run {run} can’t be changed: {why}.',
    next: 'Open the run to see its outcome.',
    api: 'Read the run to see its outcome.',
  },
  corrected_already: {
    exit: 2,
    sentence: 'Another user has corrected a row of run {run} in the meantime.',
    next: 'Reload the page to see the remaining rows.',
    api: 'Read the run again to get its current rows.',
  },
  recipient_unreadable: {
    exit: 4,
    sentence: 'Payrun can’t interpret the payout service’s data on this recipient.',
    next: 'Check the recipient in the payout service. To try again, release the payment with `payrun release`.',
    page: 'Check the recipient in the payout service. To try again, release the payment.',
  },
  recipient_email_taken: {
    exit: 3,
    sentence: 'The payout service already has this email under another recipient number.',
    next: 'Use that recipient number or a different email.',
  },

  // Money safety
  batch_mismatch: {
    exit: 4,
    sentence: 'Batch {batch} in the payout service does not match the plan: {detail}.',
    next: 'The batch was not started. Compare it with the output of `payrun report`.',
    page: 'The batch was not started. Compare it with the run page.',
    api: 'The batch was not started. A user must compare it with the payout service.',
  },
  batch_unreadable: {
    exit: 4,
    sentence:
      'The payout service shows batch {batch}, or what may be the same batch, in a format that Payrun cannot read{id}. Its payments are not treated as paid or failed.',
    next: 'Check the batch in the payout service. Once its data is readable, run `payrun resume`.',
    page: 'Check the batch in the payout service. The run continues once its data is readable.',
  },
  payment_unreadable: {
    exit: 4,
    sentence:
      'The payout service shows a payment that may be this one in a format that Payrun cannot read{id}. The payment is not treated as paid or failed.',
    next: 'Check the payment in the payout service. Once its data is readable, confirm the outcome again.',
  },
  batches_unreadable: {
    exit: 4,
    sentence:
      'The payout service shows {batches} of merchant {merchant} in a format that Payrun cannot read ({example}). Payrun may have created this, and it may already be paying someone.',
    next: 'Nothing in this run is paid until this is resolved. Check the data in the payout service. Once it is readable, run `payrun resume`. If Payrun did not create it, declare its origin with `payrun adopt --installation NAME`.',
    page: 'Nothing in this run is paid until this is resolved. Check the data in the payout service. If Payrun did not create it, ask an admin to declare its origin in Settings.',
  },
  ledger_outdated: {
    exit: 4,
    sentence:
      'The payout service has {batches} of merchant {merchant} that this ledger created but no longer has (for example {example}). The ledger was restored from a backup, or is a copy.',
    next: 'Nothing in this run is paid until this is resolved. So that no one is paid twice, adopt those payments with `payrun adopt`. Then run `payrun resume`.',
    page: 'Nothing in this run is paid until this is resolved. So that no one is paid twice, ask an admin to adopt those payments in Settings.',
  },
  other_installation: {
    exit: 4,
    sentence:
      'Another Payrun installation pays from merchant {merchant}’s balance: the payout service has {batches} that this ledger does not have (for example {example}).',
    next: 'Nothing in this run is paid until this is resolved. If you normally pay from that installation, use its ledger (PAYRUN_HOME or DATABASE_URL; `payrun doctor` shows the current one). Otherwise, adopt its payments with `payrun adopt`, so that no one is paid twice, or declare with `payrun adopt --installation NAME` that it pays other people. Then run `payrun resume`.',
    page: 'Nothing in this run is paid until this is resolved. If you normally pay from that installation, use it. Otherwise, ask an admin to adopt its payments in Settings, or to declare there that it pays other people.',
  },
  adopt_conflict: {
    exit: 4,
    sentence:
      'Batch {batch} in the payout service includes {payments} that run {run} is also about to make, so they would be paid twice.',
    next: 'Reject run {run} with `payrun reject {run} --as NAME`, then run `payrun adopt` again. You can pay its unpaid rows in a new run.',
    page: 'Reject run {run}, then adopt the batch again. You can pay its unpaid rows in a new run.',
  },
  batches_changed: {
    exit: 4,
    sentence: 'The list of unknown batches has changed since you last saw it. Payrun did nothing.',
    next: 'Review the current list.',
  },
  batches_unknown: {
    exit: 4,
    sentence:
      'The payout service has {batches} of merchant {merchant} that a Payrun installation created and that are not in this ledger (for example {example}).',
    next: 'Nothing in this run is paid until this is resolved. If you have paid from another folder or database before, use that ledger (PAYRUN_HOME or DATABASE_URL; `payrun doctor` shows the current one). Otherwise, adopt those payments with `payrun adopt`, so that no one is paid twice. Then run `payrun resume`.',
    page: 'Nothing in this run is paid until this is resolved. If you have paid from another installation before, use that one. Otherwise, ask an admin to adopt those payments in Settings, so that no one is paid twice.',
  },
  approval_outdated: {
    exit: 4,
    sentence: 'Run {run} has changed since you last saw it: its payments, bank details, rates or fees are different.',
    next: 'Review what is awaiting approval now with `payrun approve {run} --dry-run`.',
    page: 'Review the current version.',
    api: 'Read the run again, and send its current toSubmit.shown.',
  },
  accounts_changed: {
    exit: 4,
    sentence: 'A recipient’s bank details in run {run} were changed {cause} since the batch was created.',
    next: 'Reject the run with `payrun reject {run} --as NAME`, then pay the sheet again with `payrun pay`.',
    page: 'Reject the run and upload the file again.',
    api: 'Ask a user to reject the run. Then send its rows again.',
  },
  verification_required: {
    exit: 4,
    sentence: 'Run {run} includes {payments} to changed bank details and requires a verification note.',
    next: 'Call each recipient at a number already on file, then note who you called: `payrun approve {run} --verified "..."`.',
    page: 'Call each recipient at a number already on file, then enter who you called.',
  },
  release_unverified: {
    exit: 2,
    sentence: 'Payment {reference} goes to changed bank details, and its release requires a verification note.',
    next: 'Call the recipient at a number already on file, then note who you called: `payrun release {reference} --verified "..."`.',
    page: 'Call the recipient at a number already on file, then enter who you called.',
  },
  verification_refused: {
    exit: 2,
    sentence: 'The verification note {detail}.',
    next: 'State who you called, when, at which number, and where you got the number: --verified "...". Leave out account numbers, because the audit log keeps the note forever.',
    page: 'Enter who you called, when, at which number, and where you got the number. Leave out account numbers, because the audit log keeps the note forever.',
  },
  maker_is_approver: {
    exit: 2,
    sentence: '{name} created this run{from} and cannot {deed}.',
    next: 'Ask another user to do it{missing}: `payrun {command} --as NAME`.',
    page: 'Ask another user to do it. If there is no approver yet, ask an admin to add one.',
  },
  account_author_is_approver: {
    exit: 2,
    sentence: '{name} entered the bank details for {payments} of these payments and can’t approve them.',
    next: 'Ask another user to approve them{missing}: `payrun {command} --as NAME`.',
    page: 'Someone else must approve them.',
  },
  approver_is_same: {
    exit: 4,
    sentence: '{name} has already approved this run, which requires two approvers.',
    next: 'Ask another approver to approve it too: `payrun approve {run} --as NAME`.',
    page: 'Ask another approver to approve it too.',
  },
  may_not_decide: {
    exit: 2,
    sentence: '{name} may not {action}: {detail}',
    next: 'See which users can with `payrun users list`.',
    page: 'Ask a Payrun admin which users have this permission.',
    inbox: 'Ask a user with this permission to drop the file, or ask an admin to change this user’s permissions.',
  },
  os_user_taken: {
    exit: 2,
    sentence: 'The operating system account {osUser} already belongs to another user.',
    next: 'See `payrun users list`.',
  },
  user_exists: {
    exit: 2,
    sentence: 'A user called {name} already exists.',
    next: 'Choose another name. See `payrun users list`. Names are not case-sensitive.',
    page: 'Choose another name. Names are not case-sensitive.',
  },
  user_look_alike: {
    exit: 2,
    sentence: '{name} looks too much like the existing user {other}.',
    next: 'Choose a name that is easier to tell apart, for example with a surname.',
  },
  user_name_reserved: {
    exit: 2,
    sentence: '{name} is, or looks like, a name that Payrun uses for itself in the audit log.',
    next: 'Use a person’s name.',
  },
  user_unknown: {
    exit: 2,
    sentence: 'There is no user called {name}.',
    next: 'See `payrun users list`.',
    page: 'Check the list of users.',
  },
  request_taken_over: {
    exit: 5,
    sentence: 'Another process is handling this request.',
    next: 'Send it again with the same Idempotency-Key.',
  },
  token_unknown: {
    exit: 2,
    sentence: '{name} has no token, or the token was already revoked.',
    next: 'See `payrun tokens list`.',
    page: 'Reload the list of tokens.',
    api: 'Ask a Payrun admin to add a new one.',
  },
  os_user_unknown: {
    exit: 2,
    sentence: '{osUser}, your account on this machine, is not a user of this Payrun installation.',
    next: 'Name the user with --as NAME, or ask an admin to add {osUser}: `payrun users add {osUser} --role ROLE`.',
  },
  not_proven: {
    exit: 2,
    sentence: 'Payrun could not verify the identity of {name}: {detail}',
    next: 'Nothing was done. Run the command again in a terminal, or use --confirm-stdin: give the password on the first line, and the two-factor code, if any, on the second.',
  },
  user_of_provider: {
    exit: 2,
    sentence: '{name} logs in through the identity provider and has no password or two-factor codes in Payrun.',
    next: 'Change it in the identity provider.',
  },
  admin_first: {
    exit: 2,
    sentence: 'No admin of all merchants is enabled. You need one before you can add or change other users.',
    next: 'Add one with `payrun users add NAME --role admin`, without --merchants.',
    page: 'Ask the owner of the installation to add an admin of all merchants.',
  },
  owner_needed: {
    exit: 2,
    sentence:
      'No admin of all merchants is enabled, so only the owner of the installation can change users. {osUser} can’t.',
    next: 'Ask the owner of Payrun’s home or database to add an admin without --as: `payrun users add NAME --role admin`.',
  },
  last_admin: {
    exit: 2,
    sentence: '{name} is the only admin.',
    next: 'Make another user an admin first with `payrun users role NAME admin`.',
    page: 'Make another user an admin first.',
  },
  password_weak: { exit: 2, sentence: 'The password {detail}', next: 'Choose another password.' },
  login_busy: { exit: 5, sentence: 'Too many users are logging in at once.', next: 'Try again in a moment.' },
  details_editor_is_approver: {
    exit: 2,
    sentence: '{name} entered these bank details and can’t release a payment to them.',
    next: 'Ask another approver to review them{missing}: `payrun {command} --as NAME`.',
    page: 'Ask another approver to review them.',
  },
  illegal_move: {
    exit: 1,
    sentence: 'A {kind} cannot go from {from} to {to}.',
    next: 'This is a bug in Payrun. Nothing was changed.',
  },
  defect: {
    exit: 1,
    sentence: 'Payrun has a bug: {detail}.',
    next: 'Please report this with the output of `payrun doctor --json`. Nothing is lost. To continue, run `payrun resume`.',
    page: 'Nothing is lost. Please report this. Payrun’s log has the details.',
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

/** From worst to best: defect, out of reach, usage, waiting, failed rows, done. */
const ORDER: readonly number[] = [EXIT.defect, EXIT.outOfReach, EXIT.usage, EXIT.waits, EXIT.rowsFailed, EXIT.done];

/** One exit code for several results: the worst of them. `done` if the list is empty. */
export function combineExitCodes(codes: readonly number[]): number {
  return ORDER.find((code) => codes.includes(code)) ?? EXIT.done;
}
