import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LAUNCHER, runPayrun } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();
const version = /^\d+\.\d+\.\d+\n$/;

/** A project whose command line is `main`, with the real launcher. */
function project(name: string, main: string, where = 'src/cli/main.ts'): string {
  const root = join(folder, name);
  cpSync(LAUNCHER, join(root, 'bin/payrun'));
  mkdirSync(join(root, where, '..'), { recursive: true });
  writeFileSync(join(root, where), main);
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  symlinkSync(join(LAUNCHER, '../../node_modules'), join(root, 'node_modules'));
  return join(root, 'bin/payrun');
}

/** Has Node say that it is an old one, as `node bin/payrun` would be on such a machine. */
const OLD = [
  '--import',
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.11.0'}})`,
];

describe('bin/payrun', () => {
  it('runs through symbolic links, including relative ones', async () => {
    symlinkSync(LAUNCHER, join(folder, 'one'));
    symlinkSync('one', join(folder, 'two'));
    expect((await runPayrun(['--version'], { cwd: '/', command: join(folder, 'two') })).stdout).toMatch(version);
  });

  it('runs with the Node of node_modules if the one on the PATH is too old', async () => {
    const ended = await runPayrun([...OLD, LAUNCHER, '--version'], { cwd: folder, command: process.execPath });
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(version) });
  });

  it('says what to do if no Node is new enough', async () => {
    const bare = join(folder, 'bare');
    cpSync(LAUNCHER, join(bare, 'bin/payrun'));
    const ended = await runPayrun([...OLD, join(bare, 'bin/payrun')], { cwd: folder, command: process.execPath });
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('needs Node.js 22.18 or newer; this is 20.11.0'),
    });
  });

  it('runs the build if there is one', async () => {
    const launcher = project('built', `console.log('source');`);
    mkdirSync(join(folder, 'built/dist/src/cli'), { recursive: true });
    writeFileSync(join(folder, 'built/dist/src/cli/main.js'), `console.log('built');`);
    expect((await runPayrun([], { cwd: folder, command: launcher })).stdout).toBe('built\n');
  });

  const WAYS: readonly [name: string, before: readonly string[]][] = [
    ['directly', []],
    ['with an old Node before it', OLD],
  ];
  describe.each(WAYS)('%s', (_, before) => {
    const start = (launcher: string) =>
      before.length > 0 ? { command: process.execPath, args: [...before, launcher] } : { command: launcher, args: [] };

    it('passes the exit code on', async () => {
      const { command, args } = start(project(`code ${before.length}`, 'process.exitCode = 4;'));
      expect((await runPayrun(args, { cwd: folder, command })).code).toBe(4);
    });

    it('passes a signal on', async () => {
      const main = `process.on('SIGTERM', () => { process.exit(3); }); setInterval(() => {}, 1000); console.log('ready');`;
      const { command, args } = start(project(`signal ${before.length}`, main));
      const ended = await runPayrun(args, { cwd: folder, command, onStdout: (_text, child) => child.kill('SIGTERM') });
      expect(ended).toMatchObject({ code: 3, stdout: 'ready\n' });
    });

    it('leaves no process running after kill -9', async () => {
      const main = `setInterval(() => {}, 1000); console.log('ready');`;
      const { command, args } = start(project(`killed ${before.length}`, main));
      // It resolves when the last process that has standard output is gone: a worker that goes on would hold it.
      const ended = await runPayrun(args, { cwd: folder, command, onStdout: (_text, child) => child.kill('SIGKILL') });
      expect(ended).toMatchObject({ signal: 'SIGKILL', stdout: 'ready\n' });
    });
  });
});
