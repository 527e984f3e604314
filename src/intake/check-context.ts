import type { Config } from '../config.ts';
import type { Environment, Money, RecipientDraft } from '../model.ts';

/** The least that the service takes for one recipient, by the route that it named: "wire". */
export interface ServedLeast extends Money {
  readonly route: string;
}

/**
 * What the service is known to take at least for a recipient on this very account, in the currency of the balance that pays; null
 * where it is not known.
 */
export type ServedMinimumOf = (recipient: RecipientDraft, currency: string) => ServedLeast | null;

/** What the rules have to know beside the row. */
export interface CheckContext {
  /** Where the merchant is, ISO 3166: the minimum of a route depends on it. */
  readonly merchantCountry: string;
  readonly environment: Environment;
  /** YYYY-MM-DD, UTC; a date of birth after it is refused. */
  readonly today?: string;
  /** Countries that bank transfers of the merchant can go to; absent or empty: all that the service reaches. */
  readonly enabledCountries?: readonly string[];
  /** Countries whose banks ask for the recipient's phone; absent: those of the country table. A missing one is a warning. */
  readonly phoneCountries?: readonly string[] | undefined;
  /** Countries whose banks ask for a government ID; absent: those of the country table. A missing one is a warning. */
  readonly governmentIdCountries?: readonly string[] | undefined;
  /** Minimums that the service has told the merchant, by route and source currency: they win over the table, unless they are zero. */
  readonly routeMinimums?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Wins over `routeMinimums`, which are of no recipient: it is what the service keeps to. Absent where there is no ledger. */
  readonly servedMinimum?: ServedMinimumOf;
  /** Fees that the merchant knows, by route and source currency: `{wire: {EUR: "15.00"}}`. */
  readonly routeFees?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

type Settings = Pick<
  Config,
  | 'merchantCountry'
  | 'environment'
  | 'enabledCountries'
  | 'phoneCountries'
  | 'governmentIdCountries'
  | 'routeMinimums'
  | 'routeFees'
>;

/**
 * The context of a check at a moment (ms since 1970).
 *
 * @param merchantCountry of the merchant who pays, where it is known better than by the configuration
 */
export function checkContext(config: Settings, now: number, merchantCountry = config.merchantCountry): CheckContext {
  const { environment, enabledCountries, phoneCountries, governmentIdCountries, routeMinimums, routeFees } = config;
  const today = new Date(now).toISOString().slice(0, 10);
  return {
    merchantCountry,
    environment,
    today,
    enabledCountries,
    phoneCountries,
    governmentIdCountries,
    routeMinimums,
    routeFees,
  };
}
