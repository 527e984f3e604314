import { getMerchant } from '../ledger/merchants/merchant.ts';
import { recipientFingerprint } from '../ledger/payments/fingerprints.ts';
import { recordCompliance } from '../ledger/recipients/compliance.ts';
import {
  addImportedRecipients,
  type ImportedRecipient,
  type Listing,
  listingOf,
  recipientsListedAt,
  recordListing,
} from '../ledger/recipients/recipient.ts';
import { recordAccountCountries, recordListedHints } from '../ledger/recipients/recipient-account.ts';
import { recordRouteMinimums } from '../ledger/recipients/route-minimum.ts';
import { getCompliance } from '../service/remote-fields.ts';
import { type ActiveRun, fenced, type StepDeps } from '../step.ts';
import {
  getAccountCountry,
  getAccountHints,
  getPrimaryAccount,
  type RecipientWithAccounts,
  reportedMinimum,
} from './listed-account.ts';

const PAGE = 1_000;

/**
 * Beyond this many pages, a list costs more than it saves: the other existing recipients answer "e-mail in use" when
 * created, and are looked up then. Not for rows that name a recipient by number alone, which nothing else finds.
 */
const MOST_PAGES = 20;

/**
 * Imports recipients that Payrun did not create, by pages of 1,000: all of them the first time, later only those
 * changed since. Costs one call if nothing is new. A run lists them once: after a crash it continues with the first
 * page that was not imported, because by then the list also holds the recipients that the run itself has created.
 * `again` starts a new list, and reads it completely.
 */
export async function importRecipients(
  run: ActiveRun,
  deps: StepDeps,
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  const { ledger, service, clock } = deps;
  const earlier = await listingOf(ledger.db, run.id);
  if (earlier?.done && !again) return;
  const goOn = earlier && !earlier.done ? earlier : null;
  const since = goOn ? goOn.since : ((await recipientsListedAt(ledger.db, run.merchant))?.toISOString() ?? null);
  const { country } = await getMerchant(ledger.db, run.merchant);
  const startedAt = goOn?.startedAt ?? new Date(clock.now()).toISOString();
  for (let page = (goOn?.page ?? 0) + 1, done = false; !done; page++) {
    const { recipients, meta } = await service.call(
      'listRecipients',
      // A day of overlap, because the bounds are dates and clocks differ.
      {
        query: {
          page,
          pageSize: PAGE,
          ...(since ? { startDate: new Date(Date.parse(since) - 86_400_000).toISOString() } : {}),
        },
      },
      { signal: deps.signal },
    );
    const living = recipients.filter((recipient) => recipient.status !== 'archived');
    const learnt = living.map((recipient) => learntFrom(deps, recipient));
    const countries = living.flatMap((recipient) => getAccountCountry(recipient) ?? []);
    const hints = living.flatMap(getAccountHints);
    const minimums = living.flatMap((recipient) => reportedMinimum(recipient, country) ?? []);
    const reviewed = living.flatMap((one) => {
      const compliance = getCompliance(one);
      return compliance ? { remoteId: one.id, compliance } : [];
    });
    const whole = page >= meta.pages;
    done = whole || (page >= MOST_PAGES && !again);
    const listing: Listing = { since, startedAt, page, done, whole };
    await fenced(run, deps, async (db) => {
      // Locks the merchant's row before those of its recipients, in the same order as all other code, to avoid a
      // deadlock between two runs.
      await recordListing(db, run, listing);
      await addImportedRecipients(db, run.merchant, learnt);
      await recordAccountCountries(db, run.merchant, countries);
      await recordListedHints(db, run.merchant, hints);
      await recordRouteMinimums(db, run.merchant, minimums);
      await recordCompliance(db, run.merchant, reviewed);
    });
  }
}

interface NamedRecipient extends RecipientWithAccounts {
  readonly referenceId?: string | null | undefined;
  readonly email?: string | null | undefined;
}

function learntFrom(
  { ledger, ids }: StepDeps,
  { id, referenceId, email, accounts }: NamedRecipient,
): ImportedRecipient {
  return {
    id: ids(),
    keyFp: recipientFingerprint(ledger.vault, `ref:${referenceId ?? id}`),
    emailFp: email ? recipientFingerprint(ledger.vault, `email:${email.toLowerCase()}`) : null,
    referenceId: referenceId ?? id,
    remoteId: id,
    accountRemoteId: getPrimaryAccount({ accounts }),
  };
}
