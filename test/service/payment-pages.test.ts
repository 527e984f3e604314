import { describe, expect, it } from 'vitest';
import { pagesAhead } from '../../src/service/payment-pages.ts';

/** Waits until all promises that can settle have settled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const answerOf = (page: number, pages: number) => ({ page, meta: { pages } });

describe('reading the pages of a list', () => {
  it('asks for the first page at once, and for each further one when the one before was answered, two ahead', async () => {
    const asked: number[] = [];
    const pages = pagesAhead(async (page) => {
      asked.push(page);
      return answerOf(page, 5);
    });
    expect(asked).toEqual([1]);
    await settled();
    expect(asked).toEqual([1, 2]);
    const handled: (readonly number[])[] = [];
    for await (const { page } of pages) {
      await settled();
      handled.push([page, ...asked]);
    }
    expect(handled).toEqual([
      [1, 1, 2, 3],
      [2, 1, 2, 3, 4],
      [3, 1, 2, 3, 4, 5],
      [4, 1, 2, 3, 4, 5],
      [5, 1, 2, 3, 4, 5],
    ]);
  });

  it('never waits for two calls at once', async () => {
    let open = 0;
    let most = 0;
    const pages = pagesAhead(async (page) => {
      most = Math.max(most, ++open);
      await settled();
      open--;
      return answerOf(page, 6);
    });
    for await (const _ of pages) await settled();
    expect(most).toBe(1);
  });

  it('begins with the page that the caller names, and takes the number of pages from the last answer', async () => {
    const read: number[] = [];
    for await (const { page } of pagesAhead(async (page) => answerOf(page, page < 5 ? 9 : 5), 4)) read.push(page);
    expect(read).toEqual([4, 5]);
  });

  it('stops the call that is still awaited if the caller leaves', async () => {
    let stopped: unknown;
    const pages = pagesAhead((page, leaving) => {
      if (page === 1) return Promise.resolve(answerOf(page, 3));
      return new Promise<ReturnType<typeof answerOf>>((_, reject) => {
        leaving.addEventListener('abort', () => {
          stopped = page;
          reject(leaving.reason);
        });
      });
    });
    for await (const { page } of pages) if (page === 1) break;
    expect(stopped).toBe(2);
  });

  it('throws the failure of a page when its turn comes, after the caller has the pages before it', async () => {
    const handled: number[] = [];
    const read = async () => {
      const failing = pagesAhead(async (page) => {
        if (page === 2) throw new Error('no answer');
        return answerOf(page, 3);
      });
      for await (const { page } of failing) {
        await settled();
        handled.push(page);
      }
    };
    await expect(read()).rejects.toThrow('no answer');
    expect(handled).toEqual([1]);
  });
});
