import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BodyTooLong, readBody } from '../../../src/web/bodies/read-body.ts';

describe('a body that arrives slowly', () => {
  afterEach(() => vi.useRealTimers());

  /** Sends the first bytes of a body and then nothing more; the answer. */
  const begin = (path: string) => {
    const app = new Hono();
    app.post(path, async (context) => context.text(`${(await readBody(context)).length} bytes`));
    app.onError((error, context) => context.text(error.message, error instanceof BodyTooLong ? 413 : 500));
    let end = () => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from('name=carla'));
        end = () => controller.close();
      },
    });
    const answer = Promise.resolve(app.request(path, { method: 'POST', body, duplex: 'half' } as RequestInit));
    return { answer, end: () => end() };
  };

  it('holds a form for 15 seconds only, because anybody can send one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { answer } = begin('/login');
    await vi.advanceTimersByTimeAsync(15_001);
    const { status } = await answer;
    expect([status, await (await answer).text()]).toEqual([413, 'This took too long to arrive.']);
  });

  it('is accepted for a sheet: the largest one has minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { answer, end } = begin('/upload');
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    end();
    expect(await (await answer).text()).toBe('10 bytes');
  });
});
