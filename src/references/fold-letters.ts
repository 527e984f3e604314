/** Letters that no decomposition of Unicode turns into ASCII, as they are written without them. */
const WRITTEN: Readonly<Record<string, string>> = { ß: 'SS', ẞ: 'SS', æ: 'AE', Æ: 'AE', œ: 'OE', Œ: 'OE' };
const WITHOUT_STROKE: Readonly<Record<string, string>> = { ø: 'O', Ø: 'O', ł: 'L', Ł: 'L', đ: 'D', Đ: 'D' };

/**
 * One form for the ways to write a name without the letters of its language: of `Müller`, `Mueller` and `Muller`, of
 * `Bjørn`, `Bjoern` and `Bjorn`, of `Åse`, `Aase` and `Ase`. The text has no accents any more. Use it only to compare
 * names that something else makes equal too: `Manuel` becomes `Manul`.
 */
export function foldLetters(text: string): string {
  return text
    .replace(/[ßẞæÆœŒøØłŁđĐ]/g, (letter) => WRITTEN[letter] ?? WITHOUT_STROKE[letter]!)
    .replace(/([AOU])E|(A)A/gi, '$1$2');
}

/** The same as an SQL expression, for text in capitals. */
export function foldedLetters(text: string): string {
  const strokes = Object.entries(WITHOUT_STROKE);
  const plain = `translate(${text}, '${strokes.map(([letter]) => letter).join('')}', '${strokes.map(([, ascii]) => ascii).join('')}')`;
  const written = Object.entries(WRITTEN).reduce(
    (sql, [letter, ascii]) => `replace(${sql}, '${letter}', '${ascii}')`,
    plain,
  );
  return `regexp_replace(${written}, '([AOU])E|(A)A', '\\1\\2', 'g')`;
}
