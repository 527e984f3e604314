import { existsSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { readPage } from './generate.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The pages that people read, by path in the project. */
export const MANUAL_PAGES: readonly string[] = [
  ...globSync('*.md', { cwd: ROOT }),
  ...globSync('docs/**/*.md', { cwd: ROOT, exclude: ['**/node_modules/**'] }),
].filter((path) => path !== 'CHANGELOG.md');

/** A page without its blocks of code and its code in lines. */
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, 'code');

/** The anchor of a heading, as GitHub and the site make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('`', '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (path: string) =>
  new Set(
    [
      ...readPage(path)
        .replace(/^```[\s\S]*?^```/gm, '')
        .matchAll(/^#+ (.*)$/gm),
    ].map(([, heading]) => anchorOf(heading!)),
  );

/** The links of a page that lead nowhere in the project: to no file, or to no heading of one. */
export function brokenLinks(page: string): readonly string[] {
  return [...withoutCode(readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^(https?|mailto):/.test(target) && !isThere(page, target));
}

function isThere(page: string, target: string): boolean {
  const [path, anchor] = target.split('#') as [string, string | undefined];
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, file))) return false;
  return anchor === undefined || anchorsOf(file).has(anchor);
}
