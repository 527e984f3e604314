import { type HoldCode, MESSAGES } from '../../messages.ts';

/**
 * A sentence of the catalogue as an expression of SQL.
 *
 * @param values an expression for each detail of the sentence; never a text from outside
 */
export function sqlSentence(code: HoldCode, values: Readonly<Record<string, string>> = {}): string {
  const used: string[] = [];
  const text = MESSAGES[code].text
    .replaceAll('%', '%%')
    .replaceAll("'", "''")
    .replace(/\{(\w+)\}/g, (_, key: string) => {
      used.push(values[key] ?? "''");
      return '%s';
    });
  return `format(${[`'${text}'`, ...used].join(', ')})`;
}
