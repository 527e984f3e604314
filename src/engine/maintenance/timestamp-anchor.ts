import { readAnchors } from '../../ledger/audit/anchor-line.ts';
import { holdAnchors } from '../../ledger/audit/audit-heads.ts';
import { writeTimestampLine } from '../../ledger/audit/timestamp-line.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Authority } from '../../platform/timestamps/request-timestamp.ts';
import { addLine, readText } from './anchor-file.ts';

/** The result of asking for a time stamp of the last anchor. */
export type AnchorTimestamp =
  | { readonly authority: string; readonly anchor: number; readonly time: Date }
  | { readonly authority: string; readonly anchor: number; readonly fault: string };

/**
 * Asks an authority (RFC 3161) for a time stamp of the last line of the anchor file, and adds it to the file. Each line
 * covers all lines before it, so stamping the last one is enough, and a line without a time stamp is covered by the
 * next one. Returns null if the last line already has one. Throws `file_unwritable`.
 */
export async function timestampLastAnchor(
  { tx, vault, identity }: Pick<Ledger, 'tx' | 'vault' | 'identity'>,
  file: string,
  authority: Authority,
): Promise<AnchorTimestamp | null> {
  const { anchors, timestamps } = readAnchors(readText(file), vault, identity);
  const last = anchors.at(-1);
  if (!last || timestamps.some(({ anchor }) => anchor === last.line.number)) return null;
  const about = { authority: new URL(authority.url).host, anchor: last.line.number };
  // Outside of a transaction, so that nobody waits for the database while the authority answers.
  const { requestTimestamp } = await import('../../platform/timestamps/request-timestamp.ts');
  const stamped = await requestTimestamp(Buffer.from(last.text), authority);
  if ('fault' in stamped) return { ...about, fault: stamped.fault };
  const line = writeTimestampLine({ ...about, nonce: stamped.nonce, response: stamped.response });
  await tx(async (db) => {
    await holdAnchors(db);
    const text = readText(file);
    addLine(file, { text, torn: readAnchors(text, vault, identity).torn, line });
  });
  return { ...about, time: stamped.time };
}
