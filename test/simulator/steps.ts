import { systemClock } from '../../src/platform/clock.ts';
import { VERIFIED } from '../support/person.ts';
import { atOnce, dropped, payDate } from './at-once.ts';
import { APPROVERS, authorityLost, learnUsers, OUTSIDERS, rulesStricter, userLimited } from './authority.ts';
import { wrongFindings } from './compare-service.ts';
import { rowsCorrected } from './corrections.ts';
import { deniedStart, returnTakenBack } from './denied-start.ts';
import { CORRECTIONS, EDITS, OTHER_MERCHANT } from './edits.ts';
import { HAND_EDIT_KINDS } from './hand-edits.ts';
import { oddService } from './odd-service.ts';
import { BALANCE, type Office, type Said } from './office.ts';
import { pageSteps, uploaded } from './page-steps.ts';
import { programPays } from './programs.ts';
import { FORMS, type Form, newSheet, PEOPLE, SPELLINGS } from './sheet.ts';

/** One thing that people do. */
export interface Step {
  readonly name: string;
  readonly weight: number;
  /** Does it, and says in plain words what it was and how it ended; null where there was nothing to do it to. */
  readonly take: (office: Office) => Promise<string | null>;
}

const FORM_NAMES = Object.keys(FORMS) as readonly Form[];
/** After this, a run whose process shows no sign of life is taken by another one. */
const LEASE_MS = 20_000;
/** Steps in no order. */
const DAILY: readonly Step[] = [
  {
    name: 'a new sheet',
    weight: 3,
    take: async (office) => {
      makeSheet(office);
      return payNow(office, 'a new sheet');
    },
  },
  { name: 'the same sheet again', weight: 3, take: (office) => payNow(office, 'the same sheet under another name') },
  {
    name: 'an edited sheet',
    weight: 8,
    take: (office) => {
      const edits = [edit(office), ...office.random.some(1, () => edit(office))];
      return payNow(office, `the sheet with ${edits.join(', and ')}`);
    },
  },
  {
    name: 'time',
    weight: 2,
    take: async (office) => {
      await office.letDaysPass(8);
      return 'Eight days pass.';
    },
  },
  {
    name: 'resume',
    weight: 2,
    take: async (office) => ended('mia resumes', await office.say('resume')),
  },
  {
    name: 'settle',
    weight: 1,
    take: async (office) => ended('mia asks what became of everything', await office.say('settle')),
  },
  {
    name: 'verify',
    weight: 1,
    take: async (office) => {
      office.wrong.push(...(await wrongFindings(office)));
      return 'mia verifies.';
    },
  },
  {
    name: 'an edit in the service',
    weight: 3,
    take: async ({ hands, random, without }) => {
      const before = hands.done.length;
      await hands.edit(random.oneOf(handEdits(without)), random.upTo(6));
      return (
        hands.done
          .slice(before)
          .map((what) => `${what}.`)
          .join(' ') || null
      );
    },
  },
  {
    name: 'an edit in the service during the next call',
    weight: 3,
    take: async (office) => {
      const { hands, random } = office;
      const [method, path] = random.oneOf(MOMENTS);
      const kind = random.oneOf(handEdits(office.without));
      const before = hands.done.length;
      hands.plan({ kind, nth: random.upTo(6), match: { method, path }, skip: 0 });
      makeSheet(office);
      const story = await payNow(office, 'a new sheet');
      return [story, ...hands.done.slice(before).map((what) => `meanwhile, before ${method} ${path}, ${what}`)].join(
        '; ',
      );
    },
  },
  {
    name: 'approve',
    weight: 4,
    take: (office) =>
      withRun(
        office,
        'waiting_approval',
        (run, who) => office.say('approve', run, '--as', who, '--yes', '--verified', VERIFIED),
        'approves',
      ),
  },
  {
    name: 'reject',
    weight: 1,
    take: (office) =>
      withRun(
        office,
        'waiting_approval',
        (run, who) => office.say('reject', run, '--as', who, '--because', 'wrong month'),
        'rejects',
      ),
  },
  {
    name: 'release',
    weight: 2,
    take: async (office) => {
      const { payments } = await office.books();
      const held = payments.filter(({ state, reference }) => state === 'held' && reference);
      if (held.length === 0) return null;
      const one = office.random.oneOf(held);
      const who = office.random.oneOf(APPROVERS);
      const output = await office.say('release', one.reference!, '--run', one.run, '--as', who, '--verified', VERIFIED);
      // Seen with its reason: to pay it is what they want.
      if (mayBeDone(output)) office.released.add(one.id);
      return ended(`${who} releases ${one.reference} of run ${one.run}`, output);
    },
  },
  {
    name: 'accept',
    weight: 2,
    take: async (office) => {
      const { payments } = await office.books();
      const other = payments.filter(({ state }) => state === 'discrepancy');
      if (other.length === 0) return null;
      const { id, reference, run } = office.random.oneOf(other);
      const who = office.random.oneOf(APPROVERS);
      const output = await office.say('accept', reference!, '--because', 'agreed by phone', '--as', who);
      if (mayBeDone(output)) office.accepted.add(id);
      return ended(`${who} accepts what the service did with ${reference} of run ${run}`, output);
    },
  },
  {
    name: 'rerun',
    weight: 2,
    take: async (office) => {
      const { runs } = await office.books();
      if (runs.length === 0) return null;
      const { id } = office.random.oneOf(runs);
      const states = office.random.oneOf(['failed', 'failed,returned,canceled', 'invalid,canceled']);
      const output = await office.say('rerun', id, '--state', states, '--as', 'mia', '--yes');
      return ended(`mia runs the ${states} rows of run ${id} again`, output);
    },
  },
  {
    name: 'resolve',
    weight: 2,
    take: async (office) => {
      const { payments } = await office.books();
      const unknown = payments.filter(({ state }) => state === 'unknown');
      if (unknown.length === 0) return null;
      const { reference, run } = office.random.oneOf(unknown);
      const word = office.random.oneOf(['--paid', '--not-paid']);
      const who = office.random.oneOf(APPROVERS);
      const output = await office.say('resolve', reference!, word, '--run', run, '--because', 'a guess', '--as', who);
      return ended(`${who} says ${word} of ${reference} without looking`, output);
    },
  },
  {
    name: 'failures in the service',
    weight: 1,
    take: async ({ control, random }) => {
      const person = random.upTo(PEOPLE);
      await control('outcomes', [
        { match: { recipientEmail: `person${person}@example.com` }, outcome: 'failed', reason: 'Account closed' },
      ]);
      return `From now on the bank of person${person} refuses payments.`;
    },
  },
  {
    name: 'money that is short',
    weight: 2,
    take: async (office) => {
      const fund = (amount: string) =>
        Promise.all(['EUR', 'USD'].map((currency) => office.control('fund', { currency, amount })));
      let isThere = true;
      const spend = async () => {
        if (isThere) await fund(`-${BALANCE}`);
        isThere = false;
      };
      // It is there when Payrun looks, and gone when the start arrives.
      if (office.random.chance(0.5))
        office.hands.plan({ kind: spend, nth: 0, match: { method: 'POST', path: '/start-processing$' }, skip: 0 });
      else await spend();
      makeSheet(office);
      const story = [await payNow(office, 'a new sheet while the balance is too small')];
      const [{ id } = { id: '' }] = (await office.books()).runs.slice(-1);
      const doing = office.random.oneOf(['settle', 'stop', 'nothing']);
      if (doing === 'settle') story.push(ended('mia settles', await office.say('settle')));
      if (doing === 'stop')
        story.push(ended(`mia stops run ${id}`, await office.say('stop', id, '--as', 'mia', '--because', 'no money')));
      await spend();
      await fund(BALANCE);
      return [...story, ended('the money comes, and mia resumes', await office.say('resume'))].join(' ');
    },
  },
  {
    name: 'a process that is killed',
    weight: 4,
    take: async (office) => {
      if (office.random.chance(0.5)) makeSheet(office);
      office.killNext('pay');
      const story = await payNow(office, 'the sheet');
      if (office.random.chance(0.5)) await office.letDaysPass(1 / 24);
      return story;
    },
  },
  {
    name: 'a process that stands still',
    weight: 3,
    take: async (office) => {
      const { random } = office;
      makeSheet(office);
      office.killNext('pay', random.oneOf([30_000, 300_000]));
      const [paid, resumed] = await Promise.all([
        payNow(office, 'a sheet'),
        systemClock.sleep(LEASE_MS).then(() => office.say('resume')),
      ]);
      return [paid, ended('meanwhile somebody resumes', resumed)].join(' ');
    },
  },
  {
    name: 'two at once',
    weight: 3,
    take: async (office) => {
      const { random } = office;
      if (office.sheet.rows.length === 0 || random.chance(0.5)) makeSheet(office);
      const waiting = (await office.books()).runs.find(({ state }) => state === 'waiting_approval');
      const deeds: Readonly<Record<string, () => Promise<Said>>> = {
        'pays the sheet': () => office.pay('as CSV', '--yes', '--as', 'mia'),
        resumes: () => office.say('resume'),
        settles: () => office.say('settle'),
        ...(waiting && {
          approves: () => office.say('approve', waiting.id, '--as', 'carla', '--yes', '--verified', VERIFIED),
          rejects: () => office.say('reject', waiting.id, '--as', 'olaf', '--because', 'wrong month'),
        }),
      };
      const names = Object.keys(deeds);
      const both = [random.oneOf(names), random.oneOf(names)];
      const found = await Promise.all(both.map((name) => deeds[name]!()));
      return both.map((name, i) => ended(`at the same time somebody ${name}`, found[i]!)).join(' ');
    },
  },
  {
    name: 'a service that answers oddly',
    weight: 3,
    take: async (office) => {
      const { random } = office;
      const odd = oddService(random, random.chance(0.7));
      office.setOddService(odd);
      if (random.chance(0.7)) makeSheet(office);
      const story = [await payNow(office, 'a sheet')];
      if (random.chance(0.5)) story.push(ended('mia resumes', await office.say('resume')));
      office.setOddService(null);
      return `${story.join(' ')} Meanwhile the service was odd: ${odd.tell().join(', ') || 'not at all'}.`;
    },
  },
  {
    name: 'people who may not',
    weight: 2,
    take: async (office) => {
      const { users, random } = office;
      if (users.size === 0) return learnUsers(office);
      const who = random.oneOf(Object.keys(OUTSIDERS));
      const { runs, payments } = await office.books();
      const waiting = runs.find(({ state }) => state === 'waiting_approval');
      const held = payments.find(({ state, reference }) => state === 'held' && reference);
      const output = waiting
        ? await office.say('approve', waiting.id, '--as', who, '--yes', '--verified', VERIFIED)
        : held
          ? await office.say('release', held.reference!, '--run', held.run, '--as', who, '--verified', VERIFIED)
          : null;
      if (output === null) return null;
      if (output.code !== null && output.error === null)
        office.wrong.push(`${who} may not, and ${waiting ? 'approved' : 'released'} it`);
      return ended(`${who}, who may not, ${waiting ? 'approves' : 'releases'}`, output);
    },
  },
  {
    name: 'another folder',
    weight: 1,
    take: async (office) => {
      office.home = await office.openHome('another home');
      return payNow(office, 'the same sheet, from another folder with a database of its own,');
    },
  },
  {
    name: 'the first folder again',
    weight: 1,
    take: async (office) => {
      const [first] = office.homes;
      if (office.home === first) return null;
      office.home = Object.assign(first!, { knowsAll: false });
      return payNow(office, 'the same sheet, from the first folder again,');
    },
  },
  {
    name: 'a restored copy',
    weight: 1,
    take: async (office) => {
      const backup = await office.copyHome(office.home, 'a backup');
      // Most often something is lost: the copy does not know the new sheet.
      if (office.random.chance(0.7)) makeSheet(office);
      const story = await payNow(office, 'the sheet');
      office.home = backup;
      return `${story} Then the database is restored to the copy from before that.`;
    },
  },
  {
    name: 'adopt',
    weight: 2,
    take: async (office) => {
      const shown = await office.say('adopt', '--dry-run');
      // Exit 0: the ledger knows every batch.
      if (shown.code === 0) return null;
      return ended('ada reads in what the ledger does not know', await office.say('adopt', '--yes', '--as', 'ada'));
    },
  },
  {
    name: 'a corrected sheet after an adoption',
    weight: 2,
    take: async (office) => {
      if (office.random.chance(0.5) || office.sheet.rows.length === 0) makeSheet(office);
      const begun = await payNow(office, 'a sheet');
      office.home = await office.openHome('another home');
      const adopted = ended('ada reads all into a new ledger', await office.say('adopt', '--yes', '--as', 'ada'));
      return `${begun} ${adopted} ${await payNow(office, `the sheet with ${edit(office, CORRECTIONS)}`)}`;
    },
  },
];

