import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createContentDigest, type DigestedRow } from '../../src/intake/content-digest.ts';
import { openVault } from '../../src/ledger/vault/vault.ts';

const FP = () => randomBytes(32);
const ROWS: readonly DigestedRow[] = Array.from({ length: 200 }, (_, i) => ({
  payment: { reference: `INV-${i}`, recipientFp: FP(), profileFp: i % 3 ? FP() : null, accountFp: i % 2 ? FP() : null },
  draft: {
    reference: `INV-${i}`,
    merchant: null,
    sourceCurrency: 'EUR',
    fixed: 'source',
    amount: { currency: 'EUR', minor: BigInt(i + 1) },
    memo: 'Royalties, “é”',
    tags: ['a'],
    recipient: { key: `ref:${i}`, profile: null, account: null },
  },
  cells: {},
}));

/** As ledgers have had it since the first: sums that were kept then are compared with those that are made now. */
function asEver(rows: readonly DigestedRow[]): string {
  const sum = rows.reduce((total, { payment, draft }) => {
    const { fixed, amount, sourceCurrency, memo = null, category = null, tags } = draft!;
    const prints = [payment.recipientFp, payment.profileFp, payment.accountFp].map(
      (p) => p?.toString('base64') ?? null,
    );
    const output = [
      payment.reference,
      fixed,
      amount.currency,
      String(amount.minor),
      sourceCurrency,
      memo,
      category,
      tags,
      prints,
    ];
    return (total + BigInt(`0x${createHash('sha256').update(JSON.stringify(output)).digest('hex')}`)) % 2n ** 256n;
  }, 0n);
  return createHash('sha256')
    .update(`${rows.length} ${sum.toString(16)}`)
    .digest('hex');
}

it('the digest of a sheet is the hash of the sum of its rows’ hashes', () => {
  const content = createContentDigest(openVault(randomBytes(32)));
  for (const row of ROWS) content.add(row);
  expect(content.digest().toString('hex')).toBe(asEver(ROWS));
});
