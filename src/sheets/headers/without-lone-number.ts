import { headerMeaning } from './header-meaning.ts';

/** A separate digit one, also in scripts without spaces: "Email ID 1", "銀行１口座番号". */
const ONE = /(?<![\p{N}])[1１](?![\p{N}])/u;

/**
 * The headers without the number one if the sheet has no second of them: "Email 1" without "Email 2" is the only one.
 * Headers that mean a column with their number, such as "Address 1", keep it.
 */
export function withoutLoneNumber(header: readonly string[]): readonly string[] {
  return header.map((text) => {
    if (!ONE.test(text)) return text;
    const { column, not } = headerMeaning(text);
    const second = text.replace(ONE, '2').normalize('NFKC');
    if (column !== null || not !== null || header.some((other) => other.normalize('NFKC') === second)) return text;
    return text.replace(ONE, ' ').replace(/\s+/gu, ' ').trim();
  });
}
