/** Letters that no decomposition of Unicode turns into ASCII, and their spelling without them. */
const WRITTEN: Readonly<Record<string, string>> = { ß: 'SS', ẞ: 'SS', æ: 'AE', Æ: 'AE', œ: 'OE', Œ: 'OE' };
const WITHOUT_STROKE: Readonly<Record<string, string>> = { ø: 'O', Ø: 'O', ł: 'L', Ł: 'L', đ: 'D', Đ: 'D' };

/**
 * One form for the ways to write a name without the letters of its language: of `Müller`, `Mueller` and `Muller`, of
 * `Bjørn`, `Bjoern` and `Bjorn`, of `Åse`, `Aase` and `Ase`. The result has no accents. Use it only to compare names
 * with further evidence that they are equal: `Manuel` becomes `Manul`.
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
