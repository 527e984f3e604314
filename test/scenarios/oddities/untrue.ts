import type { SandboxLedger } from '../../support/payroll.ts';
import type { Booked } from '../crash/read-books.ts';
import { NOT_PAID } from '../crash/state-ends.ts';

/** States in which a person has to decide: the payment may be paid, or was paid otherwise than ordered. */
const OPEN = ['unknown', 'discrepancy'];

/** What the ledger says that is not so, or leaves unsaid. */
export function untrue({ runs, payments }: Booked, service: SandboxLedger): readonly string[] {
  const served = Map.groupBy(service.payments, ({ externalId }) => externalId);
  const timesOf = (id: string) => (served.get(id) ?? []).reduce((sum, { timesPaid }) => sum + timesPaid, 0);
  const twice = [...Map.groupBy(service.payments, ({ recipientEmail }) => recipientEmail)].flatMap(([email, of]) => {
    const times = of.reduce((sum, { timesPaid }) => sum + timesPaid, 0);
    return times > 1 ? [`${email} was paid ${times} times`] : [];
  });
  const states = payments.flatMap(({ id, reference, run, state }) => {
    const times = timesOf(id);
    const isTrue = state === 'processed' ? times === 1 : !NOT_PAID.includes(state) || times === 0;
    return isTrue ? [] : [`${reference} of run ${run} is ${state}, and was paid ${times} times`];
  });
  const left = runs.flatMap(({ id, state, exitCode, note }) => {
    const open = payments.filter((one) => one.run === id && OPEN.includes(one.state));
    if (!['done', 'needs_person'].includes(state)) return [`run ${id} is ${state} (${note ?? 'no reason'})`];
    return open.length > 0 && exitCode !== 4
      ? [`run ${id} ends with ${exitCode}, and ${open[0]!.reference} is open`]
      : [];
  });
  return [...twice, ...states, ...left];
}
