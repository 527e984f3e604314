import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model.ts';
import { namesAgree } from '../../src/rules/banks/holder-name.ts';
import { checkBankCharacters } from '../../src/rules/check-text.ts';

describe('an account holder', () => {
  it.each([
    ['Ada Lovelace', 'Lovelace, A.'],
    ['Ada Lovelace', 'LOVELACE ADA'],
    ['Noah Müller', 'Noah Muller'],
    ['José María Pérez García', 'Jose Perez'],
    ['Ana', 'Ana Pérez'],
    ['Jon Smith', 'John Smith'],
    ['Katarzyna Nowak', 'Katarzyan Nowak'],
    ['Mac Donald Ian', 'Ian MacDonald'],
    ["Sean O'Neil", 'Sean ONeil'],
    ['王小明', 'Xiaoming Wang'],
    ['Muster GmbH', 'MUSTER Holding AG'],
    ['Acme Inc', 'Acme International Ltd'],
    ['The Northwind Studios Company', 'Northwind Studios'],
    ['Müller & Söhne KG', 'Muller Sohne'],
    ['Tech.Co GmbH', 'TechCo'],
    ['Ltd', 'Ltd.'],
  ])('%s can be %s', (one, other) => {
    expect(namesAgree(one, other)).toBe(true);
    expect(namesAgree(other, one)).toBe(true);
  });

  it.each([
    ['Emma Rossi', 'Studio Lindenhof'],
    ['Ada Lovelace', 'Bob Lovelace'],
    ['Ada Lovelace', 'Ada King'],
    ['Ada Lovelace', 'A. L.'],
    ['Muster GmbH', 'Beispiel GmbH'],
    ['Max Mustermann', 'Erika Musterfrau'],
    ['Northwind Studios', 'Southwind Films'],
  ])('%s is not %s', (one, other) => {
    expect(namesAgree(one, other)).toBe(false);
    expect(namesAgree(other, one)).toBe(false);
  });
});

describe('a text that banks can carry', () => {
  const check = (text: string, kind: 'name' | 'text') => {
    const found: Finding[] = [];
    checkBankCharacters(text, 'accountHolderName', kind, found);
    return found[0]?.message ?? null;
  };

  it.each([
    ['Ada Lovelace', 'name'],
    ['Noah Müller-Łukaszewicz', 'name'],
    ['Nguyễn Văn Ánh', 'name'],
    ['Smith & Sons (Leeds) Ltd.', 'name'],
    ['Sean O’Neil', 'name'],
    ['Calle 12 # 34-56, 3º', 'text'],
    ['Invoice no. 12 @ 50 %', 'text'],
    ['§ 12 – “June” … €', 'text'],
  ] as const)('%s is accepted', (text, kind) => {
    expect(check(text, kind)).toBeNull();
  });

  it('excludes invisible characters, which are not quoted', () => {
    expect(check('Ada\u200b Love\u200elace', 'name')).toMatch(
      /^Banks don’t support an invisible character: .* for example Ada Love lace\./,
    );
  });

  it.each([
    ['Юлия Петрова', 'Yuliya Petrova'],
    ['Νίκος Παππάς', 'Nikos Pappas'],
    ['Ada ♥ Lovelace', 'Ada Lovelace'],
    ['Ada@Lovelace', 'Ada Lovelace'],
  ])('%s is refused, and %s is proposed', (text, proposal) => {
    expect(check(text, 'name')).toContain(`for example ${proposal}.`);
  });

  it.each(['太郎', '王小明', '田中タロウ'])('%s is refused, and its spelling is not guessed', (text) => {
    expect(check(text, 'name')).toMatch(/Use the bank’s spelling, in Latin letters\.$/);
  });

  it('always gets a proposal, however strange it is', () => {
    for (const text of ['\u{1f600}', '\ud800', '🇩🇪'.repeat(50), '\u{e000}'])
      expect(check(text, 'name')).toMatch(/example \w/);
  });
});
