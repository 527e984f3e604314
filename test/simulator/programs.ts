import { learnUsers } from './authority.ts';
import type { Answered, Asked, Office } from './office.ts';
import type { Sheet } from './sheet.ts';
import type { Step } from './steps.ts';

/** Times that a program sends a request again that has no answer. */
const TIMES = 12;
/** After this, a request whose process is gone can be taken again. */
const MINUTES = 6 / (24 * 60);
/** Decisions are for people: there are no such paths. */
const DECISIONS = ['approve', 'reject', 'release', 'accept', 'resolve'];

/** A program makes a run by the API, often twice, submits it, and workers carry it on. `makeSheet`: what it pays. */
export const programPays = (makeSheet: (office: Office) => void): Step => ({
  name: 'a program',
  weight: 3,
  async take(office) {
    const { random } = office;
    const story = office.users.size === 0 ? [await learnUsers(office)] : [];
    const token = await tokenOf(office);
    if (office.sheet.rows.length === 0 || random.chance(0.7)) makeSheet(office);
    const key = `key-${office.dues}-${random.upTo(1_000_000)}`;
    const make = { path: '/runs', token, key, body: { name: 'from the ERP', rows: rowsOf(office.sheet) } };
    const before = new Set((await office.books()).runs.map(({ id }) => id));
    if (random.chance(0.5)) office.killNext('serve');
    const both = await Promise.all(
      [make, ...(random.chance(0.5) ? [make] : [])].map((one) => untilAnswered(office, one)),
    );
    story.push(
      `  a program makes a run, ${both.length === 1 ? 'once' : 'twice'} at the same time: ${both.map(toldOf).join(' and ')}.`,
    );
    const made = (await office.books()).runs.filter(({ id, lead }) => lead === null && !before.has(id));
    const runs = made.map(({ id }) => id);
    const named = new Set(both.flatMap((one) => (one?.status === 201 ? String(one.document.run) : [])));
    if (runs.length > 1) office.wrong.push(`one key made the runs ${runs.join(' and ')}`);
    if (named.size > 0 && [...named].join() !== runs.join())
      office.wrong.push(
        `the key made run ${runs.join() || 'none'}, and the program was told ${[...named].join(' and ')}`,
      );
    const [run] = named;
    if (run === undefined) return story.join('\n');

    const other = await office.ask({ ...make, body: { ...make.body, name: 'another' } });
    if (other && other.status < 500 && other.code !== 'idempotency_key_reused')
      office.wrong.push(`the key of run ${run} took other rows: ${toldOf(other)}`);
    const decision = random.oneOf(DECISIONS);
    const decided = await office.ask({ path: `/runs/${run}/${decision}`, token, body: {} });
    if (decided && decided.status !== 404) office.wrong.push(`a program could ${decision}: ${toldOf(decided)}`);
    const shown = (await toSubmit(office, run, token)) ?? (await toSubmit(office, run, token));
    if (shown !== null) {
      const submit = { path: `/runs/${run}/submit`, token, key: `submit-${key}`, body: { shown } };
      story.push(`  it submits run ${run}: ${toldOf(await untilAnswered(office, submit))}.`);
    }
    const { code } = await office.say('resume');
    story.push(`  workers go on: exit ${code}.`);
    return story.join('\n');
  },
});

/** The review of a run; null if nothing is to be submitted, or it is not read yet: then workers read it. */
async function toSubmit(office: Office, run: string, token: string): Promise<string | null> {
  const read = await untilAnswered(office, { path: `/runs/${run}`, token });
  const { shown } = (read?.document.toSubmit ?? {}) as { shown?: string };
  if (shown !== undefined) return shown;
  await office.say('resume');
  return null;
}

/** Each of its requests is a process of its own, as if every answer could come from another server. */
async function untilAnswered(office: Office, asked: Asked): Promise<Answered | null> {
  for (let time = 0; time < TIMES; time++) {
    const answered = await office.ask(asked);
    if (answered !== null && answered.status < 500 && answered.code !== 'request_in_progress') return answered;
    if (answered?.code === 'request_in_progress') await office.letDaysPass(MINUTES);
  }
  return null;
}

/** The token of a program that the ledger of now knows; a restored one may not. */
async function tokenOf(office: Office): Promise<string> {
  const name = `erp-${office.random.upTo(1_000_000)}`;
  const rights = ['--role', 'maker', '--until', '2099-12-31', '--as', 'ada'];
  const { text } = await office.say('tokens', 'add', name, ...rights);
  return (JSON.parse(text) as { token: string }).token;
}

/** Cells without a value are left out, as programs do. */
const rowsOf = ({ columns, rows }: Sheet) =>
  rows.map(({ cells }) => Object.fromEntries(columns.map((one) => [one, cells[one]]).filter(([, value]) => value)));

const toldOf = (answered: Answered | null): string =>
  answered === null ? 'no answer' : `${answered.status}${answered.code === null ? '' : ` (${answered.code})`}`;
