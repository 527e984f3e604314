import { getMerchant } from '../../ledger/merchants/merchant.ts';
import { mask, maskEmail } from '../../mask-bank-details.ts';
import type { KeyKind } from '../../model.ts';
import type { FeeRow, FundingItem, PayoutMethodRecord } from '../../service/shapes/partner-answers.ts';
import type { AppContext } from '../context/app-context.ts';
import { verifiedService } from '../context/verified-service.ts';

/** The merchant to read, and the signal that aborts the calls. */
interface Asked {
  readonly merchant: string;
  readonly signal: AbortSignal;
}

export interface ShownPayoutMethod {
  readonly method: string;
  readonly enabled: boolean;
  readonly status: string;
  readonly suspended: boolean;
  readonly approvedAt: string | null;
  readonly countries: readonly string[] | null;
  /** Account numbers are masked; credentials are never included. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface ShownMerchant {
  readonly merchant: string;
  readonly kind: KeyKind;
  readonly environment: string;
  readonly country: string;
  /** Null for a platform, whose keys cannot read them. */
  readonly balances: readonly { readonly currency: string; readonly amount: string; readonly type: string }[] | null;
  readonly payoutMethods: readonly ShownPayoutMethod[] | null;
  readonly webhooks: readonly { readonly action: string; readonly model: string; readonly target: string }[] | null;
}

export type ShownFunding = Readonly<Record<string, string>>;

/** The fees of one route in one currency, and the part that the merchant covers. Amounts as the service writes them. */
export interface ShownFee {
  readonly currency: string;
  readonly route: string;
  readonly fee: string | null;
  /** With `percentage`, the amounts are in percent. */
  readonly feeType: string;
  readonly minimumFee: string | null;
  readonly cover: string | null;
  readonly coverType: string | null;
  readonly maximumFee: string | null;
}

/** Makes three calls; none for a platform. Throws the errors of API calls. */
export async function readMerchant(appContext: AppContext, { merchant, signal }: Asked): Promise<ShownMerchant> {
  const service = await appContext.service(merchant);
  const row = await getMerchant(appContext.ledger.db, merchant);
  const known = { merchant, kind: row.key_kind, environment: row.environment, country: row.country };
  if (row.key_kind === 'parent') return { ...known, balances: null, payoutMethods: null, webhooks: null };
  const { balances } = await service.call('listBalances', {}, { signal });
  const { payoutMethods } = await service.call('listPayoutMethods', {}, { signal });
  const { subscriptions } = await service.call('listWebhooks', {}, { signal });
  return {
    ...known,
    balances: balances.flatMap(({ currency, amount, type }) =>
      amount === null ? [] : { currency, amount, type: type ?? '' },
    ),
    payoutMethods: payoutMethods.map(shownMethod),
    webhooks: subscriptions.map(({ action, model, target }) => ({ action, model, target: withoutSecrets(target) })),
  };
}

/**
 * The accounts to which the merchant's balances are funded, with the payment reference that assigns the money. `whole`
 * is for a user who is about to send money: it keeps the account numbers as the service shows them; otherwise they are
 * masked. Money sent to an account of another service is lost, so the service is verified first: throws
 * `service_changed`.
 */
export async function readFunding(
  appContext: AppContext,
  { merchant, signal, whole = false }: Asked & { readonly whole?: boolean },
): Promise<readonly ShownFunding[]> {
  const service = await verifiedService(appContext, merchant, { signal });
  const { info } = await service.call('getFundingInfo', {}, { signal });
  return info.map((item) => shownFunding(item, whole));
}

export async function readPayoutMethods(
  appContext: AppContext,
  { merchant, signal }: Asked,
): Promise<readonly ShownPayoutMethod[]> {
  const service = await appContext.service(merchant);
  const { payoutMethods } = await service.call('listPayoutMethods', {}, { signal });
  return payoutMethods.map(shownMethod);
}

/** Every route of every currency, or of one currency. */
export async function readMerchantFees(
  appContext: AppContext,
  { merchant, signal, currency }: Asked & { readonly currency?: string | undefined },
): Promise<readonly ShownFee[]> {
  const service = await appContext.service(merchant);
  const query = currency === undefined ? {} : { currency };
  const { fees } = await service.call('listFees', { query }, { signal });
  return fees.flatMap(feesOf);
}

/** The query of a target may contain a token. */
function withoutSecrets(target: string): string {
  if (!URL.canParse(target)) return '';
  const { protocol, host, pathname, search } = new URL(target);
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?***'}`;
}

