import { describe, expect, it } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';
import { strayBatches, wrongFindings } from './compare-service.ts';
import { EDITS } from './edits.ts';
import type { Office } from './office.ts';
import { promisedToKnow } from './promises.ts';
import type { BookedPayment } from './read-books.ts';
import { newSheet, SPELLINGS } from './sheet.ts';
import { type Authority, type SentBatch, whyUnauthorized } from './unauthorized-starts.ts';
import { violations } from './violations.ts';
import { runsWithoutWayOut } from './way-out.ts';

const MERCHANTS = ['south', 'default'];

/** One intended payment of 101.50 that was paid as its row says. */
function goodOffice() {
  const sheet = newSheet([{ due: 'payment 1', number: 1, person: 0 }], SPELLINGS.words, MERCHANTS);
  const [row] = sheet.rows;
  const served = {
    id: 'P-1',
    externalId: 'p1',
    batchId: 'B-1',
    accountId: 'A-1',
    amount: '101.50',
    currency: 'EUR',
    status: 'processed',
    timesPaid: 1,
  };
  const booked: { -readonly [K in keyof BookedPayment]?: BookedPayment[K] } = {
    id: 'p1',
    run: '1',
    row: 2,
    state: 'processed',
    reference: 'Bill 1 a',
    paid: '10150',
  };
  const origin = { row: row!, sheet, home: 'the first home', run: '1' };
  return {
    books: {
      runs: [{ id: '1', state: 'done', rowsIn: 1, exitCode: 0 }],
      payments: [booked],
      batches: [{ id: 'b1', run: '1', remoteId: 'B-1' }],
      untold: [] as string[],
    },
    service: { payments: [served] },
    ibans: new Map([['A-1', row!.cells.iban]]),
    payers: new Map([['P-1', 'default']]),
    origins: new Map([['p1', origin]]),
    released: new Set<string>(),
    accepted: new Set<string>(),
    denied: new Set<string>(),
    paidBlind: new Set<string>(),
    home: { name: 'the first home', knowsAll: true },
    hands: { done: [] as string[] },
    day: 0,
  };
}

type World = ReturnType<typeof goodOffice>;

function see({ books, service, ibans, payers, day, ...world }: World): Promise<readonly string[]> {
  const office = {
    ...world,
    judgedBooks: async () => books,
    serviceLedger: async () => service,
    ibans: async () => ibans,
    payers: () => payers,
  };
  return violations({ ...office, today: () => day } as unknown as Office, new Map(), true);
}

/** The sheet again, whose only row Payrun reports as already paid. */
function sayAlreadyPaid(world: World, iban: string): void {
  const origin = world.origins.get('p1')!;
  world.origins.set('p2', { ...origin, row: { ...origin.row, cells: { ...origin.row.cells, iban } } });
  const [first] = world.books.payments;
  world.books.payments.push({ ...first, id: 'p2', run: '2', state: 'already_paid', paid: null, earlier: 'p1' });
  world.books.runs.push({ ...world.books.runs[0]!, id: '2' });
}

/** Paid again by another payment, whose row is what `edit` makes of the first one. */
function payAgain(world: World, edit: keyof typeof EDITS): void {
  const { sheet, ...origin } = world.origins.get('p1')!;
  const edited = EDITS[edit]!(sheet, seededRandom(1), MERCHANTS);
  world.origins.set('p2', { ...origin, row: edited.rows[0]!, sheet: edited });
  world.service.payments.push({ ...world.service.payments[0]!, id: 'P-2', externalId: 'p2' });
  world.payers.set('P-2', edited.rows[0]!.cells.merchant);
  world.books.payments.push({ ...world.books.payments[0]!, id: 'p2' });
  world.books.runs[0]!.rowsIn = 2;
}

/** The service denied the first payment for a while, and its reference was paid again. */
function goodWorldPaidAgain(): World {
  const world = goodOffice();
  payAgain(world, 'references in small letters');
  world.denied.add('p1');
  world.paidBlind.add('p2');
  return world;
}

