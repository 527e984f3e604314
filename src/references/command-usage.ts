/** Sentences for the command line only, because they name options and commands. */
export const COMMAND_USAGE = {
  access_key_missing: 'Set the access key with --access-key.',
  anchor_with_remote: 'Use --anchor without --remote.',
  database_role_unknown:
    'The database has no role "{role}". Have an administrator of the server create it: `CREATE ROLE "{role}" LOGIN`.',
  dismissal_empty: 'Name the references, or a run and a kind: --run RUN --kind CODE.',
  no_terminal_to_change:
    '{name} changes data in the payout service, and there is no terminal to confirm it in. Add --yes to confirm.',
  file_exists: '{file} already exists. Choose another file, or add --force.',
  grant_needs_postgres: 'The embedded database has only one role. To use --grant, set DATABASE_URL.',
  input_not_json: '--input is not valid JSON.',
  lost_without_cancel: '--lost requires --cancel.',
  new_key_invalid: 'The new key is not 32 bytes in base64. Generate one with `openssl rand -base64 32`.',
  new_key_missing:
    'Provide the new key with --new-key-env VARIABLE or --new-key-stdin. Generate one with `openssl rand -base64 32`, and store it safely.',
  no_terminal_for_password: 'There is no terminal to enter the password in. Use --password-stdin.',
  no_terminal_to_adopt: 'There is no terminal to confirm in. Add --yes to confirm, or --dry-run to see the batches.',
  no_terminal_to_set_rules: 'There is no terminal to confirm in. Add --yes to apply this change.',
  no_terminal_to_pay: 'There is no terminal to confirm in. Add --yes to pay, or --dry-run to see what would be paid.',
  no_terminal_to_set_up:
    'Payrun can’t ask questions without a terminal, so use options instead. For the embedded sandbox, add --service sandbox. For a payout service, add --service URL, --environment sandbox or production, --access-key KEY and --secret-key-file FILE. To add the first user, add --user NAME --generate.',
  no_terminal_to_restore: 'There is no terminal to confirm in. Add --yes to restore.',
  operation_field_repeated: '--{field} is given more than once. Give each field one value.',
  operation_field_unreadable: '"{given}" is not a field. Enter fields as --field value.',
  operation_value_missing: '--{field} has no value. Enter fields as --field value.',
  outcome_missing: 'Add --paid or --not-paid.',
  output_of_several_sheets: '--output works with only one sheet. Check the sheets one at a time.',
  password_from_two_places: 'Use either --generate or --password-stdin, not both.',
  pay_date_missing: 'Set the pay date with --on and a date, or use --now.',
  public_url_invalid: '--public-url must be an https:// URL, or a URL of this machine.',
  secret_key_from_two_places: 'Use only one of --secret-key-stdin, --secret-key-file and --secret-key-env.',
  secret_key_missing: 'Provide the secret key with --secret-key-stdin, --secret-key-file or --secret-key-env.',
  stdin_is_the_sheet: 'The sheet comes from standard input, so --confirm-stdin can’t use it too.',
  stdin_has_two_secrets: 'With --confirm-stdin, standard input is for your password. Use {instead}.',
  stdin_name_without_stdin: '--stdin-name is only for a sheet from standard input (-).',
  user_missing:
    'Outside a confirmed sandbox, --as must name a user, and there are none yet. Without --as, you act as {osUser}. Add users with `payrun users add`.',
  webhook_address_missing:
    '--url must be the URL where the payout service reaches `payrun webhooks listen`, such as https://pay.example.com.',
  webhook_url_missing:
    'Enter the URL where the payout service reaches `payrun webhooks listen`, for example --url https://pay.example.com.',
  write_needs_record: '--write requires --record FOLDER, the folder for the recordings.',
} as const satisfies Record<string, string>;
