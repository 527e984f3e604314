import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseKind } from './crash/databases.ts';
import { isLawful, type Laboratory, type OddRun, openLaboratory, ROWS } from './oddities/laboratory.ts';
import { untrue } from './oddities/untrue.ts';

const SERVER = process.env.PAYRUN_TEST_DATABASE_URL;
const KINDS: readonly DatabaseKind[] = SERVER ? ['postgres'] : ['embedded'];
/** The same services every time, on every machine. `npm run oddities` meets others. */
const SEEDS = [1, 5, 18, 22];

describe.each(KINDS)('G1, G3, G8, G9: a service that answers oddly, while Payrun is killed (%s)', (kind) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await openLaboratory(kind, SERVER);
  });
  afterAll(() => laboratory.close());

  it('pays everybody once, and reports nothing untrue afterwards, even of batches that it refused and created', async () => {
    const found: OddRun[] = [];
    for (const seed of SEEDS) found.push(await laboratory.explore(seed));
    const wrong = found
      .filter(({ violations }) => violations.length > 0)
      .map(({ seed, violations, story }) => [...violations, ...story, `npm run oddities -- --seed ${seed}`]);
    expect(wrong).toEqual([]);
    const notPaid = found.filter(({ seed, paidInTheEnd }) => isLawful(seed) && paidInTheEnd < ROWS);
    expect(notPaid).toEqual([]);
  });
});

/** One payment that the ledger and the service agree about. */
function goodWorld() {
  return {
    runs: [{ id: '1', state: 'done', note: null as string | null, exitCode: 0 }],
    payments: [{ id: 'p1', run: '1', reference: 'REF-1', state: 'processed' }],
    batches: [],
    service: { payments: [{ externalId: 'p1', recipientEmail: 'ada@example.com', timesPaid: 1 }] },
  };
}

type World = ReturnType<typeof goodWorld>;
const see = ({ service, ...books }: World) =>
  untrue(books as unknown as Parameters<typeof untrue>[0], service as unknown as Parameters<typeof untrue>[1]);

const WRONG: readonly [string, RegExp, (world: World) => void][] = [
  [
    'a payment that was made twice',
    /ada@example.com was paid 2 times/,
    ({ service }) => (service.payments[0]!.timesPaid = 2),
  ],
  [
    'a person who was paid by two payments',
    /ada@example.com was paid 2 times/,
    ({ service }) => service.payments.push({ ...service.payments[0]!, externalId: 'p2' }),
  ],
  [
    'a payment that is called paid, and was not',
    /was paid 0 times/,
    ({ service }) => (service.payments[0]!.timesPaid = 0),
  ],
  [
    'a payment that is called failed, and was paid',
    /is failed, and was paid/,
    ({ payments }) => (payments[0]!.state = 'failed'),
  ],
  ['a run that goes on by itself no more', /run 1 is working/, ({ runs }) => (runs[0]!.state = 'working')],
  [
    'an unconfirmed payment of which nobody is told',
    /ends with 0, and REF-1 is open/,
    ({ payments }) => (payments[0]!.state = 'unknown'),
  ],
];

describe('the laboratory of oddities', () => {
  it('finds nothing if all is well', () => expect(see(goodWorld())).toEqual([]));
  it.each(WRONG)('sees %s', (_, sentence, break_) => {
    const world = goodWorld();
    break_(world);
    expect(see(world)).toContainEqual(expect.stringMatching(sentence));
  });
});
