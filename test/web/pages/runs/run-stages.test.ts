import { describe, expect, it } from 'vitest';
import type { RunStanding } from '../../../../src/outcomes/run-outcome.ts';
import { stagesLine } from '../../../../src/web/pages/runs/run-stages.ts';

const WORKING: RunStanding = {
  run: 1n,
  state: 'working',
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
  hasReady: false,
  short: 0,
  batchDiscrepancies: 0,
};

/** The line as a screen reader says it, with the stages that are past first. */
const said = (run: Partial<RunStanding>, progress: string | null = null) => {
  const list = String(stagesLine({ ...WORKING, ...run }, progress));
  const stages = [...list.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, one]) => one!.replace(/<[^>]+>/g, '').trim());
  return stages.map((one) => one.replace(/^\S (?=\S+,)/, ''));
};

describe('the stages of a run', () => {
  it('do not go back if a worker resumes it and looks again at what is past', () => {
    for (const progress of ['intake', 'recipients', 'create'])
      expect(said({ batches: { approved: 2 } }, progress)[6]).toBe('Start, is here');
  });

  it('go with the worker while the batches are still planned', () => {
    expect(said({ batches: { planned: 2 } }, 'quote')[4]).toBe('Quote, is here');
    expect(said({ hasReady: true }, 'recipients')[2]).toBe('Recipients, is here');
    expect(said({}, 'create')[3]).toBe('Batches, is here');
  });

  it('say of a rejected run that it was rejected at the approval, and that the stages before it are past', () => {
    const rejected = said({
      state: 'done',
      leased: false,
      counts: { cancelled: 4 },
      reasons: [{ state: 'cancelled', code: 'rejected', sentence: 'carla rejected it', payments: 4 }],
      batches: { void: 1 },
    });
    expect(rejected.slice(2)).toEqual([
      'Recipients, past',
      'Batches, past',
      'Quote, past',
      'Approval, rejected here',
      'Start, not needed',
      'Processing, not needed',
      'Finished, past',
    ]);
  });

  it('say of a run that was rejected at the payout service that it got as far as the start', () => {
    const rejected = said({ state: 'done', leased: false, batches: { rejected_at_service: 1 } });
    expect(rejected.slice(5, 7)).toEqual(['Approval, past', 'Start, rejected here']);
  });

  it('do not say of a discarded run that it was submitted', () => {
    const discarded = said({
      state: 'done',
      leased: false,
      confirmed: false,
      counts: { cancelled: 4 },
      reasons: [{ state: 'cancelled', code: 'declined', sentence: '', payments: 4 }],
    });
    expect(discarded.slice(0, 3)).toEqual(['Read, past', 'Submitted, not needed', 'Recipients, not needed']);
  });
});
