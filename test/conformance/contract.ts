/**
 * Everything that the contract names, as a list of what a line of the conformance table must cover: for each endpoint its
 * statuses, codes, fields and rules; then what holds everywhere. Written from the contract, not from the sandbox.
 */
export const KEYS = { parent: 'parent', merchant: 'merchant' } as const;

export interface Endpoint {
  readonly method: string;
  /** As the summary table writes it. */
  readonly path: string;
  readonly keys: keyof typeof KEYS;
  readonly statuses: readonly number[];
  readonly items: readonly string[];
}

/** The items of a text, which are separated by commas or line ends. */
const itemsOf = (text: string): readonly string[] =>
  text
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');

const endpoint = (
  call: string,
  statuses: readonly number[],
  items: string,
  keys: keyof typeof KEYS = 'merchant',
): Endpoint => {
  const [method = '', path = ''] = call.split(/ (.*)/);
  return { method, path, keys, statuses, items: itemsOf(items) };
};

const ACCOUNT = '/v1/recipients/:id/accounts';

export const ENDPOINTS: readonly Endpoint[] = [
  endpoint(
    'POST /v1/profile/submerchant',
    [200, 401, 404, 500],
    `merchant.name, merchant.website, merchant.country, merchant.currency, businessLegalName, businessAsName
     businessTaxId, businessPhone, businessWebsite, businessCategory, businessCountry, businessCity
     businessAddress, businessZip, businessRegion, businessTotalMonthly, businessPpm, businessIntlPercentage
     expectedPayoutCountries, missing onboarding is incomplete, pair US/USD, pair GB/GBP, pair CA/CAD
     pair AU/AUD, pair euro area/EUR, earlier description, ids and keys, keys once, every category`,
    'parent',
  ),
  endpoint(
    'POST /v1/profile/sandbox',
    [200, 401, 403, 500],
    'apikey true, apikey false, merchant.name, merchant.currency, earlier onboarding, copied from the parent',
    'parent',
  ),
  endpoint('DELETE /v1/profile/sandbox', [200, 401, 403, 500], 'id, not_found, keys end', 'parent'),
  endpoint('POST /v1/onboarding/update', [200, 401, 404, 500], 'businessTotalMonthly, businessPpm, buckets'),
  endpoint('GET /v1/balances/info', [200, 401, 500], 'every field, masked accountNum, referenceMemo'),
  endpoint(
    'POST /v1/direct-debit/bank-account/',
    [200],
    `accountName, currency, bankCountry, branchId, bankId, institution, transit, accountNum, enabled
     digits only, every field of the record, masked, update`,
  ),
  endpoint(
    'POST /v1/iframe/config',
    [200],
    `primary, success, error, warning, border, heading, text, inputText, inputBorder, subText, background
     three digits, six digits, leading #, colors required`,
  ),
  endpoint('GET /v1/payout-methods', [200, 401, 500], 'six records, meta, record fields'),
  endpoint(
    'GET /v1/payout-methods/:payoutMethod',
    [200, 400, 401, 500],
    'bank-transfer, paypal, check, venmo, debit-card, mobile-wallet',
  ),
  endpoint(
    'PATCH /v1/payout-methods/:payoutMethod',
    [200, 400, 401, 410, 500],
    `enabled, enabledCountries, mode, account, clientId, secret, webhookID, allowRestrictedCountries, branchId
     accountNum, signatory, startingCheck, verification1, verification2, mailing, supportedNetworks
     enabledMobileWalletPayerIds, rule 1 other method, rule 1 no method, rule 2 pending, rule 2 country
     rule 2 response, rule 3 first time, rule 3 subset, rule 3 response, rule 3 old credentials, rule 4 response
     rule 4 fields, rule 5 response, rule 6 response, rule 7 prerequisite, rule 7 payer ids
     read change send back, suspended is unavailable`,
  ),
  endpoint('GET /v1/fees', [200, 401, 500], 'currency, every row, row fields'),
  endpoint(
    'PATCH /v1/fees',
    [200, 400, 401, 500],
    `currency, integration, type, amount, amountType, maximumFee, every route, unquoted number, negative amount
     percentage on a fixed route, percentage above 100, maximumFee kept, maximumFee cleared, cover effect`,
  ),
  endpoint(
    'POST /v1/fees/route-pricing/search',
    [200, 400, 401, 500],
    'currency, no currency, item fields, tree keys, no meta',
  ),
  endpoint(
    'POST /v1/fees/revenue-stream/create',
    [200],
    `merchantAmount, merchantAmountType, guardrails fixed, guardrails percentage, exists already, not enabled
     revenueShareId, percentCap`,
  ),
  endpoint('POST /v1/subscriptions', [200], 'action, model, target, every action, every model, validation POST'),
  endpoint('GET /v1/subscriptions', [200], 'list'),
  endpoint('GET /v1/subscriptions/<webhook id>', [200], 'subscription, not_found'),
  endpoint('PATCH /v1/subscriptions/<webhook id>', [200], 'action, model, target, not_found'),
  endpoint('DELETE /v1/subscriptions/<webhook id>', [200], 'deleted, not_found'),
  endpoint(
    'POST /v1/recipients/',
    [200, 400, 401, 406, 500],
    `referenceId, type, name, firstName, lastName, email, address, passport, dob, phone, email in use
     incomplete, every field, individual name, unknown keys`,
  ),
  endpoint('GET /v1/recipients/:id', [200, 401, 404, 500], 'recipient'),
  endpoint(
    'PATCH /v1/recipients/:id',
    [200, 400, 401, 406, 500],
    'status active, status suspended, accounts ignored, not_found, a field',
  ),
  endpoint('DELETE /v1/recipients/:id', [200, 401, 404, 500], 'archives, undone'),
  endpoint('DELETE /v1/recipients/', [200, 404], 'ids, all or none'),
  endpoint(
    'GET /v1/recipients',
    [200],
    `page, pageSize, search, name, email, referenceId, startDate, endDate, status, complianceStatus, country
     payoutMethod, currency, orderBy name, orderBy email, orderBy referenceId, orderBy payoutMethod
     orderBy createdAt, orderBy updatedAt, sortBy, meta, defaults`,
  ),
  endpoint('GET /v1/recipients/:id/logs', [200, 401, 404, 500], 'entry fields, meta'),
  endpoint('GET /v1/recipients/:id/payments', [200, 404], 'payments, meta'),
  endpoint('GET /v1/recipients/:id/offlinePayments', [200, 404], 'offlinePayments, payment fields'),
  endpoint(
    `POST ${ACCOUNT}`,
    [200, 401, 404, 406, 500],
    `type, currency, country, accountHolderName, accountNum, primary, bankId, branchId, iban, swiftBic
     emailAddress, first is primary, masked, id`,
  ),
  endpoint(`GET ${ACCOUNT}/:recipientAccountId`, [200, 401, 404, 500], 'account'),
  endpoint(`PATCH ${ACCOUNT}/:recipientAccountId`, [200, 401, 404, 406, 500], 'new id, primary only, one primary'),
  endpoint(`DELETE ${ACCOUNT}/:recipientAccountId`, [200, 401, 404, 500], 'deleted'),
  endpoint('POST /batches/:id/generate-quote', [200], 'repeatable, not after start, not_found, version prefix'),
  endpoint(
    'POST /batches/:id/start-processing',
    [200],
    'processing, insufficient balance, below the minimum, expired_quote, invalid_status, not_found',
  ),
  endpoint('GET /batch/:id/summary', [200], 'summary, other form, not_found'),
  endpoint('GET /payments/:id', [200], 'payment fields, not_found'),
  endpoint('GET /balance', [200], 'balances, other form'),
];