const WRONG: readonly [string, RegExp, (world: World) => void][] = [
  ['a payment that was paid twice', /P-1 twice/, ({ service }) => (service.payments[0]!.timesPaid = 2)],
  [
    'a reference that is spelled anew and was paid again',
    /same reference/,
    (world) => payAgain(world, 'references in small letters'),
  ],
  [
    'a person who got the same amount twice without a reference',
    /same amount 0 days/,
    (world) => payAgain(world, 'the reference column removed'),
  ],
  ['another amount', /101.51 instead of 101.5/, ({ service }) => (service.payments[0]!.amount = '101.51')],
  ['another account', /account that its row does not name/, ({ ibans }) => ibans.set('A-1', 'DE00')],
  ['another merchant', /merchant that its row does not name/, ({ payers }) => payers.set('P-1', 'south')],
  ['a payment of no row', /no row asks for/, ({ origins }) => origins.clear()],
  ['a state that is not so', /the service did not pay it/, ({ service }) => (service.payments[0]!.timesPaid = 0)],
  [
    'a payment that was paid and is free to be paid again',
    /is canceled, and the service paid it/,
    ({ books }) => (books.payments[0]!.state = 'canceled'),
  ],
  [
    'a row that is called already paid, and was not',
    /already_paid, and the service never paid it/,
    (world) => {
      sayAlreadyPaid(world, world.ibans.get('A-1')!);
      world.service.payments = [];
    },
  ],
  [
    'a row that is called already paid, and asks for another account',
    /already_paid, and asks for 101.5 EUR to DE00/,
    (world) => sayAlreadyPaid(world, 'DE00'),
  ],
  ['a cent', /the ledger says 10151/, ({ books }) => (books.payments[0]!.paid = '10151')],
  ['a run that is done and is not', /run 1 is done/, ({ books }) => (books.payments[0]!.state = 'batched')],
  [
    'an unconfirmed payment of which no one is told',
    /ends with 0, and Bill 1 a is unknown/,
    ({ books }) => (books.payments[0]!.state = 'unknown'),
  ],
  ['a change of which no program is told', /run 1 is paid/, ({ books }) => books.untold.push('run 1 is paid')],
  ['rows that are lost', /read 2 rows and has 1/, ({ books }) => (books.runs[0]!.rowsIn = 2)],
];

/** A batch of 101.50 that mia made, and carla approved after olaf. */
const APPROVED: SentBatch = {
  ...{ id: 'b1', run: '1', merchant: 'main', currency: 'EUR', maker: 'mia', debit: '10150', releasers: [] },
  ...{ isEarly: false, isRejected: false },
  events: [
    { kind: 'start_intended', actor: 'mia', data: {} },
    { kind: 'batch_approved', actor: 'carla', data: { first: 'olaf' } },
  ],
};
const approver = (name: string, rights: Partial<Authority['users'][number]> = {}) => ({
  ...{ name, role: 'approver', merchants: null, limits: null, disabled: false },
  ...rights,
});
const AUTHORITY: Authority = { users: [approver('carla'), approver('olaf')], rules: { two: { EUR: '100.00' } } };
const carlaNow = (rights: Parameters<typeof approver>[1]): Authority => ({
  ...AUTHORITY,
  users: [approver('carla', rights), approver('olaf')],
});
const approvedBy = (actor: string): SentBatch => ({
  ...APPROVED,
  events: [APPROVED.events[0]!, { kind: 'batch_approved', actor, data: {} }],
});

const UNAUTHORIZED: readonly [what: string, sentence: RegExp, authority: Authority, batch?: SentBatch][] = [
  ['a disabled approver', /carla is no user/, carlaNow({ disabled: true })],
  ['an approver who is a viewer now', /carla is a viewer/, carlaNow({ role: 'viewer' })],
  ['an approver without the merchant', /carla has lost/, carlaNow({ merchants: ['other'] })],
  ['an approver with a low limit', /carla may not approve 10150/, carlaNow({ limits: { EUR: '1' } })],
  ['one approval of two', /only carla approved/, AUTHORITY, approvedBy('carla')],
  [
    'the policy where each run needs an approval',
    /the policy/,
    { users: [], rules: { policy: 'manual' } },
    approvedBy('policy:auto'),
  ],
  ['a pay date that has not come', /pay date had not come/, AUTHORITY, { ...APPROVED, isEarly: true }],
  ['a rejected run', /had been rejected/, AUTHORITY, { ...APPROVED, isRejected: true }],
  ['its maker', /mia approved it, who made it/, { users: [], rules: {} }, approvedBy('mia')],
  ['a disabled releaser of bank details', /rita is no user/, AUTHORITY, { ...APPROVED, releasers: ['rita'] }],
  [
    'an approval that was void',
    /no one has approved/,
    AUTHORITY,
    {
      ...APPROVED,
      events: [APPROVED.events[0]!, { kind: 'approval_void', actor: 'payrun', data: {} }, APPROVED.events[1]!],
    },
  ],
];

