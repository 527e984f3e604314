import { systemClock } from '../../src/platform/clock.ts';
import { learnUsers } from './authority.ts';
import { approveAll } from './denied-start.ts';
import type { Office } from './office.ts';
import type { Part } from './servers.ts';
import { FORMS, type Form } from './sheet.ts';
import type { Step } from './steps.ts';

const PARTS: readonly (readonly Part[])[] = [['workers'], ['workers', 'inbox'], ['workers', 'inbox', 'schedule']];
/** Between a kill and the next server. */
const GONE_MS = [0, 20_000, 180_000];
/** How long a server stands still that is not killed: longer than it may keep a run. */
const STILL_MS = 60_000;
const LOOK_MS = 5_000;
/** Looks after which servers that still have work are stopped. */
const MOST_LOOKS = 120;

/** A sheet in the inbox. `nextSheet`: makes it. */
export const dropped = (nextSheet: (office: Office) => void): Step => ({
  name: 'a dropped sheet',
  weight: 4,
  async take(office) {
    const { random } = office;
    nextSheet(office);
    const form = random.oneOf(Object.keys(FORMS) as readonly Form[]);
    const isOpen = random.chance(0.3);
    await office.drop(form, isOpen);
    return `Somebody drops the sheet ${form}${isOpen ? ', which others may have written' : ''}.`;
  },
});

/** Servers work, one or two, while people do some of `deeds` at once; a server that is killed is replaced. */
export const atOnce = (deeds: readonly Step[]): Step => ({
  name: 'servers',
  weight: 4,
  async take(office) {
    const story = office.users.size === 0 ? [await learnUsers(office)] : [];
    story.push(...(await work(office, deeds)));
    return story.join('\n  ');
  },
});

/** A sheet with a pay date; on that day at its time, or in the night before, servers work. */
export const payDate = (deeds: readonly Step[]): Step => ({
  name: 'a pay date',
  weight: 2,
  async take(office) {
    const { random } = office;
    const story = office.users.size === 0 ? [await learnUsers(office)] : [];
    const on = 1 + random.upTo(2);
    const { code } = await office.pay('as CSV', '--yes', '--as', 'mia', '--on', dayIn(on));
    story.push(`mia pays the sheet on ${dayIn(on)}: exit ${code}.`);
    if (random.chance(0.7)) await approveAll(office, story);
    const hour = random.oneOf([NIGHT, PAY_TIME]);
    await systemClock.sleep(Date.parse(`${dayIn(on)}T${hour}Z`) - Date.now());
    story.push(`It is ${hour} on ${dayIn(0)}.`, ...(await work(office, deeds)));
    return story.join('\n  ');
  },
});

/** Shortly before the nightly job, and before the time at which runs start on their pay date. */
const [NIGHT, PAY_TIME] = ['01:59:30', '08:59:30'];
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function work(office: Office, deeds: readonly Step[]): Promise<readonly string[]> {
  const { random } = office;
  const stop = new AbortController();
  const all = PARTS.at(-1)!;
  const servers = [all, ...random.some(1, () => random.oneOf(PARTS))].map((parts) => serve(office, parts, stop.signal));
  const done = await Promise.all([deed(office, deeds), ...random.some(2, () => deed(office, deeds))]);
  const left = await untilIdle(office);
  stop.abort();
  const kills = (await Promise.all(servers)).reduce((sum, one) => sum + one, 0);
  const end = `Meanwhile ${servers.length} servers work, ${kills} killed. Left: ${left.join(', ') || 'nothing'}.`;
  return [...done.flatMap((one) => one ?? []), end];
}

/** One of the deeds that there is something to do for. */
async function deed(office: Office, deeds: readonly Step[]): Promise<string | null> {
  for (let tries = 0; tries < 5; tries++) {
    const told = await office.random.oneOf(deeds).take(office);
    if (told !== null) return told;
  }
  return null;
}

/** Work that a server does not do, although nothing disturbs it, and dropped sheets that are lost, as sentences (G4, G9). */
export async function unfinishedWork(office: Office): Promise<readonly string[]> {
  const stop = new AbortController();
  const server = office.serve(PARTS.at(-1)!, stop.signal);
  const left = await untilIdle(office);
  stop.abort();
  await server;
  return [...left.map((what) => `a server has left that ${what}`), ...(await office.lostSheets())];
}

/** Keeps a server running. Returns how often it was killed. */
async function serve(office: Office, parts: readonly Part[], stop: AbortSignal): Promise<number> {
  const { random } = office;
  for (let kills = 0; ; kills++) {
    if (kills === 0 && random.chance(0.4)) office.killNext('worker', random.oneOf([undefined, undefined, STILL_MS]));
    if ((await office.serve(parts, stop)) !== null || stop.aborted) return kills;
    await systemClock.sleep(random.oneOf(GONE_MS));
  }
}

/** Waits until servers have nothing to do soon. Returns what they still have after a long while. */
export async function untilIdle(office: Office): Promise<readonly string[]> {
  let left: readonly string[] = [];
  for (let n = 0; n < MOST_LOOKS; n++) {
    await systemClock.sleep(LOOK_MS);
    left = await office.work();
    if (left.length === 0) break;
  }
  return left;
}
