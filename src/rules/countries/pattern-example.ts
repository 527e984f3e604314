/**
 * An example text for a pattern: "K1A 1A1". Supports the syntax that the tables of this folder use: \d, classes, groups
 * with alternatives (the first is taken), and ? {n} {n,m} (optional parts are omitted, but separators are kept).
 * Returns '' for any other pattern.
 */
export function patternExample(pattern: RegExp): string {
  const source = pattern.source.replace(/\(\?:\^\|\\b\)|\(\?:\$\|\\b\)|^\^|\$$/g, '');
  const reader = { source, at: 0, digit: 0 };
  const text = readAlternatives(reader);
  return reader.at === source.length && pattern.test(text) ? text : '';
}

interface Reader {
  readonly source: string;
  at: number;
  digit: number;
}

/** The first of the alternatives; the others are skipped. */
function readAlternatives(reader: Reader): string {
  const first = readSequence(reader);
  while (reader.source[reader.at] === '|') {
    reader.at++;
    readSequence(reader);
  }
  return first;
}

function readSequence(reader: Reader): string {
  let text = '';
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at]!)) {
    const start = reader.at;
    const part = readPart(reader);
    const count = readCount(reader, part);
    text += part;
    const end = reader.at;
    for (let more = 1; more < count; more++) {
      reader.at = start;
      text += readPart(reader);
    }
    reader.at = end;
    if (count === 0) text = text.slice(0, text.length - part.length);
  }
  return text;
}

function readPart(reader: Reader): string {
  const { source } = reader;
  const character = source[reader.at++]!;
  if (character === '(') {
    if (source.startsWith('?:', reader.at)) reader.at += 2;
    const text = readAlternatives(reader);
    reader.at++;
    return text;
  }
  if (character === '[') {
    const end = source.indexOf(']', reader.at);
    const members = source.slice(reader.at, end);
    reader.at = end + 1;
    return members.startsWith('\\d') ? nextDigit(reader) : members.charAt(0);
  }
  if (character !== '\\') return character;
  const escaped = source[reader.at++]!;
  return escaped === 'd' ? nextDigit(reader) : escaped;
}

/** The number of repetitions: an optional separator is shown, any other optional part is not. */
function readCount(reader: Reader, part: string): number {
  const { source, at } = reader;
  if (source[at] === '?') {
    reader.at++;
    return /^[ -]$/.test(part) ? 1 : 0;
  }
  const match = /^\{(\d+)(?:,\d+)?\}/.exec(source.slice(at, at + 8));
  if (!match) return 1;
  reader.at += match[0].length;
  return Number(match[1]);
}

function nextDigit(reader: Reader): string {
  reader.digit = (reader.digit % 9) + 1;
  return String(reader.digit);
}
