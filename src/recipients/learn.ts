import { recipientFingerprint } from '../ledger/fingerprints.ts';
import { type LearntRecipient, learnRecipients, recipientsListedAt, recordListing } from '../ledger/recipient.ts';
import { type ActiveRun, fenced, type StepDeps } from '../step.ts';

const PAGE = 1_000;

/** Beyond this many pages a list costs more than it saves: recipients that exist then answer "e-mail in use", and are looked up. */
const MOST_PAGES = 20;

/**
 * Learns the recipients that were made at the service by other means, by pages of 1,000: all of them the first time, later
 * only those changed since. Costs one call where nothing is new.
 */
export async function learnRecipientsOfService(run: ActiveRun, deps: StepDeps): Promise<void> {
  const { ledger, service, clock, ids } = deps;
  const since = await recipientsListedAt(ledger.db, run.merchant);
  const begun = new Date(clock.now());
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { recipients, meta } = await service.call(
      'listRecipients',
      // A day of overlap: the bounds are dates, and clocks differ.
      {
        query: {
          page,
          pageSize: PAGE,
          ...(since ? { startDate: new Date(since.getTime() - 86_400_000).toISOString() } : {}),
        },
      },
      { signal: deps.signal },
    );
    const learnt = recipients
      .filter((recipient) => recipient.status !== 'archived')
      .map((recipient): LearntRecipient => {
        const referenceId = recipient.referenceId ?? recipient.id;
        const primary = recipient.accounts?.find((account) => account.primary);
        return {
          id: ids(),
          keyFp: recipientFingerprint(ledger.vault, `ref:${referenceId}`),
          emailFp: recipient.email
            ? recipientFingerprint(ledger.vault, `email:${recipient.email.toLowerCase()}`)
            : null,
          referenceId,
          remoteId: recipient.id,
          accountRemoteId: primary?.recipientAccountId ?? primary?.id ?? null,
        };
      });
    await fenced(run, deps, (db) => learnRecipients(db, run.merchant, learnt));
    if (page >= meta.pages) break;
  }
  await fenced(run, deps, (db) => recordListing(db, run.merchant, begun));
}