const BANK_DETAIL = /^(accountNum|iban|swiftBic)$/;

/** The fields that have a value. Values that the service masked stay unchanged; other bank details are masked. */
function shownFunding(item: FundingItem, whole: boolean): ShownFunding {
  return Object.fromEntries(
    Object.entries(item)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
      .map(([field, value]) => [
        field,
        !whole && BANK_DETAIL.test(field) && !value.includes('**') ? mask(value) : value,
      ]),
  );
}

/** The settings that are shown, and how. Others are skipped. */
const SETTINGS: Readonly<Record<string, (value: string) => string>> = {
  ...Object.fromEntries(
    [
      ...['mode', 'credentialsConfigured', 'allowRestrictedCountries', 'onboardedCountry', 'signatory'],
      ...['startingCheck', 'verified', 'bankAccountConfigured', 'supportedNetworks', 'enabledMobileWalletPayerIds'],
    ].map((name) => [name, (value: string) => value]),
  ),
  account: maskEmail,
  clientId: mask,
};

function shownMethod(record: PayoutMethodRecord): ShownPayoutMethod {
  const settings = Object.entries(record.settings ?? {})
    .filter(([name, value]) => SETTINGS[name] && value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [name, typeof value === 'string' ? SETTINGS[name]!(value) : value]);
  return {
    method: record.integration,
    enabled: record.enabled,
    status: record.status,
    suspended: record.suspended === true,
    approvedAt: record.approvedAt ?? null,
    countries: record.enabledCountries ?? null,
    settings: Object.fromEntries(settings),
  };
}

interface Price {
  readonly amount: string;
  readonly amountType?: string | null | undefined;
  readonly minimumFee?: string | null | undefined;
  readonly maximumFee?: string | null | undefined;
}
type Prices = Readonly<Record<string, Price>>;

/** Fees and covers by route. The base fee of a debit card is a percentage unless its type is given. */
function feesOf(row: FeeRow): readonly ShownFee[] {
  const covers = row.general?.merchantCoverAmount ?? {};
  const fees = pricesOf(row, 'percentage');
  const covered = pricesOf(covers, 'fixed');
  const routes = [...new Set([...Object.keys(fees), ...Object.keys(covered)])].map((route): ShownFee => {
    const fee = fees[route];
    const cover = covered[route];
    return {
      currency: row.currencyCode,
      route,
      fee: fee?.amount ?? null,
      feeType: fee?.amountType ?? 'fixed',
      minimumFee: fee?.minimumFee ?? null,
      cover: cover?.amount ?? null,
      coverType: cover?.amountType ?? null,
      maximumFee: cover?.maximumFee ?? null,
    };
  });
  const margins = {
    ...prefixed('fxMargin', row.fxMargin),
    ...(row.fxMarginMobileWallet ? { 'fxMargin mobileWallet': row.fxMarginMobileWallet } : {}),
  };
  const noCover = { minimumFee: null, cover: null, coverType: null, maximumFee: null };
  const ofMargins = Object.entries(margins).map(
    ([route, fee]): ShownFee => ({ currency: row.currencyCode, route, fee, feeType: 'percentage', ...noCover }),
  );
  return [...routes, ...ofMargins];
}

type Groups = Pick<FeeRow, 'gateway' | 'bankTransfer' | 'debitCard' | 'mobileWallet'>;

/** `{"bankTransfer sepa": {amount}}`; `share` is the type of a card or wallet amount that has none. */
function pricesOf(groups: Groups, share: 'fixed' | 'percentage'): Prices {
  const fixed = (group: string, amounts: Readonly<Record<string, string>> | null | undefined): Prices =>
    Object.fromEntries(
      Object.entries(prefixed(group, amounts)).map(([route, amount]) => [route, { amount, amountType: 'fixed' }]),
    );
  const typed = (prices: Prices): Prices =>
    Object.fromEntries(
      Object.entries(prices).map(([route, price]) => [route, { ...price, amountType: price.amountType ?? share }]),
    );
  return {
    ...fixed('gateway', groups.gateway),
    ...fixed('bankTransfer', groups.bankTransfer),
    ...typed(prefixed('debitCard', groups.debitCard)),
    ...typed(groups.mobileWallet ? { mobileWallet: groups.mobileWallet } : {}),
  };
}

function prefixed<T>(group: string, values: Readonly<Record<string, T>> | null | undefined): Record<string, T> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [`${group} ${name}`, value]));
}