const PAGES = pageSteps(nextSheet);
const CORRECTED = rowsCorrected(
  makeSheet,
  (office) => payNow(office, 'a sheet with rows that are refused'),
  async (office) => (await uploaded(office))[0],
);
/** What people do while servers work. */
const BESIDE = [
  'a new sheet',
  'the same sheet again',
  'an edited sheet',
  'resume',
  'settle',
  'approve',
  'reject',
  'release',
  'accept',
  'rerun',
  'an edit in the service during the next call',
];

const DEEDS: readonly Step[] = [
  ...DAILY.filter(({ name }) => BESIDE.includes(name)),
  ...[...PAGES, CORRECTED, dropped(nextSheet)].flatMap((step) => Array.from({ length: step.weight }, () => step)),
];

/** Everything that people and programs do. */
export const STEPS: readonly Step[] = [
  ...DAILY,
  ...PAGES,
  atOnce(DEEDS),
  payDate(DEEDS),
  programPays(makeSheet),
  CORRECTED,
  userLimited,
  rulesStricter,
  authorityLost(DAILY),
  deniedStart(DAILY),
  returnTakenBack(DAILY),
];

const handEdits = (without: ReadonlySet<string>) => HAND_EDIT_KINDS.filter((kind) => !without.has(kind));

/** Moments in a run that are worth an edit. */
const MOMENTS = [
  ['POST', '/v1/batches/?$'],
  ['POST', '/generate-quote$'],
  ['GET', '/v1/batches/[^/]+$'],
  ['DELETE', '/v1/batches/[^/]+$'],
  ['GET', '/v1/balances'],
  ['GET', '/payments'],
  ['POST', '/start-processing$'],
] as const;

