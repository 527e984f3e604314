const LETTERS: string[] = [];

/** The letters that Excel shows above a column, from its position (0 is A). Cached, because every cell needs them. */
export function columnLetters(at: number): string {
  LETTERS[at] ??= (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
  return LETTERS[at];
}
