import { type Details, PayrunError } from '../errors.ts';
import { COMMAND_USAGE } from './command-usage.ts';

/** The sentences about requests that cannot be carried out as made; the next step is that of the error `usage`. */
const USAGE = {
  account_name_invalid: '"{account}" cannot be an operating system account.',
  anchor_not_found: '{file} has no audit anchor: neither a signed line nor the text of a notification.',
  backup_is_for_embedded:
    'This is for the embedded ledger. Back up a PostgreSQL database with pg_dump, and restore it with pg_restore.',
  backup_without_ledger: '{folder} is not a backup: it has no ledger.',
  body_invalid: 'The request is not valid: {faults}.',
  body_no_json: 'The body is not JSON.',
  column_chosen_twice: '"{other}" and "{header}" cannot both be {column}. Choose one of them.',
  column_not_chosen: 'assign the column "{header}", or mark it as not used.',
  column_used_twice: 'Your own headers use "{header}" for another column: correct the rows in the sheet.',
  configuration_exists: '{file} already exists. Edit it, or move it away.',
  country_invalid: 'A country is a code with two capital letters, such as US.',
  country_unknown: 'There is no country "{country}". Use a two-letter ISO 3166 code, for example DE.',
  currency_invalid: 'A currency is a code with three capital letters, such as EUR.',
  day_invalid: '"{day}" is not a date such as 2026-11-30.',
  email_invalid: '"{email}" is not an email address.',
  endpoint_exists: 'An endpoint called {name} already exists. Choose another name.',
  endpoint_name_invalid:
    'Endpoint names have 1 to 64 lowercase letters, digits and dashes, and cannot start with a dash.',
  endpoint_unknown: 'There is no endpoint called {name}.',
  endpoint_url_invalid: 'The URL must begin with https:// or be on this machine, and must not contain a password.',
  folder_exists: '{folder} already exists. Choose another folder.',
  format_name_invalid: 'the format needs a name of at most {most} characters.',
  format_name_taken: 'the name "{name}" belongs to another header. Choose another name.',
  header_twice: 'two columns are called "{header}". Give one of them another header in the sheet.',
  host_not_here: 'Port {port} of {host} is not an address of this machine.',
  inbox_missing: 'There is no inbox: set PAYRUN_INBOX to its folder.',
  job_input_invalid: 'Job {job} cannot use this input: {faults}.',
  key_pair_expected: '--{option} takes ACCESS:SECRET.',
  kind_unknown: '"{kind}" is not one of the kinds {kinds}.',
  limit_invalid: '"{limit}" is not a limit, or names a currency twice. Enter limits as EUR=5000.00, USD=6000.00.',
  limits_not_given: 'Enter the approval limits, such as EUR=5000.00, or none for no limit.',
  merchant_invalid: '"{merchant}" cannot be the name of a merchant.',
  merchant_name_invalid:
    'Merchant names have 1 to 64 letters, digits, dots, dashes and underscores, and start with a letter or digit.',
  merchants_not_given: 'Enter all, or the names of the merchants, separated by commas.',
  message_type_invalid: '"{type}" is not a message type. The types are {types}.',
  message_unknown: 'There is no message {message} to {name}.',
  move_asks_database: 'Set DATABASE_URL to {place}, to check whether the ledger has arrived.',
  move_needs_database: 'Set DATABASE_URL to the PostgreSQL database that the ledger moves to.',
  network_invalid: '"{network}" is not an address or a network such as 10.0.0.0/8.',
  name_unusable: '"{name}" cannot be used as a name.',
  nothing_to_adopt: 'The payout service has no batches of another installation.',
  number_out_of_range: '--{option} takes a whole number from {min} to {max}.',
  onboarding_address_invalid:
    'The address of the onboarding pages must look like https://pay.example.com or http://127.0.0.1:4080.',
  operation_unknown: 'The payout service has no operation "{name}".',
  operation_refused: 'Payrun does not call {name}: {why}.',
  operation_field_missing: '{name} needs {fields}.',
  operation_field_unknown: '{name} takes no {fields}.',
  operation_input_wrong: 'The fields of {name} are not valid: {detail}.',
  paid_not_chosen: 'Choose whether it was paid.',
  parameter_invalid: '{name} must be {form}.',
  parameter_private:
    'The text of {name} looks like a bank detail, an email address or an ID, which must not be in a URL. Use its last four characters.',
  parameter_unknown: 'There is no parameter {name}. The parameters are after, limit, {known}.',
  password_missing: 'There is no password on standard input.',
  password_of_provider: 'Users who log in through the identity provider have no password in Payrun.',
  platform_is_not_onboarded: '{merchant} is a platform: only its sub-merchants have onboarding pages.',
  port_forbidden: 'Port {port} of {host} may not be used by this user.',
  port_in_use: 'Port {port} of {host} is in use by another program.',
  port_taken: 'Port {port} is in use by another program.',
  port_unusable: 'Port {port} of {host} cannot be used.',
  recording_outside_sandbox:
    'The balances of merchant {merchant} do not say that it is in the sandbox of the payout service, so nothing is changed there. Record what can be read, or use the keys of a sandbox.',
  recipient_gone: 'There is no such recipient.',
  rule_environment:
    'The environment of a ledger is that of its payout service, but this process is configured for {environment}.',
  rule_invalid: '"{value}" is not valid for {rule}: enter {form}.',
  rule_unknown: 'There is no rule "{rule}". The rules are {rules}.',
  role_invalid: 'A role is one of {roles}.',
  run_exists: '{run} is already a run, or was discarded.',
  run_without_sheet: 'Run {run} has no sheet to report on.',
  secret_key_empty: 'There is no secret key in {source}.',
  secret_key_of_several_lines: 'A secret key is one line; {source} has more.',
  shell_unknown: 'There is no completion for "{shell}": use bash, zsh or fish.',
  state_cannot_rerun: 'Rows with the status "{state}" cannot be retried; only {states}.',
  stdin_named_twice: 'Standard input is one sheet: use - only once.',
  types_not_confirmed: 'Rows have no type. Confirm that they are paid as businesses, or correct them.',
  user_cannot_see: '{user} may not see merchant {merchant}.',
  user_disabled: '{user} is disabled. Enable them instead.',
  user_is_disabled: '{user} is disabled.',
  sheet_not_sent: 'Send a form with the file sheet, or JSON with rows.',
  token_expired_before: '{day} is in the past. A token must end on a later day.',
  user_name_invalid:
    "User names have 1 to 64 letters, digits, spaces and . _ @ - + ', and start with a letter or digit.",
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
