import { approveAll } from './denied-start.ts';
import type { Office, Said } from './office.ts';
import type { Step } from './steps.ts';

/** Users who may approve runs that someone else has made. */
export const APPROVERS = ['carla', 'olaf'];
/** A merchant that these teams do not pay by. */
const OTHER = 'sandbox';

/** Users who may not: a viewer, and an approver of another merchant. */
export const OUTSIDERS = {
  victor: ['--role', 'viewer'],
  otto: ['--role', 'approver', '--merchants', OTHER],
} as const;
const INSIDERS = {
  ada: ['--role', 'admin'],
  mia: ['--role', 'maker'],
  carla: ['--role', 'approver'],
  olaf: ['--role', 'approver'],
} as const;

/** Adds the users, so that from now on no one may call themselves anything. */
export async function learnUsers(office: Office): Promise<string> {
  for (const [name, rights] of Object.entries({ ...INSIDERS, ...OUTSIDERS })) {
    const { error } = await office.say('users', 'add', name, ...rights, '--provider', '--as', 'ada');
    if (error !== null) office.wrong.push(`ada cannot add ${name}: ${error}`);
    office.users.add(name);
  }
  return 'Payrun learns who is who.';
}

/** An admin's changes to an approver. */
const USER_CHANGES: Readonly<Record<string, (office: Office, who: string) => Promise<Said>>> = {
  disables: ({ say }, who) => say('users', 'disable', who, '--as', 'ada'),
  'makes a viewer of': ({ say }, who) => say('users', 'role', who, 'viewer', '--as', 'ada'),
  'limits to 1 EUR': ({ say }, who) => say('users', 'role', who, 'approver', '--limit', 'EUR=1', '--as', 'ada'),
  'takes the merchant from': ({ say }, who) =>
    say('users', 'role', who, 'approver', '--merchants', OTHER, '--as', 'ada'),
  'gives all rights back to': restoreApprover,
};

/** Makes a user who may approve everything of someone again. */
export async function restoreApprover({ say }: Pick<Office, 'say'>, who: string): Promise<Said> {
  await say('users', 'enable', who, '--as', 'ada');
  return say('users', 'role', who, 'approver', '--limit', 'none', '--merchants', 'all', '--as', 'ada');
}

/** Each is stricter than the rules with which a team begins. */
const STRICTER = [
  ['approval.policy', 'manual'],
  ['approval.perRun', 'EUR=10.00'],
  ['approval.two', 'EUR=10.00'],
] as const;

export const userLimited: Step = {
  name: 'a user is disabled or limited',
  weight: 3,
  async take(office) {
    if (office.users.size === 0) return learnUsers(office);
    const who = office.random.oneOf(APPROVERS);
    const what = office.random.oneOf(Object.keys(USER_CHANGES));
    const { code } = await USER_CHANGES[what]!(office, who);
    return `ada ${what} ${who}: exit ${code}.`;
  },
};

export const rulesStricter: Step = {
  name: 'a rule becomes stricter',
  weight: 1,
  async take(office) {
    const rule = office.random.oneOf(STRICTER);
    const { code } = await office.say('rules', 'set', ...rule, '--yes', '--as', 'ada');
    return `ada sets ${rule.join(' to ')}: exit ${code}.`;
  },
};

/** More than all balances. */
const ALL_MONEY = '5000000.00';

/** Approvals that have to wait for money, while users and rules change. `daily`: what else people do. */
export const authorityLost = (daily: readonly Step[]): Step => ({
  name: 'an approval whose grounds change',
  weight: 4,
  async take(office) {
    const { control, random } = office;
    const story = office.users.size === 0 ? [await learnUsers(office)] : [];
    const goOn = async ({ take }: Step) => void story.push(`  ${await take(office)}`);
    if (random.chance(0.4)) await goOn(rulesStricter);
    await control('fund', { currency: 'EUR', amount: `-${ALL_MONEY}` });
    story.push('  The money is gone.');
    await goOn(daily[0]!);
    await approveAll(office, story);
    if (random.chance(0.5)) await approveAll(office, story, 'olaf');
    for (let n = random.upTo(2); n >= 0; n--) await goOn(random.oneOf([userLimited, userLimited, rulesStricter]));
    await control('fund', { currency: 'EUR', amount: ALL_MONEY });
    story.push('  The money is back.');
    const { code } = await office.say('resume');
    story.push(`  mia resumes: exit ${code}.`);
    return story.join('\n');
  },
});
