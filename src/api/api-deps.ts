import type { AppContext } from '../engine/context/app-context.ts';
import type { Rates } from '../http/request-throttle.ts';

export interface ApiDeps {
  readonly appContext: AppContext;
  /** Aborts when the server stops. */
  readonly stopping?: AbortSignal;
  /** Requests of a program, and of an address with tokens that are refused. Default: `RATES`. */
  readonly rates?: Pick<Rates, 'programs' | 'logins'>;
}