/** Two to four people, each with a payment that no one has made before. */
function makeSheet(office: Office): void {
  const { random } = office;
  const from = random.upTo(PEOPLE - 3);
  const people = Array.from({ length: 2 + random.upTo(3) }, (_, i) => from + i);
  const dues = people.map((person) => {
    office.dues += 1;
    return { due: `payment ${office.dues}`, number: office.dues, person };
  });
  office.sheet = newSheet(dues, random.oneOf(Object.values(SPELLINGS)), office.merchants);
}

/** A new sheet, the same one, or that one with an edit. */
function nextSheet(office: Office): void {
  const kind = office.sheet.rows.length === 0 ? 'new' : office.random.oneOf(['new', 'new', 'edited', 'same']);
  if (kind === 'new') makeSheet(office);
  if (kind === 'edited') edit(office);
}

function edit(office: Office, which: readonly string[] = Object.keys(EDITS)): string {
  const isOff = (one: string) => office.without.has(one) || (one === OTHER_MERCHANT && office.merchants.length === 1);
  const name = office.random.oneOf(which.filter((one) => !isOff(one)));
  if (office.sheet.rows.length === 0) makeSheet(office);
  office.sheet = EDITS[name]!(office.sheet, office.random, office.merchants);
  return name;
}

async function payNow(office: Office, what: string): Promise<string> {
  if (office.sheet.rows.length === 0) makeSheet(office);
  const form = office.random.oneOf(FORM_NAMES);
  return ended(`mia pays ${what} ${form}`, await office.pay(form, '--yes', '--as', 'mia'));
}

async function withRun(
  office: Office,
  state: string,
  decide: (run: string, who: string) => Promise<Said>,
  verb: string,
): Promise<string | null> {
  const { runs } = await office.books();
  const waiting = runs.filter((run) => run.state === state);
  if (waiting.length === 0) return null;
  const { id } = office.random.oneOf(waiting);
  const who = office.random.oneOf(APPROVERS);
  return ended(`${who} ${verb} run ${id}`, await decide(id, who));
}

/** A command that was killed or stopped, or lost its database or its disk, may have done what it was asked to. */
const mayBeDone = ({ error }: Said) => [null, 'database_unreachable', 'file_unwritable', 'stopped'].includes(error);

const ended = (what: string, { code, error }: Said) =>
  `${what}: ${code === null ? 'killed' : `exit ${code}`}${error === null ? '.' : ` (${error}).`}`;
