import { createHash } from 'node:crypto';
import { formatMinor } from '../money.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';
import { getRoute } from '../rules/countries/routes.ts';
import { accountView } from './account-view.ts';
import { getScreeningResult } from './compliance.ts';
import type { MerchantStore } from './merchant-store.ts';
import { estimatedFees, getFee } from './payments/fees.ts';
import { minimumText, routeTerms } from './payments/route-terms.ts';
import { getAccountRecords, primaryAccount } from './primary-account.ts';
import { recipientState } from './recipient-status.ts';
import type { MerchantRecord, RecipientRecord } from './records.ts';

/** A recipient as the service returns it. `estimatedFees` and `routeMinimum` are in the merchant's own currency. */
export function recipientView(store: MerchantStore, recipient: RecipientRecord, now: number): Record<string, unknown> {
  const { merchant } = store;
  const accounts = getAccountRecords(store, recipient.id);
  const primary = accounts[0]?.primary ? accounts[0] : null;
  const terms = primary ? routeTerms(primary, merchant.currency, merchant.country) : expectedTerms(merchant, recipient);
  const { status, inactiveReasons } = recipientState(store, recipient);
  return {
    ...recipientCore(recipient, now),
    status,
    inactiveReasons,
    accounts: accounts.map(accountView),
    payoutMethod: primary ? (terms?.method ?? null) : null,
    routeType: terms?.route ?? null,
    routeMinimum: terms ? (primary ? minimumText(terms, merchant.currency) : '0') : null,
    estimatedFees: terms && feesOf(terms.route, merchant.currency, primary !== null),
    primaryCurrency: primary?.currency ?? null,
  };
}

const feesOf = (route: string, currency: string, hasAccount: boolean) =>
  hasAccount ? formatMinor(getFee(route, currency), currency) : estimatedFees(route, currency);

/** A recipient inside a payment: without accounts and amounts. */
export function embeddedRecipient(
  store: MerchantStore,
  recipient: RecipientRecord,
  now: number,
): Record<string, unknown> {
  const { merchant } = store;
  const primary = primaryAccount(store, recipient.id);
  const terms = primary && routeTerms(primary, merchant.currency, merchant.country);
  const { status, inactiveReasons } = recipientState(store, recipient);
  return {
    ...recipientCore(recipient, now),
    status,
    inactiveReasons,
    countryCode: recipient.address.country,
    routeType: terms?.route ?? null,
    payoutMethod: terms?.method ?? null,
    primaryCurrency: primary?.currency ?? null,
  };
}

/** The expected route to a recipient with an address but no account yet, from their country. */
function expectedTerms({ currency }: MerchantRecord, { address: { country } }: RecipientRecord) {
  const local = country === null ? undefined : COUNTRIES[country]?.currency;
  if (country === null || !local) return null;
  return { method: null, route: getRoute({ country, currency: local, sourceCurrency: currency }), minimum: null };
}

function recipientCore(recipient: RecipientRecord, now: number): Record<string, unknown> {
  const { address } = recipient;
  const compliance = getScreeningResult(recipient, now);
  return {
    id: recipient.id,
    merchantId: recipient.merchantId,
    referenceId: recipient.referenceId,
    type: recipient.type,
    email: recipient.email,
    name: recipient.name,
    firstName: recipient.firstName,
    lastName: recipient.lastName,
    legalName: recipient.type === 'business' ? recipient.name : '',
    riskScore: null,
    complianceStatus: compliance.status,
    compliance,
    gravatarUrl: gravatar(recipient.email),
    language: recipient.language,
    dob: recipient.dob,
    passport: recipient.passport,
    governmentId: recipient.governmentId,
    governmentIds: governmentIdsOf(recipient),
    placeOfBirth: recipient.placeOfBirth,
    ssn: recipient.ssn,
    address,
    tags: recipient.tags,
    contactEmails: recipient.contactEmails,
    createdAt: new Date(recipient.createdAt).toISOString(),
    updatedAt: new Date(recipient.updatedAt).toISOString(),
  };
}

function governmentIdsOf({ governmentId: value, governmentIds, address }: RecipientRecord) {
  if (value === null) return [];
  const ids = governmentIds ?? [{ country: null, type: null, value }];
  return ids.map(({ country, type, ...id }) => ({
    country: country ?? address.country,
    type: type ?? 'NATIONAL_ID',
    ...id,
  }));
}

function gravatar(email: string): string {
  return `https://gravatar.example/avatar/${createHash('md5').update(email.trim().toLowerCase()).digest('hex')}`;
}
