import { describe, expect, it } from 'vitest';
import { getNextStep, type StatusFacts } from '../../src/outcomes/run-outcome.ts';
import { progressLine, runLivePart, stagesLine } from '../../src/web/pages/runs/running-part.ts';

const WORKING: StatusFacts = {
  run: 1n,
  outcome: 'preparing',
  isFinished: false,
  hasPayments: true,
  readIn: true,
  dryRun: false,
  confirmed: true,
  early: false,
  leased: true,
  rows: 4,
  counts: {},
  reasons: [],
  batches: {},
  batchSums: [],
  unsent: 0,
  hasReady: false,
  short: 0,
  batchDiscrepancies: 0,
};

/** The line as a screen reader says it, with the stages that are past first. */
const output = (run: Partial<StatusFacts>) => {
  const list = String(stagesLine({ ...WORKING, ...run }));
  const stages = [...list.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, one]) => one!.replace(/<[^>]+>/g, '').trim());
  return stages.map((one) => one.replace(/^\S (?=\S+,)/, ''));
};
const ENDED: Partial<StatusFacts> = { outcome: 'paid', isFinished: true, leased: false };
const canceled = (code: string) => ({
  counts: { canceled: 4 },
  reasons: [{ state: 'canceled', code, sentence: '', payments: 4 } as const],
});

