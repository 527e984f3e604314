import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../../../src/outcomes/run-result.ts';
import { COUNTED_STATES } from '../../../../src/states.ts';
import { getRunNotes, outcomePart } from '../../../../src/web/pages/runs/run-outcome-part.ts';

const NO_PAYMENTS = Object.fromEntries(COUNTED_STATES.map((state) => [state, 0])) as RunResult['counts'];

it('a dry run says once that nothing is paid, though its payments have that as their reason too', () => {
  const counts = { ...NO_PAYMENTS, canceled: 2, held: 1 };
  const note = 'This was a dry run: nothing is paid.';
  const part = outcomePart(
    { outcome: 'nothing_paid', counts, rows: 3 },
    { taken: {}, dryRun: true, releasable: false, notes: [note] },
  );
  expect(String(part).split(note)).toHaveLength(2);
});

describe('the notes of a run', () => {
  const NOTE = 'Needs 5.00 EUR more.';
  const waiting = (missing: bigint | null) => ({ state: 'waiting_funds' as const, note: NOTE, missing_minor: missing });
  const started = { state: 'started' as const, note: null, missing_minor: null };

  it('leave out shortfalls as they were last compared', () => {
    const approved = { state: 'approved' as const, note: NOTE, missing_minor: 700n };
    expect(getRunNotes(NOTE, 'insufficient_funds', [waiting(500n), approved, started])).toEqual([]);
  });

  it('say what only the payout service knows, and what is no shortfall', () => {
    expect(getRunNotes(NOTE, 'insufficient_funds', [waiting(500n), waiting(0n)])).toEqual([NOTE]);
    expect(getRunNotes(NOTE, 'insufficient_funds', [started])).toEqual([NOTE]);
    expect(getRunNotes('mia withdrew it.', 'canceled', [waiting(500n)])).toEqual(['mia withdrew it.']);
  });

  it('are those of its batches once it has ended without one', () => {
    expect(getRunNotes(null, 'rejected', [waiting(500n)])).toEqual([NOTE]);
    expect(getRunNotes(null, 'processing', [waiting(500n)])).toEqual([]);
  });
});
