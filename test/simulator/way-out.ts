import { VERIFIED } from '../support/person.ts';
import { APPROVERS, restoreApprover } from './authority.ts';
import type { Office } from './office.ts';
import type { BookedPayment } from './read-books.ts';

type Way = (office: Office, run: string) => Promise<unknown>;

const approvedBy =
  (who: string): Way =>
  ({ say }, run) =>
    say('approve', run, '--as', who, '--yes', '--verified', VERIFIED);

const resume: Way = ({ say }, run) => say('resume', run);

/** Says a command about each payment of a run in one state. */
const each =
  (state: string, command: (payment: BookedPayment) => readonly string[]): Way =>
  async ({ books, say }, run) => {
    const { payments } = await books();
    for (const payment of payments)
      if (payment.run === run && payment.state === state && payment.reference) await say(...command(payment));
  };

/** Actions that Payrun offers for a run that has not ended, in the order in which people would try them. */
const WAYS: readonly Way[] = [
  // A restored database does not know what was sent since then.
  ({ say }) => say('adopt', '--yes', '--as', 'ada'),
  resume,
  ({ say }) => say('settle'),
  ({ say }, run) => say('discard', run, '--as', 'ada'),
  ...APPROVERS.map(approvedBy),
  each('held', ({ reference, run }) => [
    'dismiss',
    reference!,
    '--run',
    run,
    '--because',
    'paid before',
    '--as',
    'ada',
  ]),
  each('discrepancy', ({ reference, run }) => [
    'accept',
    reference!,
    '--run',
    run,
    '--because',
    'so be it',
    '--as',
    'ada',
  ]),
  // A batch that was sent, or a payment that was added, from outside Payrun, by the note of its run.
  async ({ books, say }, run) => {
    const { note } = (await books()).runs.find(({ id }) => id === run)!;
    for (const [found] of note?.matchAll(/\b[BP]-\w+/g) ?? [])
      await say('accept', found, '--run', run, '--because', 'so be it', '--as', 'ada');
  },
  each('unknown', ({ reference, run }) => [
    ...['resolve', reference!, '--not-paid', '--run', run, '--because', 'the bank says so', '--as', 'ada'],
  ]),
  each('unknown', ({ reference, run }) => [
    ...['resolve', reference!, '--paid', '--run', run, '--because', 'the bank says so', '--as', 'ada'],
  ]),
  ({ say }, run) => say('reject', run, '--because', 'it is stuck', '--as', 'ada'),
  ({ say }, run) => say('withdraw', run, '--because', 'it is stuck', '--as', 'mia'),
  ({ say }, run) => say('stop', run, '--because', 'it is stuck', '--as', 'mia'),
];

/** Runs that no offered action ends, as sentences (G9): with a service that answers, money, and users who may. */
export async function runsWithoutWayOut(office: Office): Promise<readonly string[]> {
  const { control, hands, users } = office;
  const unfinished = async () => (await office.books()).runs.filter(({ state }) => state !== 'done');
  if ((await unfinished()).length === 0) return [];
  hands.deny(null);
  await control('faults', []);
  await control('fund', { currency: 'EUR', amount: '9000000.00' });
  if (users.size > 0) for (const who of APPROVERS) await restoreApprover(office, who);
  for (const way of WAYS) for (const { id } of await unfinished()) await way(office, id);
  // A release or an acceptance by one of them lets the run continue.
  for (const { id } of await unfinished()) await resume(office, id);
  return (await unfinished()).map(({ id, state, note }) => `nothing ends run ${id}: ${state}, ${note ?? 'no reason'}`);
}
