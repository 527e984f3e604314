import { iso31662 } from 'iso-3166';

/**
 * data/iso-3166-2.csv from the package iso-3166. To update it: `npm i -DE iso-3166` and `npm run rules:build --
 * --regions`.
 */
export function regionsData(): string {
  const regions = iso31662.filter(({ code }) => /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(code));
  const lines = regions.map(({ code, name }) => `${code},${quotedCell(name)}`);
  return `code,name\n${lines.sort().join('\n')}\n`;
}

function quotedCell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
