/**
 * Adds columns to `columns` in the text of payrun.config.json; the rest of the text stays unchanged. The text is valid
 * JSON of one object, or null if the file does not exist yet.
 */
export function mergeColumns(text: string | null, columns: Readonly<Record<string, string>>): string {
  return mergeSetting(text, 'columns', columns);
}

/** The same for any setting that is an object. Entries with the same name are replaced. */
export function mergeSetting(text: string | null, setting: string, entries: Readonly<Record<string, unknown>>): string {
  if (text === null) return `${JSON.stringify({ [setting]: entries }, null, 2)}\n`;
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const before = (JSON.parse(text) as Record<string, Record<string, unknown> | undefined>)[setting] ?? {};
  const value = JSON.stringify({ ...before, ...entries }, null, indent).replaceAll('\n', `\n${indent}`);
  const place = placeOf(text, setting);
  if (place) return text.slice(0, place[0]) + value + text.slice(place[1]);
  const end = text.lastIndexOf('}');
  const content = text.slice(0, end).trimEnd();
  const comma = content.endsWith('{') ? '' : ',';
  return `${content}${comma}\n${indent}"${setting}": ${value}\n${text.slice(end)}`;
}

/** The range of a setting's value in the text; null if the setting is absent. */
function placeOf(text: string, setting: string): readonly [from: number, to: number] | null {
  let depth = 0;
  let from: number | null = null;
  // Strings, brackets, commas and colons are enough to find the end of a value.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (from !== null && depth === 1 && (token === ',' || token === '}')) {
      return [from, from + text.slice(from, index).trimEnd().length];
    }
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 1 && token.startsWith('"') && JSON.parse(token) === setting) {
      const rest = /^\s*:\s*/.exec(text.slice(index + token.length));
      if (rest && from === null) from = index + token.length + rest[0].length;
    }
  }
  return null;
}
