import { describe, expect, it } from 'vitest';
import {
  batchTag,
  findBatchTag,
  findReferenceTag,
  ledgerOf,
  ledgerTag,
  referenceTag,
} from '../../src/references/payrun-tags.ts';

describe('tags in the service', () => {
  it.each(['INV-7', 'a, b; c', 'Rechnung 7/2026', '001 23', '請求書', 'payrun:ref:x', 'auto-0123456789ABCDEF'])(
    'return the reference %s, even if the sheet has tags of its own',
    (reference) => {
      const tag = referenceTag(reference);
      expect(tag).not.toMatch(/[\s,;]/);
      expect(findReferenceTag(['july', tag])).toBe(reference);
    },
  );
  it.each([undefined, null, 'payrun:ref:a', [], ['july'], ['payrun:ref:'], ['payrun:ref:%E0%A4%A']])(
    'contain no reference in %j',
    (tags) => expect(findReferenceTag(tags)).toBeNull(),
  );
  it('name the batch and the ledger that made it, in any order', () => {
    const tags = ['july', ledgerTag('0123456789ABCDEF'), batchTag('b-1')];
    expect([findBatchTag(tags), ledgerOf(tags)]).toEqual(['payrun-b-1', '0123456789ABCDEF']);
    expect([findBatchTag(['x']), ledgerOf(['payrun-b-1']), ledgerOf(null)]).toEqual([null, null, null]);
  });
});
