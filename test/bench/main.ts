import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * `npm run bench` runs every bench, `npm run bench -- quota` one. A bench is a file beside this one that exports
 * `bench(args)`; its file name is its name.
 */
const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => basename(file, '.ts'))
  .sort();

const [wanted, ...args] = process.argv.slice(2);
if (wanted !== undefined && !names.includes(wanted)) {
  console.error(`There is no bench called ${wanted}. There are: ${names.join(', ')}.`);
  process.exit(2);
}
for (const name of wanted === undefined ? names : [wanted]) {
  console.log(`== ${name}`);
  const { bench } = (await import(join(folder, `${name}.ts`))) as { bench: (args: readonly string[]) => Promise<void> };
  await bench(args);
}
