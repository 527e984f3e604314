import { createHash, hash } from 'node:crypto';
import type { NewPayment } from '../ledger/payments/payment-load.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import type { Cells, PaymentDraft } from '../model.ts';
import { canonicalJson } from '../platform/canonical-json.ts';

/** A row as the ledger stores it, with its draft and cells. */
export interface DigestedRow {
  readonly payment: Pick<NewPayment, 'reference' | 'recipientFp' | 'profileFp' | 'accountFp'>;
  readonly draft: PaymentDraft | null;
  readonly cells: Cells;
}

/** 32-bit words of a SHA-256. */
const WORDS = 8;

/**
 * The digest of the payments in a sheet. It recognizes the same sheet under another name. It covers the values that
 * were read, not the bytes: file name, format, encoding, delimiter, line ends, blank rows, the order and number of
 * columns, and spaces in an IBAN make no difference. Neither does the order of the rows. An invalid row counts with the
 * text of its cells. One digest serves one sheet and takes 32 bytes, whatever the number of rows.
 */
export function createContentDigest(vault: Vault) {
  let rows = 0;
  // The sum of the hashes of the rows, modulo 2^256: it does not depend on their order, and a row that occurs twice
  // counts twice. 32-bit words, the lowest last.
  const sum = new Uint32Array(WORDS);
  return {
    add(row: DigestedRow): void {
      rows++;
      const hashed = hashOf(row, vault);
      let carry = 0;
      for (let i = WORDS - 1; i >= 0; i--) {
        const word = sum[i]! + wordAt(hashed, 4 * i) + carry;
        sum[i] = word;
        carry = word > 0xffff_ffff ? 1 : 0;
      }
    },
    digest: (): Buffer => {
      const total = [...sum].reduce((high, word) => (high << 32n) | BigInt(word), 0n);
      return createHash('sha256')
        .update(`${rows} ${total.toString(16)}`)
        .digest();
    },
  };
}

/** The digest of a whole sheet from those of its merchants: the same payment by another merchant is another payment. */
export function hashSheet(
  merchants: readonly { readonly merchant: string; readonly content: { digest(): Buffer } }[],
): Buffer {
  if (merchants.length === 1) return merchants[0]!.content.digest();
  const parts = merchants.map(({ merchant, content }) => `${merchant} ${content.digest().toString('hex')}`);
  return createHash('sha256').update(parts.sort().join('\n')).digest();
}

/** As a string with one character for each byte: a buffer takes 50% longer. */
function hashOf({ payment, draft, cells }: DigestedRow, vault: Vault): string {
  if (!draft) return vault.fingerprint('invalid-row', canonicalJson(asCompared(cells))).toString('latin1');
  const { fixed, amount, sourceCurrency, memo = null, category = null, tags } = draft;
  const { reference, recipientFp, profileFp, accountFp } = payment;
  const prints = [recipientFp, profileFp, accountFp].map((print) => print?.toString('base64') ?? null);
  const values = [
    reference,
    fixed,
    amount.currency,
    String(amount.minor),
    sourceCurrency,
    memo,
    category,
    tags,
    prints,
  ];
  return hash('sha256', JSON.stringify(values), 'binary');
}

/** 32 bits, big-endian. */
function wordAt(bytes: string, at: number): number {
  const [a, b] = [bytes.charCodeAt(at), bytes.charCodeAt(at + 1)];
  return a * 2 ** 24 + ((b << 16) | (bytes.charCodeAt(at + 2) << 8) | bytes.charCodeAt(at + 3));
}

/** Spreadsheets store 100.50 as 100.5, and spaces in a number have no meaning. */
function asCompared(cells: Cells): Cells {
  return Object.fromEntries(
    Object.entries(cells).map(([column, text]) => [
      column,
      text.replace(/\s+/g, '').replace(/^(\d+)(?:\.0+|(\.\d*?[1-9])0+)$/, '$1$2'),
    ]),
  );
}
