/**
 * The place that a sealed value belongs to. A value opens only in its place, so someone who can write to the database
 * cannot give one merchant the keys of another, or one payment the bank details of another.
 */
export interface SealedPlace {
  /** Column, merchant and row: associated data of the value. */
  readonly bound: string;
}

/** `merchant` is '' for a row that belongs to no merchant. No part has a zero byte: Postgres stores none. */
function place(column: string, merchant: string, row: string): SealedPlace {
  return { bound: `${column}\0${merchant}\0${row}` };
}

export const merchantKeysPlace = (merchant: string) => place('merchant.keys_sealed', merchant, merchant);

export const paymentRowPlace = (merchant: string, payment: string) =>
  place('payment_row.row_sealed', merchant, payment);

/** A sheet can name several merchants, so it belongs to none. */
export const sheetPartPlace = (sheet: string, part: number) =>
  place('sheet_part.content_sealed', '', `${sheet}/${part}`);

export const signingKeyPlace = (merchant: string, remoteId: string) =>
  place('webhook_subscription.signing_key_sealed', merchant, remoteId);

export const onboardingPlace = (merchant: string) => place('onboarding.session_sealed', merchant, merchant);

export const totpPlace = (user: string) => place('user_account.totp_sealed', '', user);

export const endpointSecretsPlace = (endpoint: string) => place('endpoint.secrets_sealed', '', endpoint);

/** By the user as well: an edit belongs to its author. */
export const rowEditPlace = (run: bigint, by: string, row: number) =>
  place('row_edit.cells_sealed', '', `${run}/${row}/${by}`);
