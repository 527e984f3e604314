import {
  endpointSecretsPlace,
  merchantKeysPlace,
  onboardingPlace,
  paymentRowPlace,
  rowEditPlace,
  type SealedPlace,
  sheetPartPlace,
  signingKeyPlace,
  totpPlace,
} from '../vault/sealed-place.ts';

/** A column of sealed values, and how a key rotation processes it. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key columns with their types. */
  readonly key: Readonly<Record<string, 'uuid' | 'int8' | 'int4' | 'text'>>;
  /** Other columns that the place names. */
  readonly extraColumns?: readonly string[];
  /** The place of the value of a row. */
  placeOf(row: Readonly<Record<string, unknown>>): SealedPlace;
  /** Values per statement. */
  readonly chunk: number;
}

/** Every column of sealed values. A rotation skips a column that is missing in this list. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'merchant',
    column: 'keys_sealed',
    key: { id: 'text' },
    placeOf: ({ id }) => merchantKeysPlace(String(id)),
    chunk: 500,
  },
  {
    table: 'sheet_part',
    column: 'content_sealed',
    key: { sheet_id: 'uuid', part: 'int4' },
    placeOf: ({ sheet_id, part }) => sheetPartPlace(String(sheet_id), Number(part)),
    // Up to 1 MB each.
    chunk: 8,
  },
  {
    table: 'payment_row',
    column: 'row_sealed',
    key: { id: 'uuid' },
    extraColumns: ['merchant_id'],
    placeOf: ({ id, merchant_id }) => paymentRowPlace(String(merchant_id), String(id)),
    chunk: 500,
  },
  {
    table: 'webhook_subscription',
    column: 'signing_key_sealed',
    key: { merchant_id: 'text', remote_id: 'text' },
    placeOf: ({ merchant_id, remote_id }) => signingKeyPlace(String(merchant_id), String(remote_id)),
    chunk: 500,
  },
  {
    table: 'onboarding',
    column: 'session_sealed',
    key: { merchant_id: 'text' },
    placeOf: ({ merchant_id }) => onboardingPlace(String(merchant_id)),
    chunk: 500,
  },
  {
    table: 'user_account',
    column: 'totp_sealed',
    key: { name: 'text' },
    placeOf: ({ name }) => totpPlace(String(name)),
    chunk: 500,
  },
  {
    table: 'endpoint',
    column: 'secrets_sealed',
    key: { name: 'text' },
    placeOf: ({ name }) => endpointSecretsPlace(String(name)),
    chunk: 500,
  },
  {
    table: 'row_edit',
    column: 'cells_sealed',
    key: { run_id: 'int8', edited_by: 'text', row: 'int4' },
    placeOf: ({ run_id, edited_by, row }) => rowEditPlace(BigInt(String(run_id)), String(edited_by), Number(row)),
    chunk: 500,
  },
];
