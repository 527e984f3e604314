/**
 * The text of payrun.config.json with these columns added to its `columns`; everything else in it stays as it stands, to
 * the character. The text is valid JSON of one object, or null where there is no file yet.
 */
export function mergeColumns(text: string | null, columns: Readonly<Record<string, string>>): string {
  if (text === null) return `${JSON.stringify({ columns }, null, 2)}\n`;
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const before = (JSON.parse(text) as { columns?: Record<string, string> }).columns ?? {};
  const value = JSON.stringify({ ...before, ...columns }, null, indent).replaceAll('\n', `\n${indent}`);
  const place = valueOfColumns(text);
  if (place) return text.slice(0, place[0]) + value + text.slice(place[1]);
  const end = text.lastIndexOf('}');
  const content = text.slice(0, end).trimEnd();
  const comma = content.endsWith('{') ? '' : ',';
  return `${content}${comma}\n${indent}"columns": ${value}\n${text.slice(end)}`;
}

/** From where to where the value of the outermost "columns" stands. */
function valueOfColumns(text: string): readonly [from: number, to: number] | null {
  let depth = 0;
  let from: number | null = null;
  // Strings, brackets and commas: all that matters of JSON to find an end.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (from !== null && depth === 1 && (token === ',' || token === '}')) {
      return [from, from + text.slice(from, index).trimEnd().length];
    }
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 1 && token.startsWith('"') && JSON.parse(token) === 'columns') {
      const rest = /^\s*:\s*/.exec(text.slice(index + token.length));
      if (rest && from === null) from = index + token.length + rest[0].length;
    }
  }
  return null;
}
