/**
 * The contract's error codes with their HTTP status. `duplicate` and `non_sufficient_funds` are not in the contract,
 * but the service was seen to use them.
 */
const STATUS_OF = {
  invalid_status: 400,
  invalid_field: 400,
  empty_field: 400,
  expired_quote: 400,
  duplicate: 400,
  non_sufficient_funds: 400,
  invalid_api_key: 401,
  not_authorized: 403,
  not_found: 404,
  deprecated_functionality_error: 410,
  rate_limit_exceeded: 429,
  // The first code of a status is the default for a fault with that status.
  internal_server_error: 500,
  partner_integration_error: 500,
} as const;

export type RefusalCode = keyof typeof STATUS_OF;

export interface ErrorItem {
  readonly code: RefusalCode;
  readonly field?: string;
  readonly message: string;
}

/** Thrown by a handler; becomes the error envelope of the contract. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly ErrorItem[];
  override readonly name = 'Refusal';

  constructor(errors: readonly ErrorItem[], status?: number) {
    super(errors.map(({ code }) => code).join(', '));
    this.errors = errors;
    this.status = status ?? STATUS_OF[errors[0]?.code ?? 'internal_server_error'];
  }
}

/** A refusal with one error. `field` names a field of the request; `status` overrides that of the code. */
export function refusal(
  code: RefusalCode,
  message: string,
  options: { field?: string; status?: number } = {},
): Refusal {
  const item = options.field === undefined ? { code, message } : { code, field: options.field, message };
  return new Refusal([item], options.status);
}

export function notFound(what: string): Refusal {
  return refusal('not_found', `${what} not found`);
}

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(STATUS_OF, code);
}

/** The default code for a status, for responses of a fault. */
export function getRefusalCode(status: number): RefusalCode {
  const found = Object.entries(STATUS_OF).find(([, value]) => value === status);
  return found ? (found[0] as RefusalCode) : status < 500 ? 'invalid_field' : 'internal_server_error';
}
