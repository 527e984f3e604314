import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';

const ROOT = join(import.meta.dirname, '..');

/**
 * Expressions that take the square of the length of a text, or that the checker cannot judge, with the reason why no
 * text is long there.
 */
const HARMLESS: ReadonlyMap<string, string> = new Map([
  [String.raw`/\B(?=(\d{3})+$)/g`, 'the digits of a sum: 30 at most'],
  [
    String.raw`/[^\p{L}\p{N}]+(?:[a-z]{3}|\d{1,7}(?: (?:payments?|rows?|zahlungen))?)[^\p{L}\p{N}]*$/iu`,
    'a label of totals: 60 characters',
  ],
  [String.raw`/[([{（［【](.*?)[)\]}）］】]/gu`, 'a header: 80 characters'],
  [
    String.raw`/^(.*?[^\s])(?:\s*[-–,:/|]\s*|[\s_]+)(?:in[\s_]+|en[\s_]+|em[\s_]+)?([^\s_]+)$/u`,
    'a header: 80 characters',
  ],
  [String.raw`/^([A-Z]{3}|[€$£¥₹₩])[\s_]+(.+)$/u`, 'a header: 80 characters'],
  [String.raw`/^(.*\S)\s+in\s+(.+)$/iu`, 'a header: 80 characters'],
  [String.raw`/\s+(?:only|equivalent)$/iu`, 'a header: 80 characters'],
  [String.raw`/^(.+?)\s+([^\s]+)$/u`, 'a header: 80 characters'],
  [String.raw`/(\p{L}{3,}[ns])-(?:nr|nummer)\b/giu`, 'a header: 200 characters'],
  [String.raw`/(\p{Lu}{2,})(\p{Lu}\p{Ll})/gu`, 'a header: 200 characters'],
  [String.raw`/^[^@\s]+\.[^@\s]+$/`, 'a setting of the installation'],
  [String.raw`/[^\s@"'<>(),:;]+@[^\s@"'<>(),;]+/`, 'a sentence of the service: 1,200 characters'],
  [String.raw`/\b(?:R|P|B|T|A|OP|M|RSRC)-[A-Za-z0-9]{6,40}\b/`, 'a sentence of the service: 1,200 characters'],
  [String.raw`/[^\s@<>()"';,:]+@[^\s@<>()"';,]+/g`, 'a sentence of the service: 300 characters'],
  [
    String.raw`/^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,10}[A-Za-z]{2,63}$/`,
    'an e-mail address: 254 characters',
  ],
  [String.raw`/\s*\(.*\)/`, 'the names of regions in our own table'],
  [String.raw`/(?<=\/)\^.*\$(?=\/i)/`, 'a table that only the build of the rules reads'],
  [String.raw`/"(?:[^"\\]|\\.)*"|[{}[\],:]/g`, 'the configuration of the installation'],
  [String.raw`/(?:\(|at (?:async )?)((?:file:\/\/)?\/.+?:\d+):\d+\)?$/gm`, 'the stack of an error: ten lines'],
  [String.raw`/\S+@\S+/g`, 'the message of an error: 300 characters'],
  ['/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g', 'the certificates that the installation names'],
]);

test('no expression in the code takes longer than its text is long, unless the text is short', {
  timeout: 0,
}, async () => {
  const found = new Map<string, { source: string; flags: string; files: Set<string> }>();
  for (const file of globSync('src/**/*.ts', { cwd: ROOT })) {
    for (const { source, flags } of expressionsIn(readFileSync(join(ROOT, file), 'utf8'))) {
      const key = `/${source}/${flags}`;
      if (!found.has(key)) found.set(key, { source, flags, files: new Set() });
      found.get(key)!.files.add(file);
    }
  }
  expect(found.size).toBeGreaterThan(700);

  const bad: string[] = [];
  for (const [key, { source, flags, files }] of found) {
    const verdict = await check(source, flags, { timeout: 60_000 });
    if (verdict.status !== 'safe' && !HARMLESS.has(key))
      bad.push(`${verdict.status}: ${key} in ${[...files].join(', ')}`);
  }
  expect(bad).toEqual([]);
  expect([...HARMLESS.keys()].filter((key) => !found.has(key))).toEqual([]);
});

function expressionsIn(code: string): readonly { source: string; flags: string }[] {
  const found: { source: string; flags: string }[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex !== undefined) found.push({ source: regex.pattern, flags: regex.flags });
    else Object.values(node).forEach(visit);
  };
  visit(parseAst(code, { lang: 'ts' }));
  return found;
}
