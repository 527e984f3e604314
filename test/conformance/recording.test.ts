import { beforeAll, describe, expect, it } from 'vitest';
import type { RecordedStep, Recording } from '../../src/engine/maintenance/record-steps.ts';
import { compareRecordings, recordSandbox } from './compare-recording.ts';

describe('a recording of the sandbox', () => {
  let recorded: Recording;
  let sandbox: Recording;
  beforeAll(async () => {
    [recorded, sandbox] = await Promise.all([recordSandbox(), recordSandbox()]);
  });
  const faultsOf = (other: Recording) =>
    compareRecordings(other, sandbox).flatMap(({ step, faults }) => faults.map((fault) => `${step}: ${fault}`));
  /** The recording with one step changed; left out if it becomes null. */
  const changed = (name: string, change: (step: RecordedStep) => RecordedStep | null): Recording => ({
    ...recorded,
    steps: recorded.steps.flatMap((one) => (one.step === name ? (change(one) ?? []) : one)),
  });
  const without = ({ 'recipient.email': _, ...body }: Readonly<Record<string, string>>) => body;

  it('does not differ from another one, and Payrun reads all of it', () => {
    expect(sandbox.steps.length).toBeGreaterThan(90);
    expect(sandbox.steps.filter(({ unread }) => unread !== null)).toEqual([]);
    expect(faultsOf(recorded)).toEqual([]);
  });

  it('does not differ from one of a service that had screened its recipients by then', () => {
    const [sooner, later] = ['pending', 'verified'].map((status) => ({
      ...recorded,
      steps: recorded.steps.map((one) => ({
        ...one,
        body: Object.fromEntries(
          Object.entries(one.body).map(([path, word]) => [
            path,
            /\bcompliance(S|\.s)tatus$/.test(path) ? status : word,
          ]),
        ),
      })),
    }));
    expect(compareRecordings(sooner!, later!).flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('pays, is asked until the end, and leaves nothing behind', () => {
    const of = (name: string) => recorded.steps.find(({ step }) => step === name)!;
    for (const batch of ['batch', 'batch of several currencies']) {
      expect(of(`${batch}: end`)).toMatchObject({ status: 200, body: { 'batch.status': 'complete' } });
      expect(of(`${batch}: end`).times.at(-1)).toMatchObject({ status: 200, state: 'complete' });
      expect(of(`${batch}: payments`).body['payments[].status']).toBe('processed');
    }
    for (const name of ['open batches are deleted', 'recipients are archived', 'sub-merchant is deleted'])
      expect(of(name).status, name).toBe(200);
  });

  const CHANGES: readonly [
    name: string,
    step: string,
    change: (step: RecordedStep) => RecordedStep | null,
    fault: string,
  ][] = [
    [
      'a field that is missing',
      'recipient DE',
      (one) => ({ ...one, body: without(one.body) }),
      'recipient DE (POST /v1/recipients/): recipient.email: recorded without it, sandbox <text>',
    ],
    [
      'a field that is new',
      'recipient DE',
      (one) => ({ ...one, body: { ...one.body, 'recipient.shoes': '<text>' } }),
      'recipient DE (POST /v1/recipients/): recipient.shoes: recorded <text>, sandbox without it',
    ],
    [
      'another type',
      'batch: summary',
      (one) => ({ ...one, body: { ...one.body, 'batchSummary.batchId': '<number>' } }),
      'batch: summary (GET /v1/batches/:id/summary): batchSummary.batchId: recorded <number>, sandbox <text>',
    ],
    [
      'another word',
      'batch: start',
      (one) => ({ ...one, body: { ...one.body, 'batch.status': 'awaiting_approval' } }),
      'batch: start (POST /v1/batches/:id/start-processing): batch.status: recorded awaiting_approval, sandbox processing',
    ],
    [
      'another status',
      'an unknown batch',
      (one) => ({ ...one, status: 403 }),
      'an unknown batch (GET /v1/batches/:id): status: recorded 403, sandbox 404',
    ],
    ['a step that was not made', 'a recipient', () => null, 'a recipient: it is not in the recording'],
  ];
  it.each(CHANGES)('names %s', (_, step, change, fault) => expect(faultsOf(changed(step, change))).toEqual([fault]));

  it('of what a merchant already has differs by no word or step of the life cycle', () => {
    const steps = recorded.steps.filter(({ changes }) => !changes);
    const reading = { ...recorded, writes: false, steps };
    expect(faultsOf(reading)).toEqual([]);
    const [first] = steps;
    const body = { ...first!.body, 'balances[].currency': 'SEK', 'balances[].amount': '<number>' };
    expect(faultsOf({ ...reading, steps: [{ ...first!, body }] })).toEqual([
      'balances (GET /v1/balances): balances[].amount: recorded <number>, sandbox <figures>',
    ]);
  });
});
