/**
 * Compares every figure of every rendering with the books of the service, of as many runs as are asked for, each drawn and paid:
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
const test = ['run', 'test/scenarios/every-figure.test.ts', '--maxWorkers=1'];
const child = spawn('node_modules/.bin/vitest', test, { env, stdio: 'inherit' });
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
