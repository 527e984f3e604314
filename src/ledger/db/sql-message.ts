import { type HoldCode, MESSAGES } from '../../messages.ts';

/**
 * SQL expression for a message of the catalog.
 *
 * @param values an SQL expression for each placeholder of the message; never unescaped input
 */
export function sqlMessage(code: HoldCode, values: Readonly<Record<string, string>> = {}): string {
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
