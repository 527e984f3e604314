/**
 * `npm run fuzz -- --seeds 10000 [--from 0] [xlsx]`: damages sheets and reads them, once for each seed; says which seeds
 * were read wrongly. A reader to fuzz is a file `fuzz-NAME.ts` beside this one that exports `fuzz(seed)`.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '0' } },
  allowPositionals: true,
});
const names = globSync('fuzz-*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith('.test.ts') && file !== 'fuzz-main.ts' && file !== 'fuzz-reading.ts')
  .map((file) => file.slice('fuzz-'.length, -'.ts'.length))
  .sort();

for (const name of positionals.length > 0 ? positionals : names) {
  const { fuzz } = (await import(join(import.meta.dirname, `fuzz-${name}.ts`))) as {
    fuzz: (seed: number) => Promise<string | null>;
  };
  const from = Number(values.from);
  let wrong = 0;
  for (let seed = from; seed < from + Number(values.seeds); seed++) {
    const fault = await fuzz(seed);
    if (fault === null) continue;
    wrong++;
    process.exitCode = 1;
    console.log(`${name} seed ${seed}: ${fault}`);
  }
  console.log(`${name}: ${values.seeds} seeds from ${from}, ${wrong} read wrongly`);
}
