import { type EventKind, FROM } from './event-kind.ts';
import { READ_ROWS } from './run-events.ts';

const WHO = '{merchant:word}[ (row {row})]';
const SETTING = `${WHO}, {setting:plain}: {what:plain}.`;

/** Events of merchants, their settings, webhooks and onboarding. */
export const MERCHANT_EVENTS = {
  merchants_in: { title: 'Sub-merchant sheet read', says: READ_ROWS },
  sub_merchant_intended: { title: 'Sub-merchant creation started', says: [`${WHO}, under {parent:word}.`] },
  sub_merchant_created: {
    title: 'Sub-merchant created',
    says: [`${WHO}, ID in the service {remoteId:remote}. Its keys are sealed in the ledger.`],
  },
  sub_merchant_refused: { title: 'Sub-merchant refused', says: [`${WHO}: {code:code}.`] },
  sub_merchant_lost: {
    title: 'Sub-merchant without keys',
    says: [`${WHO}[, ID in the service {remoteId:remote}]: its outcome is unconfirmed.`],
  },
  sub_merchant_again: {
    title: 'Sub-merchant creation retried',
    says: ({ lostBy }) => [`${WHO}: ${lostBy ? '{lostBy:run}' : 'an earlier run'} could not confirm its creation.`],
  },
  setting_intended: { title: 'Setting change started', says: [SETTING] },
  setting_changed: {
    title: 'Setting changed',
    says: ({ before, after }) => [
      SETTING,
      `Previously: ${before ? '{before}' : 'none'}. Now: ${after ? '{after}' : 'none'}.`,
    ],
  },
  setting_refused: { title: 'Setting refused', says: [SETTING, 'Refused: {code:code}.'] },
  merchant_approved: {
    title: 'Merchant approved by the service',
    says: ['{merchant:word} can now pay by bank transfer.'],
  },
  merchant_keys_set: { title: 'Merchant keys stored', says: ['Merchant {merchant}: keys {done}.', FROM] },
  webhooks_subscribed: {
    title: 'Webhooks subscribed',
    says: [
      'The payout service reports payments of {merchant} to {target:word}.',
      '{made:count:subscription} added, {removed:count:subscription} removed.',
      FROM,
    ],
  },
  webhooks_unsubscribed: {
    title: 'Webhooks unsubscribed',
    says: [
      'The payout service no longer reports payments of {merchant}.',
      '{removed:count:subscription} removed.',
      FROM,
    ],
  },
  onboarding_link_made: {
    title: 'Onboarding link created',
    says: [
      'A new link to the onboarding page of {merchant} is valid until {until:time}.',
      'The previous link no longer works.',
      FROM,
    ],
  },
  service_moved: {
    title: 'Payout service address changed',
    says: ['The address of the payout service for merchant {merchant} changed from {from} to {to}.'],
  },
  service_changed: {
    title: 'Changed in the payout service',
    says: ({ unconfirmed }) => [
      '{operation:word} for {merchant:word}, on the command line.',
      unconfirmed === true && 'The payout service did not answer, so the change may not have happened.',
    ],
  },
} as const satisfies Record<string, EventKind>;
