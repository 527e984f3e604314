import { describe, expect, it } from 'vitest';
import type { View } from '../../src/web/page/view.ts';
import { paidNobody } from '../../src/web/pages/paid-nobody.ts';

const VIEW = { locale: 'en-US' } as View;
const DONE = { state: 'done', note: null, dry_run: false } as const;

describe('a run that is done', () => {
  it.each([
    ['every row was invalid', DONE, { invalid: 3 }, 'This run paid nobody: 3 invalid.'],
    [
      'every row was held or invalid',
      DONE,
      { invalid: 3, held: 2_000 },
      'This run paid nobody: 2,000 held, 3 invalid.',
    ],
    ['the answer was no', DONE, { cancelled: 1 }, 'This run paid nobody: 1 cancelled.'],
    ['one was paid', DONE, { invalid: 3, processed: 1 }, ''],
    ['one failed, which has words of its own', DONE, { failed: 1 }, ''],
    ['it goes on', { ...DONE, state: 'working' as const }, { held: 1 }, ''],
    ['its note says why', { ...DONE, note: 'mia rejected it.' }, { cancelled: 1 }, ''],
    ['it was a dry run', { ...DONE, dry_run: true }, { cancelled: 1 }, ''],
    ['it had no rows', DONE, {}, ''],
  ] as const)('where %s', async (_why, run, rows, says) => {
    const figures = Object.entries(rows).map(([state, payments]) => ({ state: state as 'held', payments }));
    expect(String(await paidNobody(VIEW, run, figures, [])).replace(/<[^>]*>/g, '')).toBe(says);
  });

  it('says who rejected it, and why, once', async () => {
    const note = 'carla rejected it: Invoice 17 is disputed.';
    const said = paidNobody(VIEW, DONE, [{ state: 'cancelled', payments: 2 }], [{ note }, { note }, { note: null }]);
    expect(String(await said)).toContain(`This run paid nobody: 2 cancelled. ${note}</p>`);
  });
});
