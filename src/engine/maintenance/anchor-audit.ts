import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { PayrunError } from '../../errors.ts';
import { hashOfLine, readAnchors, signedAnchor } from '../../ledger/audit/anchor-line.ts';
import { auditHeads, holdAnchors } from '../../ledger/audit/audit-heads.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { DISK_FAULTS } from '../../platform/disk-faults.ts';
import { makePrivateFolder } from '../../platform/private-folder.ts';

/** A line that was added to the anchor file; `chains` is 0 if nothing had changed and none was added. */
export interface Anchored {
  readonly file: string;
  readonly number: number;
  readonly chains: number;
  /** SHA-256 of the last line. Kept elsewhere, it shows that the file was not shortened. */
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
  const { heads: anchored, wrong, last, torn } = readAnchors(text, vault, identity);
  if (wrong.length > 0) throw new PayrunError('file_unwritable', { file, detail: wrong[0]!.replace(/\.$/, '') });
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
  const whole = text.slice(0, text.length - torn.length);
  append(file, {
    from: Buffer.byteLength(whole),
    line: `${whole === '' || whole.endsWith('\n') ? '' : '\n'}${line}\n`,
  });
  return { file, number: (last?.line.number ?? 0) + 1, chains: changed.length, hash: hashOfLine(line) };
}

const readText = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** What stands after `from`, in bytes, is a line that was cut off by a full disk or a lost machine. */
function append(file: string, { from, line }: { readonly from: number; readonly line: string }): void {
  makePrivateFolder(dirname(file));
  try {
    const handle = openSync(file, 'a', 0o600);
    try {
      if (fstatSync(handle).size > from) ftruncateSync(handle, from);
      writeSync(handle, line);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new PayrunError('file_unwritable', { file, detail: DISK_FAULTS[code] ?? message }, { cause });
  }
}
