/** A stretch of UTF-7: base64 between `+` and `-`. */
const STRETCH = /[A-Za-z]?\+([A-Za-z0-9/]{3,})-[A-Za-z]?/g;
const LETTERS = /^\p{L}+$/u;

/**
 * Whether a file of nothing but ASCII writes letters as UTF-7 does: `M+APw-ller` for Müller. A plus and a minus alone are no
 * evidence: what stands between them has to be whole UTF-16 letters beside a letter.
 */
export async function hasUtf7(content: AsyncIterable<Buffer>): Promise<boolean> {
  let before = '';
  for await (const chunk of content) {
    const text = before + chunk.toString('latin1');
    for (const [whole, base64] of text.matchAll(STRETCH))
      if (/^[A-Za-z]|[A-Za-z]$/.test(whole) && isLetters(base64!)) return true;
    before = text.slice(-64);
  }
  return false;
}

function isLetters(base64: string): boolean {
  const bits = base64.length * 6;
  if (bits % 16 >= 6) return false;
  const bytes = Buffer.from(base64, 'base64').subarray(0, (bits >> 4) * 2);
  const padded = Buffer.from(bytes).toString('base64').replace(/=+$/, '');
  // What is left over of the last character is zero in UTF-7.
  if (padded !== base64) return false;
  const text = Buffer.from(bytes).swap16().toString('utf16le');
  return LETTERS.test(text) && [...text].every((letter) => letter > '\x7f' && letter < '\u2000');
}
