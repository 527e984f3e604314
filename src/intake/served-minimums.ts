import type { Ledger } from '../ledger/ledger.ts';
import { fingerprintsOf, recipientFingerprint } from '../ledger/payments/fingerprints.ts';
import { type KnownMinimum, knownMinimums } from '../ledger/recipients/route-minimum.ts';
import type { ServedMinimumOf } from './check-context.ts';

/**
 * What the service has said that it takes at least for recipients of a merchant, from one query; null where it has said nothing.
 * Who has other bank details in the row than the ledger knows is not covered.
 */
export async function loadServedMinimums(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  merchant: string,
): Promise<ServedMinimumOf | null> {
  const known = await knownMinimums(db, merchant);
  if (known.length === 0) return null;
  const byFp = new Map<string, KnownMinimum>();
  // The key wins over the e-mail, and of one e-mail whoever was known first.
  for (const one of known) if (one.emailFp) byFp.set(textOf(one.emailFp), one);
  for (const one of known) byFp.set(textOf(one.keyFp), one);
  return (recipient, currency) => {
    const found = byFp.get(textOf(recipientFingerprint(vault, recipient.key)));
    if (found?.currency !== currency) return null;
    return fingerprintsOf(vault, recipient).accountFp?.equals(found.accountFp) ? found : null;
  };
}

const textOf = (fp: Buffer) => fp.toString('latin1');
