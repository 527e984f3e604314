import { expect, it } from 'vitest';
import { approvalWords } from '../../../../src/web/pages/runs/approval-words.ts';

const NONE = { perPayment: {}, perRun: {}, two: {} };

it.each([
  ['manual', NONE, 'Another approver must approve it before anything is paid.'],
  [
    'auto',
    NONE,
    'It is paid without an approval, unless bank details changed and nobody verified them: then another approver must approve it.',
  ],
  [
    'auto',
    { ...NONE, two: { EUR: '1.00' } },
    'It is paid without an approval, unless it is above an approval limit or bank details changed and nobody verified them: then another approver must approve it.',
  ],
] as const)('whoever submits a run reads whether it needs an approval: %s', (policy, limits, words) => {
  expect(approvalWords({ ...NONE, ...limits, policy } as Parameters<typeof approvalWords>[0])).toBe(words);
});
