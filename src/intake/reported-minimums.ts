import type { Ledger } from '../ledger/ledger.ts';
import { fingerprintsOf, recipientFingerprint } from '../ledger/payments/fingerprints.ts';
import { type KnownMinimum, knownMinimums } from '../ledger/recipients/route-minimum.ts';
import type { ReportedMinimumOf } from './check-context.ts';

/**
 * The minimums that the payout service gave for recipients of a merchant, from one query; null if it gave none. A
 * recipient whose row has other bank details than the ledger is not covered.
 */
export async function loadReportedMinimums(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  merchant: string,
): Promise<ReportedMinimumOf | null> {
  const known = await knownMinimums(db, merchant);
  if (known.length === 0) return null;
  const byFp = new Map<string, KnownMinimum>();
  // The key takes precedence over the e-mail. If several recipients have one e-mail, the first known one counts.
  for (const one of known) if (one.emailFp) byFp.set(textOf(one.emailFp), one);
  for (const one of known) byFp.set(textOf(one.keyFp), one);
  return (recipient, currency) => {
    const found = byFp.get(textOf(recipientFingerprint(vault, recipient.key)));
    if (found?.currency !== currency) return null;
    return fingerprintsOf(vault, recipient).accountFp?.equals(found.accountFp) ? found : null;
  };
}

const textOf = (fp: Buffer) => fp.toString('latin1');
