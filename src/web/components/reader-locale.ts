const FALLBACK = 'en-US';
/** Longer headers do not come from browsers and are cut. */
const LONGEST = 200;

/**
 * The locale for numbers, from `Accept-Language`. Uses language and region only, which limits the number of cached
 * formats. Returns `en-US` if no requested locale is supported.
 */
export function readerLocale(header: string | undefined): string {
  const asked = (header ?? '')
    .slice(0, LONGEST)
    .split(',')
    .map((part, i) => {
      const [tag = '', ...rest] = part.trim().split(';');
      const quality = Number(rest.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean) ?? 1);
      return { tag: tag.trim(), quality: Number.isFinite(quality) ? quality : 0, i };
    })
    .filter(({ tag, quality }) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.i - b.i);
  for (const { tag } of asked) {
    try {
      const { language, region } = new Intl.Locale(tag);
      const plain = region ? `${language}-${region}` : language;
      if (Intl.NumberFormat.supportedLocalesOf([plain]).length > 0) return plain;
    } catch {
      // Not a valid locale: try the next one.
    }
  }
  return FALLBACK;
}
