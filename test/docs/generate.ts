// Prints the generated pages of the manual anew: npm run docs:generate
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { apiTypes } from './api-types.ts';
import { contentsTable } from './contents.ts';
import { guaranteesPage } from './guarantees.ts';
import { REFERENCE_PAGES } from './reference-pages.ts';
import { batchDiagram, outsideMoves, paymentDiagram } from './state-diagram.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOTE = '<!-- Made from the tables of the code by `npm run docs:generate`: change those. -->';
const GUARDS_NOTE = '<!-- Made from the titles of the tests by `npm run docs:generate`. -->';

const sample = (language: string, file: string) => `\`\`\`${language}\n${readPage(`samples/api/${file}`)}\`\`\``;

/** Generated parts of pages that are else written by hand, by the name in their marks. */
const PARTS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': { contents: () => contentsTable('docs/', Object.keys(REFERENCE_PAGES)) },
  'docs/index.md': { contents: () => contentsTable('', Object.keys(REFERENCE_PAGES)) },
  'docs/api.md': {
    'three-payments': () => sample('json', 'three-payments.json'),
    'pay-by-curl': () => sample('sh', 'pay-three.sh'),
    'pay-by-client': () => sample('js', 'pay-three.js'),
  },
  'docs/architecture.md': {
    'payment-states': paymentDiagram,
    'batch-states': batchDiagram,
    'outside-moves': outsideMoves,
  },
};

/** Every generated page by its path in the project, as the code has it now. */
export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const [name, print] of Object.entries(REFERENCE_PAGES))
    pages.set(`docs/reference/${name}.md`, `${NOTE}\n\n${await print()}\n`);
  pages.set('src/client/api-schemas.ts', apiTypes());
  pages.set('test/GUARANTEES.md', `${GUARDS_NOTE}\n\n${guaranteesPage()}\n`);
  for (const [path, parts] of Object.entries(PARTS)) pages.set(path, withParts(readPage(path), path, parts));
  return pages;
}

export const readPage = (path: string) => readFileSync(join(ROOT, path), 'utf8');

function withParts(text: string, path: string, parts: Readonly<Record<string, () => string>>): string {
  return Object.entries(parts).reduce((page, [name, print]) => {
    const marks = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`);
    if (!marks.test(page)) throw new Error(`${path} has no part ${name}`);
    return page.replace(marks, (_, begin: string, end: string) => begin + print() + end);
  }, text);
}

if (process.argv[1] === import.meta.filename)
  for (const [path, text] of await generatedPages()) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
