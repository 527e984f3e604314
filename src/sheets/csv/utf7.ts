/** A UTF-7 sequence: base64 between `+` and `-`. */
const STRETCH = /[A-Za-z]?\+([A-Za-z0-9/]{3,})-[A-Za-z]?/g;
const PLUS = 43;
const LETTERS = /^\p{L}+$/u;

/**
 * Looks for letters in UTF-7 in an ASCII file, chunk by chunk: `M+APw-ller` for Müller. A plus and a minus alone are no
 * evidence: the text between them must decode to whole UTF-16 letters, next to a letter. Returns whether it has found
 * some.
 */
export function utf7Search(): (chunk: Buffer) => boolean {
  let before = '';
  let isFound = false;
  return (chunk) => {
    if (isFound) return true;
    if (!chunk.includes(PLUS) && !before.includes('+')) {
      before = chunk.subarray(-1).toString('latin1');
      return false;
    }
    const text = before + chunk.toString('latin1');
    before = text.slice(-64);
    for (const [whole, base64] of text.matchAll(STRETCH))
      isFound ||= /^[A-Za-z]|[A-Za-z]$/.test(whole) && isLetters(base64!);
    return isFound;
  };
}

function isLetters(base64: string): boolean {
  const bits = base64.length * 6;
  if (bits % 16 >= 6) return false;
  const bytes = Buffer.from(base64, 'base64').subarray(0, (bits >> 4) * 2);
  const padded = Buffer.from(bytes)
    .toString('base64')
    .replace(/(?<!=)=+$/, '');
  // In UTF-7, the unused bits of the last character are zero.
  if (padded !== base64) return false;
  const text = Buffer.from(bytes).swap16().toString('utf16le');
  return LETTERS.test(text) && [...text].every((letter) => letter > '\x7f' && letter < '\u2000');
}
