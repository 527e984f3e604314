import { learnUsers } from './authority.ts';
import type { Office } from './office.ts';
import { sentForm } from './page-steps.ts';
import type { BookedPayment } from './read-books.ts';
import { ibanOf, PEOPLE, type Row, type Sheet } from './sheet.ts';
import type { Step } from './steps.ts';

type Cells = Row['cells'];
type Changes = Partial<Cells>;

/** Cells with which a row is refused. */
const REFUSED: readonly ((cells: Cells) => Changes)[] = [
  ({ iban }) => ({ iban: `${iban.slice(0, -1)}${(Number(iban.at(-1)) + 1) % 10}` }),
  () => ({ amount: '12.345' }),
  () => ({ country: 'ZZ' }),
];
const CORRECTABLE = ['invalid', 'failed', 'returned'];

/**
 * Someone types cells of rows that were not paid into the page, before the run is submitted or after it, and pays them.
 * `ways`: how the sheet of now gets to Payrun.
 */
export const rowsCorrected = (
  makeSheet: (office: Office) => void,
  ...ways: readonly ((office: Office) => Promise<string>)[]
): Step => ({
  name: 'rows corrected on the page',
  weight: 4,
  async take(office) {
    const { random } = office;
    const story = office.users.size === 0 ? [await learnUsers(office)] : [];
    if (random.chance(0.7)) {
      makeSheet(office);
      office.sheet = withRefused(office);
      story.push(await random.oneOf(ways)(office));
    }
    const { payments } = await office.books();
    const runs = [...new Set(payments.flatMap(({ run, state }) => (CORRECTABLE.includes(state) ? run : [])))];
    if (runs.length === 0) return story.join(' ') || null;
    const run = random.chance(0.7) ? runs.at(-1)! : random.oneOf(runs);
    const rows = payments.filter((one) => one.run === run && CORRECTABLE.includes(one.state));
    const typed = new Map(rows.flatMap((one) => (random.chance(0.8) ? [[one, changesOf(office, one)] as const] : [])));
    office.correct(run, typed);
    const fields = Object.fromEntries(
      [...typed].flatMap(([{ id }, changes]) =>
        Object.entries(changes).map(([name, value]) => [`${name === 'iban' ? 's' : 'c'}.${id}.${name}`, value]),
      ),
    );
    const typist = { who: 'mia', at: `/runs/${run}/fix`, action: 'fix', typed: { ...fields, intent: 'pay' } };
    const [told, page] = await sentForm(office, typist);
    story.push(told);
    const [, made] = /^\/runs\/(\d+)/.exec(page?.location ?? '') ?? [];
    if (made !== undefined)
      story.push((await sentForm(office, { who: 'mia', at: `/runs/${made}`, action: 'submit' }))[0]);
    return story.join(' ');
  },
});

/** The sheet of now, of which one row or two are refused. */
function withRefused({ sheet, random }: Office): Sheet {
  const wrong = new Set([0, ...random.some(1, () => 1)]);
  return {
    ...sheet,
    rows: sheet.rows.map((row, i) =>
      wrong.has(i) ? { ...row, cells: { ...row.cells, ...random.oneOf(REFUSED)(row.cells) } } : row,
    ),
  };
}

/** Cells as they should have been, most often. */
function changesOf({ random, origins }: Office, { id }: BookedPayment): Changes {
  const { cells } = origins.get(id)!.row;
  const person = Number(/\d+/.exec(cells.email)?.[0] ?? 0);
  const right = { iban: ibanOf(person), country: 'DE', ...(cells.amount === '12.345' ? { amount: '12.30' } : {}) };
  if (random.chance(0.7)) return right;
  return random.oneOf([
    { ...right, iban: ibanOf(random.upTo(PEOPLE), true) },
    { ...right, amount: `${Number(cells.amount || 12) + 1}` },
    { country: 'ZZ' },
  ]);
}
