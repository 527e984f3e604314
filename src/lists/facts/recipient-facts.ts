import type { RecipientView } from '../../ledger/views/recipient-view.ts';
import { COMPLIANCE } from '../../outcomes/compliance-words.ts';
import { countryTitle } from '../../references/country-word.ts';
import { as } from '../../references/value.ts';
import { EXACT, type Facts } from '../list.ts';

/** A recipient, with the number of accounts over time, and when they were last paid. `several`: merchants are seen. */
export const recipientFacts = (
  found: RecipientView,
  {
    accounts,
    lastPaid,
    several,
  }: { readonly accounts: number; readonly lastPaid: Date | null; readonly several: boolean },
): Facts => [
  ['Recipient number', found.reference_id],
  ['Merchant', several ? found.merchant : null],
  [
    'Current account',
    as.words`${as.account(found.account || null) ?? 'Not on file'}${accounts > 1 ? as.quiet(` ${accounts} accounts so far`) : ''}`,
  ],
  ['Compliance', found.compliance && COMPLIANCE[found.compliance]],
  ['Account country', found.account_country && countryTitle(found.account_country)],
  ['Last paid', as.time(lastPaid, EXACT) ?? 'Never'],
  ['Last changed', as.time(found.synced_at, EXACT)],
  ['Added', as.time(found.created_at, EXACT)],
  ['ID in the payout service', found.remote_id === null ? 'None yet' : as.code(found.remote_id)],
];
