import { KEYS_SEALED_AS } from '../merchants/merchant.ts';
import { SESSION_SEALED_AS } from '../merchants/onboarding.ts';
import { rowSealedAs } from '../payments/sealed-row.ts';
import { partSealedAs } from '../runs/sheet.ts';
import { TOTP_SEALED_AS } from '../users/user-totp.ts';
import { DELIVERY_SEALED_AS } from '../webhooks/webhook-delivery.ts';
import { SIGNING_KEY_SEALED_AS } from '../webhooks/webhook-subscription.ts';

/** A column of sealed values, and how a key rotation processes it. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key columns with their types. */
  readonly key: Readonly<Record<string, 'uuid' | 'int8' | 'int4' | 'text'>>;
  /** The vault's kind for the value of a row. */
  sealedAs(key: Readonly<Record<string, unknown>>): string;
  /** Values per statement. */
  readonly chunk: number;
}

/** Every column of sealed values. A new one needs an entry here, or a rotation skips it. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'merchant',
    column: 'keys_sealed',
    key: { id: 'text' },
    sealedAs: () => KEYS_SEALED_AS,
    chunk: 500,
  },
  {
    table: 'sheet_part',
    column: 'content_sealed',
    key: { sheet_id: 'uuid', part: 'int4' },
    sealedAs: ({ sheet_id, part }) => partSealedAs(String(sheet_id), Number(part)),
    // Up to 1 MB each.
    chunk: 8,
  },
  {
    table: 'payment',
    column: 'row_sealed',
    key: { id: 'uuid' },
    sealedAs: ({ id }) => rowSealedAs(String(id)),
    chunk: 500,
  },
  {
    table: 'webhook_subscription',
    column: 'signing_key_sealed',
    key: { merchant_id: 'text', remote_id: 'text' },
    sealedAs: () => SIGNING_KEY_SEALED_AS,
    chunk: 500,
  },
  {
    table: 'webhook_delivery',
    column: 'body_sealed',
    key: { id: 'int8' },
    sealedAs: () => DELIVERY_SEALED_AS,
    chunk: 500,
  },
  {
    table: 'onboarding',
    column: 'session_sealed',
    key: { merchant_id: 'text' },
    sealedAs: () => SESSION_SEALED_AS,
    chunk: 500,
  },
  {
    table: 'user_account',
    column: 'totp_sealed',
    key: { name: 'text' },
    sealedAs: () => TOTP_SEALED_AS,
    chunk: 500,
  },
];

/** The column of staged rows during an intake. A rotation deletes these rows, and their intake starts again. */
export const STAGED = { table: 'payment_in', column: 'row_sealed' } as const;
