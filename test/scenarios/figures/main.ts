/**
 * Compares every figure of every rendering with the books of the service, of as many runs as are asked for, each drawn and
 * paid, and of a fifth as many that wait for approval and funds:
 *
 *   npm run figures -- --runs 1000              on the embedded database, or where PAYRUN_TEST_DATABASE_URL says
 *   npm run figures -- --runs 100 --seed 7      other ones
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string', default: '15' } },
});
const env = { ...process.env, PAYRUN_TEST_RUNS: values.runs, PAYRUN_TEST_SEED: values.seed };
const FILES = ['every-figure', 'waiting-figures'].map((name) => `test/scenarios/${name}.long.test.ts`);
const child = spawn('node_modules/.bin/vitest', ['run', ...FILES, '--maxWorkers=1'], { env, stdio: 'inherit' });
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
