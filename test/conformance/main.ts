import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkRecording } from './check-recording.ts';

/**
 * `npm run conformance`: the sandbox against the contract, line by line. `npm run conformance -- --recorded FILE`: whether Payrun reads
 * the answers that `payrun doctor --record FILE` wrote down.
 */
const [flag, file, ...rest] = process.argv.slice(2);
if (flag === '--recorded' && file) {
  const lines = checkRecording(JSON.parse(readFileSync(file, 'utf8')));
  for (const { call, fault } of lines)
    console.log(`${fault === null ? 'ok  ' : 'FAIL'}  ${call}${fault === null ? '' : `: ${fault}`}`);
  process.exitCode = lines.some(({ fault }) => fault !== null) ? 1 : 0;
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
