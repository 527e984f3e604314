import { expect, it } from 'vitest';
import type { ListedJob } from '../../src/engine/schedule/list-jobs.ts';
import { jobList } from '../../src/lists/jobs.ts';
import { FILE_FORMAT, valueText } from '../../src/references/value.ts';

const job: ListedJob = {
  ...{ name: 'purge', summary: 'removes `old` rows', fault: null, file: 'jobs/purge.ts', triggers: [], inbox: false },
  lastRun: null,
};
const shown = (exitCode: number | null, outcome: 'paid' | null = null) => {
  const lastRun = {
    maker: 'mia',
    began: '2026-11-29',
    ended: '2026-11-29',
    exitCode,
    resultText: 'run 7',
    next: null,
    outcome,
  };
  const [column] = jobList.columns.filter(({ name, doors }) => name === 'result' && doors?.includes('page'));
  return valueText(column!.value({ ...job, lastRun }), FILE_FORMAT);
};

it('says in words how a job ended that did not end well', () => {
  expect([shown(4), shown(1)]).toEqual(['Action required run 7', 'Failed run 7']);
  expect([shown(0), shown(null)]).toEqual(['run 7', 'run 7']);
  expect(shown(3, 'paid')).toBe('run 7: Paid');
});

it('describes a job as a sentence without marks of code', () => {
  const [column] = jobList.columns.filter(({ name }) => name === 'description');
  expect(column!.value(job)).toBe('Removes old rows.');
  expect(column!.value({ ...job, summary: null, fault: 'no such package' })).toBe('It cannot be loaded.');
});
