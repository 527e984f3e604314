import { type Details, PayrunError } from '../errors.ts';
import { COMMAND_USAGE } from './command-usage.ts';

/** The sentences about requests that cannot be carried out as made; the next step is that of the error `usage`. */
const USAGE = {
  account_name_invalid: '"{account}" is not a valid operating system account name.',
  anchor_not_found: '{file} contains no audit anchor. Use the file of the job anchor-audit, or a notification.',
  backup_is_for_embedded:
    'This works only for the embedded ledger. Back up a PostgreSQL database with pg_dump, and restore it with pg_restore.',
  backup_without_ledger: '{folder} is not a backup, because it contains no ledger.',
  body_invalid: 'The request is not valid: {faults}.',
  body_no_json: 'The request body is not valid JSON.',
  column_chosen_twice: '"{other}" and "{header}" can’t both be {column}. Choose one of them.',
  column_not_chosen: 'match the column "{header}", or mark it as not used.',
  configuration_exists: '{file} already exists. Edit it, or move it away.',
  country_invalid: 'Enter the country as a two-letter code in capital letters, such as US.',
  country_unknown: '"{country}" is not a country code. Use a two-letter ISO 3166 code, for example DE.',
  currency_invalid: 'Enter the currency as a three-letter code in capital letters, such as EUR.',
  day_invalid: '"{day}" is not a valid date. Enter a date such as 2026-11-30.',
  email_invalid: '"{email}" is not an email address.',
  endpoint_exists: 'An endpoint called {name} already exists. Choose another name.',
  endpoint_name_invalid:
    'Endpoint names can have up to 64 lowercase letters, digits and dashes, and can’t start with a dash.',
  endpoint_unknown: 'There is no endpoint called {name}.',
  endpoint_url_invalid: 'The URL must start with https:// or point to this machine, and must not contain a password.',
  folder_exists: '{folder} already exists. Choose another folder.',
  format_name_invalid: 'enter a name for the format, with at most {most} characters.',
  format_name_taken: 'the name "{name}" is already used for another header. Choose another name.',
  header_twice: 'two columns are called "{header}". Rename one of them in the sheet.',
  host_not_here: '{host} is not an address of this machine, so Payrun can’t listen on port {port} there.',
  inbox_missing: 'There is no inbox. Set PAYRUN_INBOX to the inbox folder.',
  job_input_invalid: 'Job {job} can’t use this input: {faults}.',
  key_pair_expected: '--{option} takes ACCESS:SECRET.',
  kind_unknown: '"{kind}" is not a valid kind. Use one of: {kinds}.',
  limit_invalid: '"{limit}" is not a valid limit, or repeats a currency. Enter limits as EUR=5000.00, USD=6000.00.',
  limits_not_given: 'Enter approval limits such as EUR=5000.00, or none for no limit.',
  merchant_invalid: '"{merchant}" is not a valid merchant name.',
  merchant_name_invalid:
    'Merchant names can have up to 64 letters, digits, dots, dashes and underscores, and must start with a letter or digit.',
  merchants_not_given: 'Enter all, or a comma-separated list of merchants.',
  message_type_invalid: '"{type}" is not a message type. Use one of: {types}.',
  message_unknown: '{name} has no message {message}.',
  move_asks_database: 'To check whether the ledger has arrived, set DATABASE_URL to {place}.',
  move_needs_database: 'Set DATABASE_URL to the PostgreSQL database to move the ledger to.',
  network_invalid: '"{network}" is not a valid IP address or network. Enter one such as 10.0.0.0/8.',
  name_unusable: '"{name}" is not a valid name.',
  nothing_to_adopt: 'The payout service has no batches from another installation.',
  number_out_of_range: '--{option} takes a whole number from {min} to {max}.',
  onboarding_address_invalid:
    'The URL of the onboarding pages must look like https://pay.example.com or http://127.0.0.1:4080.',
  operation_unknown: 'The payout service has no operation "{name}".',
  operation_refused: 'You can’t call {name} from here: {why}.',
  operation_field_missing: '{name} requires {fields}.',
  operation_field_unknown: '{name} does not accept {fields}.',
  operation_input_wrong: 'The fields of {name} are not valid: {detail}.',
  paid_not_chosen: 'Choose whether the payment was paid.',
  parameter_invalid: '{name} must be {form}.',
  parameter_private:
    '{name} looks like a bank detail, an email address or an ID, which must not be in a URL. Use only its last four characters.',
  parameter_unknown: 'There is no parameter {name}. Use one of: after, limit, {known}.',
  password_missing: 'No password was given on standard input.',
  password_of_provider: 'Users who log in through the identity provider have no password in Payrun.',
  platform_is_not_onboarded: '{merchant} is a platform, and only its sub-merchants have onboarding pages.',
  port_forbidden: 'You don’t have permission to use port {port} of {host}.',
  port_in_use: 'Another program is using port {port} of {host}.',
  port_taken: 'Another program is using port {port}.',
  port_unusable: 'Port {port} of {host} can’t be used.',
  recording_outside_sandbox:
    'The balances of merchant {merchant} don’t confirm that it is in the payout service’s sandbox, so Payrun changes nothing there. Record only what can be read, or use sandbox keys.',
  rule_environment:
    'A ledger must use the same environment as its payout service, but Payrun is configured for {environment}.',
  rule_invalid: '"{value}" is not a valid value for {rule}. Enter {form}.',
  rule_unknown: 'There is no rule called "{rule}". The rules are {rules}.',
  role_invalid: 'The role must be one of {roles}.',
  run_exists: '{run} is already a run, or it was discarded.',
  run_without_sheet: 'Run {run} has no sheet to report on.',
  secret_key_empty: '{source} contains no secret key.',
  secret_key_of_several_lines: 'A secret key is a single line, but {source} has more than one.',
  shell_unknown: 'Completion is not available for "{shell}". Use bash, zsh or fish.',
  state_cannot_rerun: 'Rows with the status "{state}" can’t be retried. Retry only these: {states}.',
  stdin_named_twice: 'Use - only once: standard input can be only one sheet.',
  types_not_confirmed: 'Some rows have no type. Confirm that they are businesses, or correct them.',
  user_disabled: '{user} already exists but is disabled. Enable the user instead.',
  sheet_not_sent: 'Send a form with a file called sheet, or JSON with rows.',
  token_expired_before: '{day} is in the past. Choose a later end date for the token.',
  user_name_invalid:
    "User names can have up to 64 letters, digits, spaces and . _ @ - + ', and must start with a letter or digit.",
  variable_missing: 'The environment variable {variable} is not set.',
  ...COMMAND_USAGE,
} as const satisfies Record<string, string>;

type Usage = keyof typeof USAGE;
type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Given<U extends Usage> = Readonly<Record<NamesIn<(typeof USAGE)[U]>, string | number>>;

/** The sentences without details, about required input that is missing. */
export type MissingText = { [U in Usage]: [NamesIn<(typeof USAGE)[U]>] extends [never] ? U : never }[Usage];

/** An error with the code `usage`: the sentence of the table, with its details. */
export function usageError<U extends Usage>(
  usage: U,
  ...[details, options]: [NamesIn<(typeof USAGE)[U]>] extends [never]
    ? [details?: Readonly<Record<string, never>>, options?: { readonly cause: unknown }]
    : [details: Given<U>, options?: { readonly cause: unknown }]
): PayrunError {
  const given: Details = details ?? {};
  const detail = USAGE[usage].replace(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
  return new PayrunError('usage', { detail }, options);
}
