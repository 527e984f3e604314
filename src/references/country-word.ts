const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** `Germany (DE)`. */
export function countryTitle(code: string | null): string {
  if (code === null) return 'not known';
  const name = countryWord(code);
  return name === code ? code : `${name} (${code})`;
}

/** The name of a country; its code if it has none, '' if it is not known. */
export function countryWord(code: string | null): string {
  if (code === null || !/^[A-Z]{2}$/.test(code)) return code ?? '';
  return names.of(code) ?? code;
}
