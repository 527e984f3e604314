import { createHash } from 'node:crypto';
import { formatMinor } from '../money.ts';
import { accountView } from './account-view.ts';
import type { Books } from './books.ts';
import { screen } from './compliance.ts';
import { feeOf } from './payments/fees.ts';
import { routeTerms } from './payments/route-terms.ts';
import { accountsOf } from './primary-account.ts';
import { standingOf } from './recipient-status.ts';
import type { RecipientRecord } from './records.ts';

/** A recipient as the service shows it. `estimatedFees` and `routeMinimum` are in the merchant's own currency. */
export function recipientView(books: Books, recipient: RecipientRecord): Record<string, unknown> {
  const { merchant } = books;
  const accounts = accountsOf(books, recipient.id);
  const primary = accounts[0]?.primary ? accounts[0] : null;
  const terms = primary && routeTerms(primary, merchant.currency, merchant.country);
  const { status, inactiveReasons } = standingOf(books, recipient);
  return {
    ...recipientCore(recipient),
    status,
    inactiveReasons,
    accounts: accounts.map(accountView),
    payoutMethod: terms?.method ?? null,
    routeType: terms?.route ?? null,
    routeMinimum: terms ? formatMinor(terms.minimum ?? 0n, merchant.currency) : null,
    estimatedFees: terms ? formatMinor(feeOf(terms.route, merchant.currency), merchant.currency) : null,
    primaryCurrency: primary?.currency ?? null,
  };
}

/** A recipient inside a payment: without accounts. */
export function embeddedRecipient(books: Books, recipient: RecipientRecord): Record<string, unknown> {
  return {
    ...recipientCore(recipient),
    status: standingOf(books, recipient).status,
    countryCode: recipient.address.country,
  };
}

function recipientCore(recipient: RecipientRecord): Record<string, unknown> {
  const { address } = recipient;
  const complianceStatus = screen(recipient.name);
  return {
    id: recipient.id,
    referenceId: recipient.referenceId,
    type: recipient.type,
    email: recipient.email,
    name: recipient.name,
    firstName: recipient.firstName,
    lastName: recipient.lastName,
    complianceStatus,
    compliance: { status: complianceStatus, checkedAt: new Date(recipient.screenedAt).toISOString() },
    gravatarUrl: gravatar(recipient.email),
    language: recipient.language,
    dob: recipient.dob,
    passport: recipient.passport,
    governmentId: recipient.governmentId,
    governmentIds:
      recipient.governmentId === null
        ? []
        : [{ country: address.country, type: 'NATIONAL_ID', value: recipient.governmentId }],
    placeOfBirth: recipient.placeOfBirth,
    ssn: recipient.ssn,
    address,
    tags: recipient.tags,
    contactEmails: recipient.contactEmails,
    createdAt: new Date(recipient.createdAt).toISOString(),
    updatedAt: new Date(recipient.updatedAt).toISOString(),
  };
}

function gravatar(email: string): string {
  return `https://gravatar.example/avatar/${createHash('md5').update(email.trim().toLowerCase()).digest('hex')}`;
}
