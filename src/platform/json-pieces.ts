/** Characters in one piece. */
const PART = 65_536;
/** A longer list is written item by item: 100,000 problems are 25 MB of text. */
const MANY = 1_000;

type Replacer = (key: string, value: unknown) => unknown;

/**
 * A document as `JSON.stringify(value, replacer, 2)` writes it, with a line end, in pieces: it is never one string in
 * memory.
 */
export function* jsonPieces(value: unknown, replacer: Replacer): Generator<string, void> {
  let piece = '';
  for (const part of partsOf(value, replacer)) {
    piece += part;
    if (piece.length < PART) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n`;
}

function* partsOf(value: unknown, replacer: Replacer): Generator<string, void> {
  const long = isRecord(value) && Object.values(value).some((one) => Array.isArray(one) && one.length > MANY);
  if (!long) {
    yield String(JSON.stringify(value, replacer, 2));
    return;
  }
  let separator = '{';
  for (const [key, one] of Object.entries(value)) {
    const name = `${separator}\n  ${JSON.stringify(key)}: `;
    if (Array.isArray(one) && one.length > MANY) {
      yield `${name}[`;
      for (const [i, item] of one.entries())
        yield `${i > 0 ? ',' : ''}\n    ${indented(JSON.stringify(item, replacer, 2) ?? 'null', '    ')}`;
      yield '\n  ]';
    } else {
      const json = JSON.stringify(one, replacer, 2);
      if (json === undefined) continue;
      yield name + indented(json, '  ');
    }
    separator = ',';
  }
  yield '\n}';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** JSON escapes line ends in strings, so every line end here is one between values. */
function indented(json: string, by: string): string {
  return json.includes('\n') ? json.replaceAll('\n', `\n${by}`) : json;
}