/** What holds for more than one endpoint. */
export const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  conventions:
    itemsOf(`paths start with /v1, Content-Type application/json, arguments as request parameters, amounts as strings
     two decimals or none, timestamps ISO 8601 UTC, success is 200 with ok, CORS, slash at the end`),
  identifiers: itemsOf('R-, P-, B-, A-, OP-, M-, RSRC-, AK- and SK-'),
  authentication:
    itemsOf(`signature over raw bytes, path with query, timestamp tolerance, missing headers, wrong signature
     body changed after signing, unknown key, parent keys are no merchant keys, merchant keys are no parent keys
     another merchant's ids, a deleted sub-merchant's keys, empty body signed as empty`),
  states: itemsOf(`bank transfer pending at creation, approved by control, approved by time, enabling after approval
     paying before approval, merchant status, recipient becomes active, batch open, batch waits for funds
     batch processing, batch complete, batch failed, payment returned`),
  batches: itemsOf(`create, list, retrieve, update, delete, delete several, payments of a batch, payment in a batch
     payments search, recipient id amount currency, target amount, duplicate externalId, cover arithmetic
     quote of two hours`),
  webhooks: itemsOf(`signature, delivery id, body format, validation POST of {}, retry with the same delivery id
     duplicates on request, reordering on request, recipient events, recipientAccount events, batch events
     payment events, merchant events, only to this machine, nothing of other merchants`),
  errors: itemsOf(`envelope, several items, invalid_status, invalid_field, empty_field, expired_quote, invalid_api_key
     not_authorized, not_found, rate_limit_exceeded, partner_integration_error, internal_server_error
     deprecated_functionality_error, non_sufficient_funds, duplicate, unknown path, unknown method, invalid JSON
     no JSON object, 10 MB body, numbers for strings, empty body, nested deeply, strange keys`),
  limits: itemsOf(`rate limit headers, 50 a minute for a sandbox merchant, 100 a minute for a regular merchant
     200 a minute for an address, pageSize at most 1000, SWIFT-BIC 8 or 11, mailing lengths
     startingCheck 6 digits`),
  versions: itemsOf('removed features answer 410'),
};
