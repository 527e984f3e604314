import type { Config } from '../config.ts';
import type { Environment, Money, RecipientDraft } from '../model.ts';
import type { MoneyRules } from '../money-rules.ts';

/** The minimum that the payout service gave for one recipient, with the name of the route: "wire". */
export interface ReportedMinimum extends Money {
  readonly route: string;
}

/**
 * The known minimum for a recipient on exactly this account, in the currency of the balance. Null if it is not known.
 */
export type ReportedMinimumOf = (recipient: RecipientDraft, currency: string) => ReportedMinimum | null;

/** The inputs of the rules besides the row. */
export interface CheckContext {
  /** The merchant's country, ISO 3166: route minimums depend on it. */
  readonly merchantCountry: string;
  readonly environment: Environment;
  /** YYYY-MM-DD, UTC. A later date of birth is an error. */
  readonly today?: string;
  /** The countries that the merchant's bank transfers can reach. If absent or empty, all that the service reaches. */
  readonly enabledCountries?: readonly string[];
  /** The rows have no bank details: only the recipient's own data is checked and changed. */
  readonly withoutAccounts?: boolean;
  /** The merchant's own accounts: a row that pays to one of them is an error. */
  readonly ownAccounts?: readonly string[];
  /**
   * Minimums that the service gave the merchant, by route and source currency. They override the table unless they are
   * zero.
   */
  readonly routeMinimums?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Overrides `routeMinimums`, because it is the minimum for this recipient. Null if no minimum of a recipient is
   * known.
   */
  readonly reportedMinimum?: ReportedMinimumOf | null;
}

type Settings = Pick<Config, 'merchantCountry' | 'environment' | 'ownAccounts' | 'routeMinimums'> &
  Pick<MoneyRules, 'enabledCountries'>;

/**
 * The context of a check at a moment (ms UTC).
 *
 * @param merchantCountry of the merchant that pays; if absent, that of the configuration
 */
export function checkContext(
  config: Settings,
  now: number,
  merchantCountry = config.merchantCountry,
  reportedMinimum: ReportedMinimumOf | null = null,
): CheckContext {
  const { environment, enabledCountries, ownAccounts, routeMinimums } = config;
  const today = new Date(now).toISOString().slice(0, 10);
  return {
    merchantCountry,
    environment,
    today,
    enabledCountries,
    ownAccounts,
    routeMinimums,
    reportedMinimum,
  };
}
