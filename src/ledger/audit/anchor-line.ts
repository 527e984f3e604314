import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Vault } from '../vault/vault.ts';
import type { AuditHead } from './audit-heads.ts';

/**
 * A line of the anchor file: the ends of the chains that changed since the line before it, signed. The file is kept
 * outside the database, where its administrator cannot reach it.
 */
export interface AnchorLine {
  readonly number: number;
  readonly at: string;
  /** Identity of the ledger. */
  readonly ledger: string;
  /** By chain: the number and the hash of its last event. */
  readonly heads: Readonly<Record<string, readonly [seq: number, hash: string]>>;
  /** SHA-256 of the line before it, in hex; '' for the first one. */
  readonly previous: string;
}

/** Number and hash of the last event of a chain, as a notification names them. */
export const anchorText = ({ chain, seq, hash }: AuditHead) => `audit ${chain} ${seq} ${hash}`;

const ANCHOR_TEXT = /\baudit ([a-z]+(?:-\d+)?) (\d+) ([0-9a-f]{64})\b/g;

/** Whether the text contains an anchor. */
export const hasAnchors = (text: string) => text.search(ANCHOR_TEXT) >= 0 || /^[ \t]*\{"number"/m.test(text);

const SIGNED = z.strictObject({
  number: z.int().positive(),
  at: z.iso.datetime(),
  ledger: z.string(),
  heads: z.record(z.string(), z.tuple([z.int().positive(), z.string().regex(/^[0-9a-f]{64}$/)])),
  previous: z.string(),
  key: z.string(),
  signature: z.string(),
});

/** The line with its signature (Ed25519) and the public key, by which anybody can check it without the vault's key. */
export function signedAnchor(vault: Vault, line: AnchorLine): string {
  const { privateKey, publicKey } = anchorKeys(vault);
  const signature = sign(null, Buffer.from(canonicalJson(line)), privateKey).toString('base64');
  return JSON.stringify({ ...line, key: publicKey, signature });
}

export const hashLine = (line: string) => createHash('sha256').update(line, 'utf8').digest('hex');

/** A signed line of the file. */
export interface WrittenAnchor {
  readonly line: AnchorLine;
  readonly hash: string;
}

/** The anchors in a text, and its faults: a sentence for each faulty line. */
export interface Anchors {
  readonly heads: readonly (AuditHead & { readonly from: string })[];
  readonly wrong: readonly string[];
  /** Every signed line. */
  readonly anchors: readonly WrittenAnchor[];
  /** The start of a last line that was cut off while it was written; '' if there is none. */
  readonly torn: string;
}

/** Reads an anchor file, or any text that has a notification in it. Checks signatures and that no line is missing. */
export function readAnchors(text: string, vault: Vault, ledger: string): Anchors {
  const heads: (AuditHead & { from: string })[] = [];
  const wrong: string[] = [];
  const anchors: WrittenAnchor[] = [];
  const lines = text.split('\n');
  const torn = isTorn(lines.at(-1)!) ? lines.pop()! : '';
  for (const [index, written] of lines.entries()) {
    const line = written.trim();
    const where = `line ${index + 1} of the anchors`;
    for (const [, chain, seq, hash] of line.matchAll(ANCHOR_TEXT))
      heads.push({ chain: chain!, seq: BigInt(seq!), hash: hash!, from: where });
    if (!line.startsWith('{')) continue;
    const read = readSigned(line, vault);
    if (read === null) {
      wrong.push(`${where} was changed: its signature is not that of this ledger's key.`);
      continue;
    }
    if (read.ledger !== ledger) {
      wrong.push(`${where} is of another ledger.`);
      continue;
    }
    const last = anchors.at(-1);
    if (last && (read.previous !== last.hash || read.number !== last.line.number + 1))
      wrong.push(`${where} does not follow from the one before it: lines are missing.`);
    for (const [chain, [seq, hash]] of Object.entries(read.heads))
      heads.push({ chain, seq: BigInt(seq), hash, from: `${where}, of ${read.at}` });
    anchors.push({ line: read, hash: hashLine(line) });
  }
  return { heads, wrong, anchors, torn };
}

/** A line and its end are written together, so an incomplete line without an end was never anchored. */
function isTorn(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    JSON.parse(line);
    return false;
  } catch {
    return true;
  }
}

function readSigned(text: string, vault: Vault): AnchorLine | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const known = SIGNED.safeParse(parsed);
  if (!known.success) return null;
  const { key, signature, ...line } = known.data;
  const { publicKey, verifyKey } = anchorKeys(vault);
  if (key !== publicKey) return null;
  return verify(null, Buffer.from(canonicalJson(line)), verifyKey, Buffer.from(signature, 'base64')) ? line : null;
}

/** The start of an Ed25519 key in PKCS #8; its 32 secret bytes follow. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function anchorKeys(vault: Vault): { privateKey: KeyObject; verifyKey: KeyObject; publicKey: string } {
  const secret = vault.fingerprint('audit.anchor', 'key');
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
  const verifyKey = createPublicKey(privateKey);
  return { privateKey, verifyKey, publicKey: verifyKey.export({ format: 'der', type: 'spki' }).toString('base64') };
}
