import { startSandbox } from '../../src/sandbox/start-sandbox.ts';

// A sandbox in a process of its own, to be killed: node child.ts STATE_FILE
const stateFile = process.argv[2];
if (stateFile === undefined) throw new Error('say where the state is kept');
const { url, merchant, parent } = await startSandbox({ stateFile, quota: 1_000_000 });
console.log(JSON.stringify({ url, merchant, parent }));
