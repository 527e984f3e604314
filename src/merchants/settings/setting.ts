import type { KnownSettings } from '../../ledger/merchants/merchant-setting.ts';
import type { Cells } from '../../model.ts';
import type { Service } from '../../service/service.ts';
import type { FeeRow, PayoutMethodRecord, RoutePrice, Webhook } from '../../service/shapes/partner-answers.ts';

/** Settings as the service shows them. Each is read once, and again after a change whose outcome is not known. */
export interface ShownSettings {
  payoutMethods(): Promise<readonly PayoutMethodRecord[]>;
  fees(): Promise<readonly FeeRow[]>;
  prices(): Promise<readonly { readonly currency: string; readonly route: string; readonly price: RoutePrice }[]>;
  webhooks(): Promise<readonly Webhook[]>;
}

/** One sub-merchant and the cells of its row. */
export interface SettingContext {
  readonly merchant: string;
  readonly cells: Cells;
  readonly shown: ShownSettings;
  /** Fingerprints of the last values of settings that the service does not show. */
  readonly known: KnownSettings;
  /** HMAC in hex of the value of a setting. */
  readonly fingerprint: (key: string, value: string) => string;
}

/** One difference between the row and the sub-merchant: at most one call. */
export interface Change {
  /** A stable name of the change: after a lost answer, the change is looked for by it. */
  readonly what: string;
  /** The service's current value; null if it shows none. Never a secret. */
  readonly before: string | null;
  readonly after: string;
  /** The reason why it cannot be sent yet; the run waits for it. */
  readonly waits?: string;
  /** The reason why it cannot be sent at all. */
  readonly refused?: string;
  /** Fingerprints to store when the change is done, for settings that the service does not show. */
  readonly remember?: Readonly<Record<string, string>>;
  /** Fingerprints to store if the service refuses the change, for settings that allow only a few tries. */
  readonly rememberRefused?: Readonly<Record<string, string>>;
  readonly send: (service: Service, signal: AbortSignal) => Promise<AnswerToStore | undefined>;
}

/** The part of an answer that must be stored together with the change. */
export interface AnswerToStore {
  readonly subscription: {
    readonly remoteId: string;
    readonly model: string;
    readonly action: string;
    readonly target: string;
    readonly signingKey: string;
  };
}

/** A setting of a sub-merchant. To add one, add a file in this folder and an entry in `settings.ts`. */
export interface Setting {
  readonly name: string;
  /** Its columns; if all are empty, the setting is left unchanged. */
  readonly columns: readonly string[];
  /** The differences from the row; empty if there are none. */
  differences(context: SettingContext): Promise<readonly Change[]>;
}

/** Compares a setting that the service does not show with its last value. Null if it is the same. */
export function unseen(
  { known, fingerprint }: Pick<SettingContext, 'known' | 'fingerprint'>,
  key: string,
  value: string,
): { before: string | null; remember: Readonly<Record<string, string>> } | null {
  const wanted = fingerprint(key, value);
  const last = known.get(key);
  if (last === wanted) return null;
  return { before: last === undefined ? null : 'set, to something else', remember: { [key]: wanted } };
}
