import { expect } from 'vitest';
import { resolveUnknown } from '../../src/engine/review/release.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { type Payroll, sheetOf } from './payroll.ts';
import { person } from './person.ts';

const carry = { progress: () => {} };

/** The service on the day of the word: it says of every payment that it has made that it failed. */
export const denying: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const text = (await answer.text()).replaceAll('"processed"', '"failed"').replaceAll('"processing"', '"failed"');
  return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } });
};

export const line = (reference: string) => ({
  reference,
  email: `${reference.toLowerCase()}@example.com`,
  first: 'Pia',
  last: `Named${reference.replaceAll(/[^A-Z]/gi, '')}`,
  amount: '310',
});

export const sheetWith = (payroll: Payroll, reference: string, name = reference) =>
  payroll.sheet(`${name}.csv`, sheetOf([line(reference)]));

/** Pays one person; the start is lost, the service says that it failed, and Anna says that it was not paid. Returns its run. */
export async function sayUnpaid(payroll: Payroll, reference: string): Promise<string> {
  await payroll.control('faults', [
    { match: { method: 'POST', path: 'start-processing' }, times: 1, effect: 'after', do: 'drop' },
    { match: { method: 'GET', path: '^/v1/batches/B-[^/]+$' }, times: 1, do: 'status', status: 404, code: 'not_found' },
  ]);
  const { run, counts } = await payroll.pay(sheetWith(payroll, reference));
  expect(counts).toMatchObject({ unknown: 1 });
  await payroll.control('settle', {});
  const appContext = await payroll.appContext({}, denying);
  const patient = { ...appContext, clock: { ...appContext.clock, sleep: async () => {} } };
  await resolveUnknown(patient, { reference, paid: false, because: 'the bank says so' }, person('anna'));
  expect((await resumeRuns(appContext, { run, ...carry }))[0]).toMatchObject({ counts: { failed: 1 } });
  return run;
}
