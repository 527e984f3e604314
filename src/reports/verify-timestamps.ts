import type { Anchors } from '../ledger/audit/anchor-line.ts';

/** An anchor that a time-stamping authority saw, and when. */
export interface StampedAnchor {
  readonly anchor: number;
  /** The time that the anchor itself states. */
  readonly at: string;
  /** The authority's time. */
  readonly time: string;
  readonly authority: string;
}

/** The time stamps of an anchor file. */
export interface VerifiedTimestamps {
  /** Anchors in the file, with and without a time stamp. */
  readonly anchors: number;
  /** Those with a sound time stamp. Each also dates all anchors before it. */
  readonly stamped: readonly StampedAnchor[];
  /** True if the certificates of the authority were compared with trusted ones. */
  readonly trusted: boolean;
}

/** Checks the time stamps of an anchor file. `wrong` has a sentence for each that proves nothing. */
export async function verifyTimestamps(
  { anchors, timestamps }: Pick<Anchors, 'anchors' | 'timestamps'>,
  trusted: string | null,
): Promise<VerifiedTimestamps & { readonly wrong: readonly string[] }> {
  const stamped: StampedAnchor[] = [];
  const wrong: string[] = [];
  const byNumber = new Map(anchors.map((anchor) => [anchor.line.number, anchor]));
  if (timestamps.length > 0) {
    const { verifyTimestamp } = await import('../platform/timestamps/verify-timestamp.ts');
    for (const { anchor: number, authority, nonce, response, from } of timestamps) {
      const anchor = byNumber.get(number);
      const verdict = anchor
        ? await verifyTimestamp(response, { data: Buffer.from(anchor.text), nonce, trusted })
        : { fault: `anchor ${number} is not there` };
      if ('fault' in verdict) wrong.push(`${from} has a time stamp that proves nothing: ${verdict.fault}.`);
      else stamped.push({ anchor: number, at: anchor!.line.at, time: verdict.time.toISOString(), authority });
    }
  }
  return { anchors: anchors.length, stamped, trusted: trusted !== null, wrong };
}
