import { readAnchors } from '../ledger/audit/anchor-line.ts';
import { type AuditHead, hashesAt } from '../ledger/audit/audit-heads.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { BrokenGuarantee } from '../ledger/verifications/verify.ts';

const PAGE = 1_000;
const TORN = 'The last anchor line is incomplete, so it can’t be used. The next anchor replaces it.';

/**
 * Compares the audit with anchors that were kept outside the database: an anchor file, or the text of a notification.
 * Finds chains that were rewritten, cut or removed since. Returns the number of anchored ends.
 */
export async function verifyAnchors(
  { db, vault, identity }: Pick<Ledger, 'db' | 'vault' | 'identity'>,
  text: string,
): Promise<{ anchors: number; findings: readonly BrokenGuarantee[] }> {
  const { heads, wrong, torn } = readAnchors(text, vault, identity);
  const findings = wrong.map((what) => finding(null, what));
  if (torn !== '') findings.push(finding(null, TORN));
  const seen = new Set<string>();
  for (let at = 0; at < heads.length; at += PAGE) {
    const page = heads.slice(at, at + PAGE);
    const now = await hashesAt(db, page);
    for (const [i, head] of page.entries()) {
      // The first anchor that a chain breaks is enough to report.
      if (now[i] === head.hash || seen.has(head.chain)) continue;
      seen.add(head.chain);
      findings.push(brokenAt(head, now[i]!));
    }
  }
  return { anchors: heads.length, findings };
}

function brokenAt({ chain, seq, from }: AuditHead & { from: string }, now: string | null): BrokenGuarantee {
  const run = /^run-(\d+)$/.exec(chain)?.[1] ?? null;
  const where = run === null ? `the audit "${chain}"` : 'its audit';
  const what = now === null ? 'is gone: the audit was cut or removed' : 'is another: the audit was rewritten';
  return finding(run, `event ${seq} of ${where} ${what} after it was anchored (${from}).`);
}

function finding(run: string | null, what: string): BrokenGuarantee {
  return { guarantee: 'G6', run, row: null, payment: null, batch: null, what };
}
