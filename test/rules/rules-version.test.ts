import { describe, expect, it } from 'vitest';
import { fingerprint, rulesVersion } from '../../src/rules/rules-version.ts';

describe('the version of the rules', () => {
  it('is 16 characters, the same at every call', () => {
    expect(rulesVersion()).toMatch(/^[0-9a-f]{16}$/);
    expect(rulesVersion()).toBe(rulesVersion());
  });

  it('changes with a pattern, a word or a check', () => {
    const isClabe = () => true;
    const isCbu = () => true;
    const tables = [
      { pattern: /^\d{5}$/, checkDigits: isClabe },
      { pattern: /^\d{6}$/, checkDigits: isClabe },
      { pattern: /^\d{5}$/i, checkDigits: isClabe },
      { pattern: /^\d{5}$/, checkDigits: isCbu },
      { pattern: /^\d{5}$/ },
    ];
    expect(new Set(tables.map(fingerprint)).size).toBe(tables.length);
  });
});
