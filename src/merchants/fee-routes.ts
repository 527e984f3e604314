import type { PayoutMethodSlug } from '../model.ts';
import { splitItems } from './field-rules.ts';

/**
 * The position of a route in the fees (`group`) and in the pricing (`integration`), and whether it takes fixed amounts
 * only.
 */
interface Route {
  readonly group: 'gateway' | 'bankTransfer' | 'debitCard' | 'mobileWallet';
  readonly integration: PayoutMethodSlug;
  readonly fixedOnly: boolean;
}

const bank: Route = { group: 'bankTransfer', integration: 'bank-transfer', fixedOnly: true };
const card: Route = { group: 'debitCard', integration: 'debit-card', fixedOnly: false };

/** The routes by their names, which are unique (contract, PATCH /v1/fees). */
export const PAYOUT_FEE_ROUTES: Readonly<Record<string, Route>> = {
  paypal: { group: 'gateway', integration: 'paypal', fixedOnly: true },
  check: { group: 'gateway', integration: 'check', fixedOnly: true },
  venmo: { group: 'gateway', integration: 'venmo', fixedOnly: true },
  ach: bank,
  eft: bank,
  sepa: bank,
  iach: bank,
  wire: bank,
  wire_no_fx: bank,
  fps: bank,
  npp: bank,
  becs: bank,
  fpshk: bank,
  domestic: card,
  international: card,
  mobileWallet: { group: 'mobileWallet', integration: 'mobile-wallet', fixedOnly: false },
};

/** For example `ach USD 1.00`, `domestic USD 2%`, `domestic USD 2% max 3.00`, `domestic USD 2% max none`. */
export interface RouteAmount {
  readonly route: string;
  readonly currency: string;
  /** With two decimals, for comparison with the service's amount. */
  readonly amount: string;
  readonly type: 'fixed' | 'percentage';
  /** Undefined: unchanged. Null: no maximum. */
  readonly maximum?: string | null;
}

const FORM =
  /^([A-Za-z_]+)\s+([A-Za-z]{3})\s+(\d{1,12}(?:\.\d{2})?)(?:\s*(%))?(?:\s+max\s+(\d{1,12}(?:\.\d{2})?|none))?$/;

/** Fee covers of a cell, or the error of the first bad item, as text that follows its name. */
export function readCovers(cell: string): readonly RouteAmount[] | string {
  return read(cell, (one, item) => {
    const { group, fixedOnly } = PAYOUT_FEE_ROUTES[one.route]!;
    if (fixedOnly && one.type === 'percentage') return `"${item}": ${group} takes a fixed amount only, no percentage`;
    if (fixedOnly && one.maximum !== undefined) return `"${item}": ${group} has no maximum`;
    return null;
  });
}

/** Revenue streams of a cell, or the error of the first bad item. */
export function readStreams(cell: string): readonly RouteAmount[] | string {
  return read(cell, (one, item) =>
    one.maximum === undefined ? null : `"${item}": a revenue stream has no maximum here`,
  );
}

function read(cell: string, wrong: (one: RouteAmount, item: string) => string | null): readonly RouteAmount[] | string {
  const found: RouteAmount[] = [];
  for (const item of splitItems(cell)) {
    const shown = item.slice(0, 60);
    const [, name, currency, amount, percent, maximum] = FORM.exec(item) ?? [];
    if (name === undefined) return `"${shown}" is not a route, a currency and an amount`;
    const route = Object.keys(PAYOUT_FEE_ROUTES).find((known) => known.toLowerCase() === name.toLowerCase());
    if (route === undefined)
      return `"${name}" is not a route; the routes are ${Object.keys(PAYOUT_FEE_ROUTES).join(', ')}`;
    const type = percent === '%' ? 'percentage' : 'fixed';
    if (type === 'percentage' && Number(amount) > 100) return `"${shown}": a percentage is at most 100`;
    const one: RouteAmount = {
      route,
      currency: currency!.toUpperCase(),
      amount: withCents(amount!),
      type,
      ...(maximum === undefined ? {} : { maximum: maximum === 'none' ? null : withCents(maximum) }),
    };
    const reason = wrong(one, shown);
    if (reason !== null) return reason;
    if (found.some((other) => other.route === route && other.currency === one.currency))
      return `${route} in ${one.currency} is listed twice`;
    found.push(one);
  }
  return found.length > 0 ? found : 'it has none';
}

/** "1" and "1.00" are the same amount. */
export function withCents(amount: string): string {
  return amount.includes('.') ? amount : `${amount}.00`;
}

/** An amount in the form of the sheet, for example `2% max 3.00`. */
export function routeText({ amount, type, maximum }: Pick<RouteAmount, 'amount' | 'type' | 'maximum'>): string {
  const most = maximum === undefined || maximum === null ? '' : ` max ${maximum}`;
  return `${amount}${type === 'percentage' ? '%' : ''}${most}`;
}
