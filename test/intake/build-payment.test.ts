import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReferenceDeriver } from '../../src/intake/build-payment.ts';
import { openVault } from '../../src/ledger/vault/vault.ts';
import type { PaymentDraft } from '../../src/model.ts';
import { testDraft } from '../support/test-run.ts';

const vault = openVault(Buffer.alloc(32, 1));
/** The references of a sheet's rows. */
const derive = (drafts: readonly PaymentDraft[], with_ = vault) =>
  drafts.map(createReferenceDeriver(with_)).map(({ reference }) => reference);

const to = (key: string, minor = 1_000n) =>
  testDraft({ recipient: { key: `ref:${key}`, profile: null, account: null }, amount: { currency: 'EUR', minor } });

describe('a derived reference', () => {
  it('can be read aloud, and its fingerprint is stored with it', () => {
    const { reference, derivedFp } = createReferenceDeriver(vault)(testDraft());
    expect(reference).toMatch(/^auto-[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(derivedFp).toHaveLength(32);
  });

  const BASE = testDraft({ memo: 'Salary' });
  const OTHERS: readonly [name: string, draft: PaymentDraft][] = [
    ['the recipient', { ...BASE, recipient: { ...BASE.recipient, key: 'ref:person-2' } }],
    ['the amount', { ...BASE, amount: { currency: 'EUR', minor: 1_001n } }],
    ['the currency', { ...BASE, amount: { currency: 'USD', minor: 1_000n } }],
    ['the balance that pays', { ...BASE, sourceCurrency: 'USD' }],
    ['the fixed side', { ...BASE, fixed: 'target' }],
    ['the memo', { ...BASE, memo: 'Bonus' }],
    ['a memo that is not there', testDraft()],
  ];
  it.each(OTHERS)('differs if %s differs', (_, other) => {
    expect(derive([other])).not.toEqual(derive([BASE]));
  });
  const SAME: readonly [name: string, draft: PaymentDraft][] = [
    ['the tags', { ...BASE, tags: ['july'] }],
    ['the category', { ...BASE, category: 'services' }],
    [
      'the bank details: they are screened, and a corrected IBAN is the same payment',
      { ...BASE, recipient: { ...BASE.recipient, account: { method: 'bank-transfer', fields: { iban: 'X' } } } },
    ],
  ];
  it.each(SAME)('is the same if %s', (_, other) => {
    expect(derive([other])).toEqual(derive([BASE]));
  });
  it('differs under another vault key, so no one outside can guess a payment from it', () => {
    expect(derive([BASE], openVault(Buffer.alloc(32, 2)))).not.toEqual(derive([BASE]));
  });
});

describe('equal rows of a sheet', () => {
  it('are distinguished by their ordinal, and each is the same when the sheet is dropped again', () => {
    const sheet = [to('a'), to('b'), to('a'), to('a')];
    const references = derive(sheet);
    expect(new Set(references).size).toBe(4);
    expect(derive(sheet)).toEqual(references);
    // A fourth copy is a new payment; the other three are still those of before.
    expect(derive([...sheet, to('a')]).slice(0, 4)).toEqual(references);
  });
});

describe('a sheet that was edited', () => {
  it('is recognized row by row, whatever was moved, removed or added around the row', () => {
    const people = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(people, fc.array(fc.integer({ min: 100, max: 140 })), fc.nat(), (before, added, cut) => {
        const known = new Map(before.map((n, i) => [n, derive(before.map((one) => to(`p${one}`)))[i]]));
        const kept = before.filter((_, i) => i !== cut % before.length).reverse();
        const edited = [...added.slice(0, 3), ...kept, ...added.slice(3)];
        const again = derive(edited.map((n) => to(`p${n}`)));
        edited.forEach((n, i) => {
          if (known.has(n)) expect(again[i]).toBe(known.get(n));
          else expect([...known.values()]).not.toContain(again[i]);
        });
      }),
      { numRuns: 50 },
    );
  });
});
