import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BodyTooLong, readBody } from '../../src/http/bodies/read-body.ts';

describe('a body that arrives slowly', () => {
  afterEach(() => vi.useRealTimers());

  /** Sends the first bytes of a body and then nothing more; the answer. */
  const begin = (path: string) => {
    const app = new Hono();
    app.post(path, async (context) => context.text(`${(await readBody(context)).length} bytes`));
    app.onError((error, context) => context.text(error.message, error instanceof BodyTooLong ? 413 : 500));
    let stream: ReadableStreamDefaultController;
    const body = new ReadableStream({
      start(controller) {
        stream = controller;
        controller.enqueue(Buffer.from('name=carla'));
      },
    });
    const answer = Promise.resolve(app.request(path, { method: 'POST', body, duplex: 'half' } as RequestInit));
    return { answer, send: (bytes: number) => stream.enqueue(Buffer.alloc(bytes)), end: () => stream.close() };
  };

  it('holds a form for 15 seconds only, because anybody can send one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { answer } = begin('/login');
    await vi.advanceTimersByTimeAsync(15_001);
    const { status } = await answer;
    expect([status, await (await answer).text()]).toEqual([413, 'This took too long to arrive.']);
  });

  it('is accepted for a sheet that keeps coming: the largest one has minutes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { answer, send, end } = begin('/upload');
    for (let n = 0; n < 16; n += 1) {
      send(256 * 1024);
      await vi.advanceTimersByTimeAsync(15_000);
    }
    end();
    expect(await (await answer).text()).toBe(`${10 + 16 * 256 * 1024} bytes`);
  });

  it('is refused for a sheet that trickles: it holds a place that others need', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { answer, send } = begin('/upload');
    send(1024);
    await vi.advanceTimersByTimeAsync(15_001);
    expect(await (await answer).text()).toBe('This took too long to arrive.');
  });
});
