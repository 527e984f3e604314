import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareRecordings, recordSandbox } from './compare-recording.ts';

/**
 * `npm run conformance`: the sandbox against the contract, line by line. `npm run conformance -- --recorded FOLDER`: the answers that
 * `payrun doctor --record FOLDER` wrote down against the sandbox's, step by step.
 */
const [flag, file, ...rest] = process.argv.slice(2);
if (flag === '--recorded' && file) {
  const recorded = JSON.parse(readFileSync(join(file, 'recording.json'), 'utf8'));
  const compared = compareRecordings(recorded, await recordSandbox());
  for (const { step, faults } of compared)
    console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'}  ${[step, ...faults].join('\n      ')}`);
  process.exitCode = compared.some(({ faults }) => faults.length > 0) ? 1 : 0;
} else {
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
  const args = [
    vitest,
    'run',
    'test/conformance',
    '--reporter=tree',
    ...[flag, file, ...rest].filter((one) => one !== undefined),
  ];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