describe('the stages of a run', () => {
  it('are five, and the least advanced batch decides', () => {
    expect(output({ hasReady: true })).toEqual(['Review, current step', 'Approve', 'Fund', 'Send', 'Done']);
    expect(output({ batches: { open: 1, quoted: 1 } })[0]).toBe('Review, current step');
    expect(output({ batches: { approved: 2 } })[2], 'no one has read the balance yet').toBe('Fund, current step');
    expect(
      output({
        batches: { approved: 2 },
        short: 1,
        leased: false,
        outcome: 'insufficient_funds',
      })[2],
    ).toBe('Fund, waiting');
    expect(output({ batches: { started: 2 } })[3]).toBe('Send, current step');
    expect(output({ ...ENDED, batches: { settled: 1 } }).every((one) => one.endsWith(', done'))).toBe(true);
  });

  it('claim no approval and no funds of an adopted batch that no one has sent', () => {
    const adopted = {
      batches: { unknown: 1 },
      unsent: 1,
      leased: false,
      outcome: 'action_required',
    } as const;
    expect(output(adopted)).toEqual(['Review, waiting', 'Approve', 'Fund', 'Send', 'Done']);
    expect(output({ ...adopted, unsent: 0 })[3]).toBe('Send, waiting');
  });

  it('are in the stage of the outcome, also if a payment was released while others await approval', () => {
    const released = {
      batches: { quoted: 1 },
      hasReady: true,
      leased: false,
      outcome: 'awaiting_approval',
    } as const;
    expect(output(released).slice(0, 2)).toEqual(['Review, done', 'Approve, waiting']);
    const short = {
      batches: { waiting_funds: 1 },
      hasReady: true,
      leased: false,
      outcome: 'insufficient_funds',
    } as const;
    expect(output(short)[2]).toBe('Fund, waiting');
  });

  it('do not go back after a payment was released in a run with paid ones, and count what waits', () => {
    const batchSums = (['settled', 'quoted'] as const).map((state, i) => ({
      ...{ state, currency: 'EUR', payments: [32, 1][i]!, totalDebit: 100n, isShort: false },
    }));
    const released = {
      batches: { settled: 1, quoted: 1 },
      batchSums,
      leased: false,
      outcome: 'awaiting_approval',
    } as const;
    expect(output(released)).toEqual([
      'Review, done',
      '▲ Approve 1 payment, waiting',
      'Fund, done',
      'Send, done',
      'Done',
    ]);
  });

  it('are not past sending while a batch is processed and another awaits funds', () => {
    const batchSums = (['started', 'waiting_funds'] as const).map((state, i) => ({
      ...{ state, currency: ['GBP', 'EUR'][i]!, payments: [1, 10][i]!, totalDebit: 100n, isShort: i === 1 },
    }));
    const batches = { started: 1, waiting_funds: 1 };
    expect(output({ batches, batchSums, short: 1, leased: false, outcome: 'insufficient_funds' })).toEqual([
      'Review, done',
      'Approve, done',
      '▲ Fund 10 payments, waiting',
      'Send, in progress',
      'Done',
    ]);
  });

  it('name the payments that are prepared after their release, in a run with paid ones', () => {
    const counts = { processed: 32, ready: 1 };
    const released = { batches: { settled: 1 }, counts, hasReady: true, leased: false } as const;
    expect(output(released)).toEqual([
      '● Review 1 payment, current step',
      'Approve, done',
      'Fund, done',
      'Send, done',
      'Done',
    ]);
    expect(getNextStep('preparing', counts)).toBe('Payrun is preparing the payments that have not been sent yet.');
  });

  it('say of an approved run that waits for its pay date that nothing is funded before', () => {
    const scheduled = { batches: { approved: 1 }, early: true, leased: false, outcome: 'scheduled' } as const;
    expect(output(scheduled)).toEqual(['Review, done', 'Approve, done', 'Fund, on its pay date', 'Send', 'Done']);
    expect(String(stagesLine({ ...WORKING, ...scheduled }))).not.toContain('aria-current');
  });

  it('are not behind a file that was not submitted because of its errors', () => {
    expect(output({ ...ENDED, outcome: 'not_submitted', confirmed: false, counts: { invalid: 4 } })).toEqual([
      'Review, waiting',
      'Approve',
      'Fund',
      'Send',
      'Done',
    ]);
  });

  it.each([
    ['rejected', 'Approve', 'rejected'],
    ['withdrawn', 'Approve', 'withdrawn'],
    ['stopped', 'Review', 'stopped'],
  ] as const)('show where a run that was %s ended, and that the later ones were not needed', (code, stage, how) => {
    const outcome = code === 'rejected' ? 'rejected' : 'canceled';
    const ended = output({ ...ENDED, ...canceled(code), outcome, batches: { void: 1 } });
    const at = ended.indexOf(`${stage}, ${how}`);
    expect(at).toBeGreaterThanOrEqual(0);
    expect(ended.slice(0, at).every((one) => one.endsWith(', done'))).toBe(true);
    expect(ended.slice(at + 1)).toEqual([
      ...['Approve, not needed', 'Fund, not needed', 'Send, not needed'].slice(at),
      'Done, nothing is paid',
    ]);
  });

  it('show that rows on hold wait, even if nothing else does', () => {
    const held = {
      outcome: 'action_required' as const,
      counts: { held: 2 },
      reasons: [{ state: 'held', code: 'x', sentence: '', payments: 2 } as const],
    };
    expect(output({ ...ENDED, ...held })).toEqual(['Review, waiting', 'Approve', 'Fund', 'Send', 'Done']);
    expect(output({ ...ENDED, ...held, batches: { settled: 1 } }).slice(-2)).toEqual(['Send, waiting', 'Done']);
  });

  it('show that a run that was rejected in the payout service was sent', () => {
    const ended = { ...ENDED, counts: { failed: 1 }, batches: { rejected_at_service: 1 } };
    const failed = (code: string | null) => [{ state: 'failed', code, sentence: '', payments: 1 } as const];
    expect(output({ ...ended, outcome: 'rejected', reasons: failed('rejected_at_service') }).slice(2, 4)).toEqual([
      'Fund, done',
      'Send, rejected',
    ]);
    // The service refused its payments at the start, and no one rejected it.
    expect(output({ ...ended, outcome: 'nothing_paid', reasons: failed(null) }).slice(2, 4)).toEqual([
      'Fund, done',
      'Send, refused',
    ]);
  });

  it('do not show a discarded run as approved', () => {
    const discarded = output({ ...ENDED, outcome: 'canceled', confirmed: false, ...canceled('declined') });
    expect(discarded.slice(0, 2)).toEqual(['Review, done', 'Approve, not needed']);
  });

  it('show that a worker takes a run, unless the page says when an approved one is sent', () => {
    const part = (run: Partial<StatusFacts>) =>
      String(runLivePart({ locale: 'en', timeZone: 'UTC', now: 0 }, [], { ...WORKING, leased: false, ...run }));
    expect(part({ batches: { open: 1 } })).toContain('is in the queue and continues automatically');
    expect(part({ outcome: 'approved', batches: { approved: 1 } })).not.toContain(
      'is in the queue and continues automatically',
    );
    expect(part({ outcome: 'scheduled', batches: { approved: 1 }, early: true })).not.toContain(
      'is in the queue and continues automatically',
    );
  });

  it('say how long calls wait for the rate limit, instead of an estimate, and how many batches are done', () => {
    const run = { id: 1n, sheet: 'a.csv', job: 'pay', merchant: 'acme', maker: 'mia', stage: 'settle', done: 1 };
    const figures = { total: 1, ms_left: 90_000, per_window: 60, created_at: new Date(0), leased: true };
    const said = (of: object) => String(progressLine({ locale: 'en' }, { ...run, ...figures, ...of } as never));
    const busy = said({ calls_in_window: 60, ms_to_next: 40_000 });
    expect(busy).toContain('Waiting for the rate limit; continues in about 40 seconds.');
    expect(busy).not.toContain('left.');
    expect(said({ calls_in_window: 59, ms_to_next: 40_000 })).toMatch(/About .* left\./);
    expect(busy).toContain('Tracking payments: <strong class="figure">1</strong> of 1');
    expect(said({ leased: false })).toContain('The payout service is processing its payments.');
  });
});
