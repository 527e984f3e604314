import { VERIFIED } from '../support/person.ts';
import type { Office } from './office.ts';
import type { BookedPayment } from './read-books.ts';
import type { Step } from './steps.ts';

/** The start arrives, its answer is lost, and the first look at the batch finds nothing: the outcome is not known. */
const LOST_START = [
  { match: { method: 'POST', path: 'start-processing' }, times: 1, effect: 'after', do: 'drop' },
  { match: { method: 'GET', path: '^/v1/batches/B-[^/]+$' }, times: 2, do: 'status', status: 404, code: 'not_found' },
];
/** Steps that people continue with while the service denies, and afterwards. */
const MEANWHILE = new Set([
  'the same sheet again',
  'an edited sheet',
  'approve',
  'reject',
  'release',
  'rerun',
  'resume',
  'settle',
  'accept',
  'a process that is killed',
]);
/** Commands that first read that the service shows the payments as paid after all. */
const READERS = [['settle'], ['resume'], ['run', 'nightly'], ['verify', '--remote'], ['run', 'reconcile']] as const;

/**
 * A start whose answer is lost; then the service denies for a while what it has paid, a person says that it was not
 * paid, people continue, and at last the service shows what it did. `daily`: other steps.
 */
export const deniedStart = (daily: readonly Step[]): Step => ({
  name: 'a start that the service denies',
  weight: 2,
  async take(office) {
    const { control, hands, random } = office;
    const [newSheet] = daily;
    const sent = await batchesOf(office);
    await control('faults', LOST_START);
    const story = [`The answer to the next start is lost. ${await newSheet!.take(office)}`];
    await approveAll(office, story);
    await control('faults', []);
    const batches = await paidSince(office, sent);
    if (batches.size === 0) return story.join('\n');

    const how = random.oneOf(['failed', 'gone'] as const);
    hands.deny({ how, batches });
    story.push(`  From now on the service shows its payments as ${how}.`);
    for (const one of await unconfirmedOf(office)) {
      const say = ['resolve', one.reference!, '--not-paid', '--run', one.run, '--because', 'the bank says so'];
      const { code, error } = await office.say(...say, '--as', 'carla');
      story.push(
        `  carla says that ${one.reference} was not paid: exit ${code}${error === null ? '' : ` (${error})`}.`,
      );
    }
    await untilShown(office, daily, story);
    return story.join('\n');
  },
});

/** Two of them at most: each costs seconds where the service finds nothing. */
async function unconfirmedOf({ books, denied }: Office): Promise<readonly BookedPayment[]> {
  const { payments } = await books();
  return payments.filter(({ id, state, reference }) => state === 'unknown' && reference && denied.has(id)).slice(0, 2);
}

/**
 * Payments that the service shows as returned, and then as paid again after people continued, also with sheets under
 * other references. `daily`: other steps.
 */
export const returnTakenBack = (daily: readonly Step[]): Step => ({
  name: 'a return that the service takes back',
  weight: 2,
  async take(office) {
    const { hands } = office;
    const [newSheet] = daily;
    const sent = await batchesOf(office);
    hands.deny({ how: 'returned', batches: { has: (id) => !sent.has(id) } });
    const story = [`What is paid next comes back. ${await newSheet!.take(office)}`];
    await approveAll(office, story);
    await office.say('settle');
    hands.deny({ how: 'returned', batches: await paidSince(office, sent) });
    await untilShown(office, daily, story);
    return story.join('\n');
  },
});

const batchesOf = async (office: Office): Promise<ReadonlySet<string>> =>
  new Set((await office.serviceLedger()).batches.map(({ id }) => id));

/** The batches since then with paid payments: the service denies their content. */
async function paidSince(office: Office, sent: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const { payments } = await office.serviceLedger();
  const batches = new Set(payments.flatMap((one) => (one.timesPaid > 0 && !sent.has(one.batchId) ? one.batchId : [])));
  for (const one of payments) if (batches.has(one.batchId)) office.denied.add(one.externalId);
  return batches;
}

/** Approves every run that awaits an approval. */
export async function approveAll(office: Office, story: string[], who = 'carla'): Promise<void> {
  for (const { id, state } of (await office.books()).runs)
    if (state === 'waiting_approval') {
      const { code } = await office.say('approve', id, '--as', who, '--yes', '--verified', VERIFIED);
      story.push(`  ${who} approves run ${id}: exit ${code}.`);
    }
}

/** People continue while the service denies; at last it shows the truth, and someone reads it, or pays before that. */
async function untilShown(office: Office, daily: readonly Step[], story: string[]): Promise<void> {
  const { hands, random } = office;
  const meanwhile = daily.filter(({ name }) => MEANWHILE.has(name));
  const goOn = async () => {
    const output = await random.oneOf(meanwhile).take(office);
    if (output !== null) story.push(`  ${output}`);
  };
  for (let n = random.upTo(4); n >= 0; n--) await goOn();
  for (const one of (await office.serviceLedger()).payments)
    if (one.timesPaid > 0) office.paidBlind.add(one.externalId);
  hands.deny(null);
  const reader = random.oneOf(READERS);
  story.push(`  The service shows what it did.`);
  if (random.chance(0.3)) await goOn();
  story.push(`  ${reader.join(' ')} reads it.`);
  await office.say(...reader);
  if (random.chance(0.3)) await goOn();
  // One that was killed, or that lost its database, has not read everything.
  for (let isRead = false; !isRead; ) {
    const { code, error } = await office.say('settle');
    isRead = code !== null && error !== 'database_unreachable';
  }
}
