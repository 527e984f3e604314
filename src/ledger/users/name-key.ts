/**
 * Letters of other alphabets that look like Latin ones, by the letter that they look like; both cases of one together, so that
 * capitals make no other name. From confusables.txt of Unicode (UTS 39): Latin, Greek, Cyrillic, Armenian and Cherokee. The
 * database has the same table in `payrun.name_key`, and a test compares them.
 */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'ɑΑαАаᎪⱭꭺ',
  b: 'ƄƅΒβВЬвьᏏᏴᏼꞴꞵꮟ',
  c: 'СсᏟᴄꮯ',
  d: 'ԀԁᎠᏧꭰꮷ',
  e: 'ΕεЕеҼҽᎬꬲꭼ',
  f: 'ϜϝՔքẝꞘꞙꬵ',
  g: 'ƍɡԌԍՑցᏀᏳᏻᶃꞬꮐ',
  h: 'ΗηНнҺһՀհᎻᏂꮋꮒ',
  i: 'ıɪΙιІіᎥꙆꙇꞮꭵİ',
  j: 'ʝͿϳЈјᎫꞲꭻ',
  k: 'ΚκКкᏦꮶ',
  l: 'ƖǀɩӀӏᏞꮮ',
  m: 'ΜμϺϻМмᎷꮇ',
  n: 'ΝνՈՌոռ',
  o: 'ΟοОоՕօᴏᴑꬽ',
  p: 'ΡρРрᏢꮲ',
  q: 'ԚԛԳԶգզ',
  r: 'ƦʀᎡᎱᏒᴦꭇꭈꭱꮁꮢ',
  s: 'ƼƽЅѕՏտᏕᏚꜱꮥꮪ',
  t: 'ΤτТтᎢꭲ',
  u: 'ƲʋՍսᴜꞞꞟꭎꭒ',
  v: 'ѴѵᏙᴠꮩ',
  w: 'ƜɯѠѡԜԝԱաᎳᏔᴡꮃꮤ',
  x: 'ΧχХхꞳꭓ',
  y: 'ƔɣʏΓΥγυУуҮүᎩᎽᶌỾỿꭚꭹꮍ',
  z: 'ΖζᏃᴢꮓ',
  σ: 'Σς',
};

const PLAIN = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([plain, letters]) => [...letters].map((one) => [one, plain])),
);

/** What is not seen: control, formatting and bidirectional characters, fillers, variation selectors, tags. */
const INVISIBLE = new RegExp(
  '[\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
    '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}]',
  'gu',
);

/** A name as it is shown and kept: composed, without what nobody sees, single spaces. */
export function plainName(name: string): string {
  return name.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/**
 * The same for every way to write a name: case, wide and composed letters, characters that nobody sees, spaces, and letters of
 * other alphabets that look the same make no other person.
 */
export function nameKey(name: string): string {
  return [...plainName(name)]
    .map((letter) => PLAIN.get(letter) ?? letter)
    .join('')
    .toLowerCase();
}

/**
 * The same for names that a person takes for each other in print: also 1, l and i, 0 and o, rn and m, vv and w. Only for refusing a new name:
 * people of such names are not one person.
 */
export function nameShape(name: string): string {
  return nameKey(name).replace(/[1i|]/g, 'l').replaceAll('0', 'o').replaceAll('rn', 'm').replaceAll('vv', 'w');
}
