import { usageError } from '../../references/usage-error.ts';

/**
 * Letters of other alphabets that look like Latin ones, by the letter they look like; both cases of each, so that case
 * makes no difference. From confusables.txt of Unicode (UTS 39): Latin, Greek, Cyrillic, Armenian and Cherokee. The
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

/** Invisible characters: control, formatting and bidirectional characters, fillers, variation selectors, tags. */
const INVISIBLE = new RegExp(
  '[\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
    '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}]',
  'gu',
);

/** A name as shown and stored: NFKC, no invisible characters, single spaces. */
export function plainName(name: string): string {
  return name.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/**
 * One key for all spellings of a name: ignores case, width, composition, spaces, invisible characters, and the
 * difference between letters of other alphabets that look the same.
 */
export function nameKey(name: string): string {
  return [...plainName(name)]
    .map((letter) => PLAIN.get(letter) ?? letter)
    .join('')
    .toLowerCase();
}

const LETTER_OF: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

/**
 * One key for names that look alike in print: also 1, l and i, 0 and o, rn and m, vv and w, and digits for letters
 * (b3n). Use it only to refuse a new name: two users with the same shape are not the same user.
 */
export function nameShape(name: string): string {
  return nameKey(name)
    .replace(/[1i|]/g, 'l')
    .replace(/[034578]/g, (digit) => LETTER_OF[digit]!)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** Names that Payrun itself has in the audit log. */
const OWN_NAMES = `payrun policy inbox schedule scheduler job jobs queue worker workers webhook webhooks service system
  notifications nightly settle verify serve sandbox|payout service|identity provider|command line|nobody|unknown`
  .split('|')
  .flatMap((part, n) => (n === 0 ? part.split(/\s+/) : part));

/** Whether this is one of Payrun's own names in the audit log, or looks like one. No user may have such a name. */
export function isReservedName(name: string): boolean {
  const shape = nameShape(name);
  return OWN_NAMES.some((own) => nameShape(own) === shape);
}

/**
 * True for two spellings of one name (`nameKey`): they differ only in case, width, composition, spaces, invisible
 * characters or letters that look the same.
 */
export function isSamePerson(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

/**
 * Returns the name normalized (`plainName`). Names are stored with every approval; a colon marks Payrun's own names.
 * Throws `usage`.
 */
export function checkName(name: string): string {
  const plain = plainName(name);
  if (plain === '' || plain.includes(':')) throw usageError('name_unusable', { name: plain });
  return plain;
}