/** An office with one run that awaits an approval, until someone says a command of that name. */
function stuckOffice(endsWith: string): Office {
  let state = 'waiting_approval';
  const say = async (command: string) => {
    if (command === endsWith) state = 'done';
  };
  const books = async () => ({ runs: [{ id: '1', state, note: 'No one may approve it.' }], payments: [] });
  return { books, say, users: new Set(), control: async () => {}, hands: { deny() {} } } as unknown as Office;
}

describe('the oracles of the simulator', () => {
  it('finds nothing if all is well, or if a user released what was on hold', async () => {
    expect(await see(goodOffice())).toEqual([]);
    const world = goodOffice();
    payAgain(world, 'references in small letters');
    world.released.add('p2');
    expect(await see(world)).toEqual([]);
    const again = goodOffice();
    sayAlreadyPaid(again, again.ibans.get('A-1')!);
    expect(await see(again)).toEqual([]);
  });
  it('accepts that a payment that the service denied is paid twice, if a discrepancy says so', async () => {
    const world = goodWorldPaidAgain();
    expect(await see(world)).toContainEqual(expect.stringMatching(/same reference/));
    const [first] = world.books.payments;
    Object.assign(first!, {
      state: 'discrepancy',
      reason: 'Row 2 of run 2 was paid under the same reference: paid twice.',
    });
    Object.assign(world.books.runs[0]!, { state: 'needs_person', exitCode: 4 });
    expect(await see(world)).toEqual([]);
  });
  it.each(WRONG)('sees %s', async (_, sentence, break_) => {
    const world = goodOffice();
    break_(world);
    expect(await see(world)).toContainEqual(expect.stringMatching(sentence));
  });
  it.each(UNAUTHORIZED)('sees a start that rests on %s', (_, sentence, authority, batch = APPROVED) => {
    expect(whyUnauthorized(APPROVED, AUTHORITY)).toEqual([]);
    expect(whyUnauthorized(batch, authority)).toEqual([expect.stringMatching(sentence)]);
  });
  it('sees a run that nothing ends, and accepts one that some action ends', async () => {
    expect(await runsWithoutWayOut(stuckOffice('stop'))).toEqual([]);
    expect(await runsWithoutWayOut(stuckOffice('none'))).toEqual([expect.stringMatching(/nothing ends run 1/)]);
  });
  it('sees a batch in the service that the ledger does not know, and what verify finds, unless someone edited by hand', async () => {
    const { books, home, hands } = goodOffice();
    const at = (ids: readonly string[]) => ({
      ...{
        home,
        hands,
        books: async () => books,
        letDaysPass: async () => {},
        say: async () => ({ code: 4, text: 'G4' }),
      },
      serviceLedger: async () => ({ batches: ids.map((id) => ({ id, status: 'open' })) }),
    });
    expect(await strayBatches(at(['B-1']) as unknown as Office)).toEqual([]);
    const office = at(['B-1', 'B-2']) as unknown as Office;
    expect(await strayBatches(office)).toEqual([expect.stringMatching(/holds batch B-2/)]);
    expect(await wrongFindings(office)).toEqual([expect.stringMatching(/finds what is not wrong: G4/)]);
    hands.done.push('a batch was added');
    expect([...(await strayBatches(office)), ...(await wrongFindings(office))]).toEqual([]);
  });
  it('does not expect a row to be recognized of which everything is different', () => {
    const [earlier, later] = [1, 2].map((number) => {
      const sheet = newSheet([{ due: 'payment 1', number, person: number }], SPELLINGS.letters, MERCHANTS);
      return { sheet, row: sheet.rows[0]! };
    });
    expect(promisedToKnow(earlier!, later!, 0)).toBeNull();
  });
  it('expects each row of a sheet that comes again to be recognized, and not two of its rows that differ', () => {
    const sheet = newSheet([{ due: 'payment 1', number: 1, person: 0 }], SPELLINGS.words, MERCHANTS);
    const rows = ['101.50', '102.50'].map((amount) => {
      const [row] = sheet.rows;
      return { ...row!, cells: { ...row!.cells, paymentReference: '', amount } };
    });
    const [both, again] = [1, 2].map(() => ({ ...sheet, rows }));
    const [row, copy] = rows;
    expect(promisedToKnow({ row: row!, sheet: both! }, { row: copy!, sheet: both! }, 30)).toBeNull();
    expect(promisedToKnow({ row: row!, sheet: both! }, { row: copy!, sheet: again! }, 30)).toBeNull();
    expect(promisedToKnow({ row: copy!, sheet: both! }, { row: copy!, sheet: again! }, 30)).toMatch(/whole sheet/);
  });
});
