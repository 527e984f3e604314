import { PayrunError } from '../../errors.ts';
import { hashLine, readAnchors, signedAnchor } from '../../ledger/audit/anchor-line.ts';
import { auditHeads, holdAnchors } from '../../ledger/audit/audit-heads.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { addLine, readText } from './anchor-file.ts';

/** A line that was added to the anchor file; `chains` is 0 if nothing had changed and none was added. */
export interface Anchored {
  readonly file: string;
  readonly number: number;
  readonly chains: number;
  /** SHA-256 of the last line. Stored in another place, it proves that the file was not shortened. */
  readonly hash: string;
}

/**
 * Adds a signed line to the anchor file with the ends of all chains of the audit that changed since its last line.
 * `payrun verify --anchor` compares the file with the database. Throws `file_unwritable`, also if the file is not one
 * of this ledger.
 */
export async function anchorAudit(
  { tx, vault, identity }: Pick<Ledger, 'tx' | 'vault' | 'identity'>,
  file: string,
  at: Date,
): Promise<Anchored> {
  // Two that read the same last line would both write the next one.
  return tx(async (db) => {
    await holdAnchors(db);
    return addAnchor({ db, vault, identity }, file, at);
  });
}

async function addAnchor(
  { db, vault, identity }: Pick<Ledger, 'db' | 'vault' | 'identity'>,
  file: string,
  at: Date,
): Promise<Anchored> {
  const text = readText(file);
  const { heads: anchored, wrong, anchors, torn } = readAnchors(text, vault, identity);
  if (wrong.length > 0) throw new PayrunError('file_unwritable', { file, detail: wrong[0]!.replace(/\.$/, '') });
  const last = anchors.at(-1);
  const known = new Map(anchored.map(({ chain, hash }) => [chain, hash]));
  const changed = (await auditHeads(db, null)).filter(({ chain, hash }) => known.get(chain) !== hash);
  if (changed.length === 0 && last) return { file, number: last.line.number, chains: 0, hash: last.hash };
  const line = signedAnchor(vault, {
    number: (last?.line.number ?? 0) + 1,
    at: at.toISOString(),
    ledger: identity,
    heads: Object.fromEntries(changed.map(({ chain, seq, hash }) => [chain, [Number(seq), hash]])),
    previous: last?.hash ?? '',
  });
  addLine(file, { text, torn, line });
  return { file, number: (last?.line.number ?? 0) + 1, chains: changed.length, hash: hashLine(line) };
}
