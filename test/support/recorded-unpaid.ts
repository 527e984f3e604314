import { expect } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { resolveUnknown } from '../../src/engine/review/release.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { type Payroll, sheetOf } from './payroll.ts';
import { person } from './person.ts';

export const carry = { progress: () => {} };

/** The service on the day of the word: it says of every payment that it has made that it failed. */
export const denying: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const text = (await answer.text()).replaceAll('"processed"', '"failed"').replaceAll('"processing"', '"failed"');
  return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } });
};

type Answer = { payments?: Record<string, unknown>[]; batch?: Record<string, unknown> };

/** The service, but what it answers to a GET of a path is edited; null: it does not find it. */
export const answering =
  (...edits: readonly (readonly [RegExp, (answer: Answer) => Answer | null])[]): typeof fetch =>
  async (input, init) => {
    const answer = await fetch(input, init);
    const { pathname, search } = new URL(String(input));
    const edit = init?.method === 'GET' ? edits.find(([path]) => path.test(pathname + search))?.[1] : undefined;
    if (!edit || !answer.ok) return answer;
    const body = edit((await answer.json()) as Answer);
    const notFound = { ok: false, errors: [{ code: 'not_found', message: 'Object not found' }] };
    return Response.json(body ?? notFound, { status: body === null ? 404 : 200 });
  };

export const BATCH = /^\/v1\/batches\/B-[^/]+$/;
export const OF_BATCH = /^\/v1\/batches\/B-[^/]+\/payments/;
export const gone = () => null;

/** The service on a day on which it says of every payment that it has made that it came back. */
export const returning = answering([
  OF_BATCH,
  (answer) => ({
    ...answer,
    payments: answer.payments!.map((one) => (one.status === 'processed' ? { ...one, status: 'returned' } : one)),
  }),
]);

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

export async function paymentsOf({ ledger }: AppContext, reference: string) {
  const { rows } = await ledger.db.query<{ run: bigint; state: string; reason_code: string | null; reason: string }>(
    `select s.run, s.state, p.reason_code, p.reason from payrun.payment_status s join payrun.payment p on p.id = s.payment
     where s.reference = $1 order by s.run`,
    [reference],
  );
  return rows;
}

export const statesOf = async (appContext: AppContext, reference: string) =>
  (await paymentsOf(appContext, reference)).map(({ state }) => state);

export const timesPaid = async (payroll: Payroll, reference: string) =>
  (await payroll.ledger()).payments
    .filter(({ recipientEmail }) => recipientEmail === `${reference.toLowerCase()}@example.com`)
    .reduce((sum, payment) => sum + payment.timesPaid, 0);
