import type { KnownSettings } from '../../ledger/merchants/merchant-setting.ts';
import type { Cells } from '../../model.ts';
import type { Service } from '../../service/service.ts';
import type { FeeRow, PayoutMethodRecord, RoutePrice, Webhook } from '../../service/shapes/partner-answers.ts';

/** What the service shows of a sub-merchant, each asked for once and again after a change whose outcome is not known. */
export interface ShownSettings {
  payoutMethods(): Promise<readonly PayoutMethodRecord[]>;
  fees(): Promise<readonly FeeRow[]>;
  prices(): Promise<readonly { readonly currency: string; readonly route: string; readonly price: RoutePrice }[]>;
  webhooks(): Promise<readonly Webhook[]>;
}

/** One sub-merchant, and what its row says. */
export interface SettingContext {
  readonly merchant: string;
  readonly cells: Cells;
  readonly shown: ShownSettings;
  /** What it was set to before, of what the service does not show. */
  readonly known: KnownSettings;
  /** HMAC in hex of what a setting is set to. */
  readonly fingerprint: (key: string, value: string) => string;
}

/** One difference between the row and the sub-merchant: at most one call. */
export interface Change {
  /** What is changed, the same words every time: after a lost answer it is looked for again by them. */
  readonly what: string;
  /** What the service shows; null where it shows nothing. Never a secret. */
  readonly before: string | null;
  readonly after: string;
  /** Why it cannot be sent yet; the run waits for it. */
  readonly waits?: string;
  /** Why it cannot be sent at all. */
  readonly refused?: string;
  /** Fingerprints to keep when it is done, of what the service does not show. */
  readonly remember?: Readonly<Record<string, string>>;
  /** Fingerprints to keep when the service refuses it, of what may be tried a few times only. */
  readonly rememberRefused?: Readonly<Record<string, string>>;
  readonly send: (service: Service, signal: AbortSignal) => Promise<Made | undefined>;
}

/** What an answer has that must be kept with it. */
export interface Made {
  readonly subscription: {
    readonly remoteId: string;
    readonly model: string;
    readonly action: string;
    readonly target: string;
    readonly signingKey: string;
  };
}

/** A setting of a sub-merchant. A new one is a file in this folder and an entry in `settings.ts`. */
export interface Setting {
  readonly name: string;
  /** Columns that it is made of; where all are empty, it is left as it is. */
  readonly columns: readonly string[];
  /** What differs from the row; empty where nothing does. */
  differences(context: SettingContext): Promise<readonly Change[]>;
}

/** What the service does not show: compared by what it was last set to. Null where that is the same. */
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
