import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { startWorld, type World } from './world.ts';

/** Sends raw bytes and returns everything that comes back until the connection closes. */
function raw({ sandbox }: World, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.write(bytes);
  });
}

test('a body of more than 64 MB is refused with 413 before it is read', async () => {
  const world = await startWorld();
  const answer = await raw(
    world,
    `POST /v1/batches HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${64 * 1024 * 1024 + 1}\r\n\r\n{`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain('"ok":false');
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['random bytes', Buffer.from([0, 255, 13, 10, 13, 10])],
  ['a bad header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['a bad length', 'POST /v1/batches HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
  ['a bad chunk', 'POST /v1/batches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n'],
])('%s is answered as JSON or cut off, and the next request is served', async (_, bytes) => {
  const world = await startWorld();
  const answer = await raw(world, bytes);
  if (answer !== '') expect(answer).toMatch(/^HTTP\/1.1 4\d\d .*"ok":false/s);
  expect((await world.call('GET', '/v1/balances')).status).toBe(200);
});

test('a client that disconnects in the middle of a body stops nothing', async () => {
  const world = await startWorld();
  const socket = connect(Number(new URL(world.sandbox.url).port), '127.0.0.1');
  socket.write('POST /v1/batches HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
  await new Promise((resolve) => setTimeout(resolve, 30));
  socket.destroy();
  expect((await world.call('GET', '/v1/balances')).status).toBe(200);
});

test('it listens on this machine only', async () => {
  await expect(startSandbox({ host: '0.0.0.0' as '127.0.0.1' })).rejects.toThrow('this machine only');
});

test('a port in use is an error at the start', async () => {
  const { sandbox } = await startWorld();
  const port = Number(new URL(sandbox.url).port);
  await expect(startSandbox({ port })).rejects.toThrow('EADDRINUSE');
});
