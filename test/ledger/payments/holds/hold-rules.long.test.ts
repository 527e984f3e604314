import { beforeAll, expect, it } from 'vitest';
import type { BatchRow } from '../../../../src/ledger/batches/batch-row.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { corrected } from '../../../../src/ledger/payments/correction.ts';
import { dismissPayments } from '../../../../src/ledger/payments/dismissal.ts';
import { recordIntake } from '../../../../src/ledger/runs/run.ts';
import type { Problem } from '../../../../src/model.ts';
import type { ActiveRun } from '../../../../src/step.ts';
import { describeDatabases } from '../../../support/database.ts';
import { pastRules } from '../../../support/past-rules.ts';
import { screenSheet } from '../../../support/screen-sheet.ts';
import {
  addBatch,
  addPayments,
  hideLoaded,
  moveThrough,
  startTestRun,
  type TestPayment,
} from '../../../support/test-run.ts';

/** A payment of an earlier run. `started`: in a batch that was started. */
interface Earlier extends Omit<TestPayment, 'state'> {
  readonly state: NonNullable<TestPayment['state']> | 'started';
  /** Why it is held. */
  readonly code?: string;
}

const STARTED = ['creating', 'open', 'quoted', 'approved', 'starting', 'started'] as const;
const IN_BATCH: readonly string[] = ['batched', 'started', 'processed', 'returned', 'unknown'];
const WINDOW_DAYS = 7;

describeDatabases('a sheet under the hold rules', (database) => {
  let ledger: Ledger;
  let merchants = 0;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const runOf = async (merchant: string): Promise<ActiveRun> => {
    const run = await startTestRun(ledger, { merchant });
    await recordIntake(ledger.db, run.id, 1, {});
    return run;
  };
  /** The earlier payments of a merchant, those of one state in one run. */
  const addEarlier = async (merchant: string, earlier: readonly Earlier[]) => {
    for (const group of Map.groupBy(earlier, ({ state, code }) => `${state} ${code}`).values()) {
      const [{ state, code }] = group as [Earlier];
      const run = await runOf(merchant);
      if (!IN_BATCH.includes(state)) {
        await addPayments(ledger, run, group as readonly TestPayment[]);
        await ledger.db.query('update payrun.payment set reason_code = $2 where run_id = $1', [run.id, code ?? null]);
        continue;
      }
      const payments = group.map((payment) => ({ ...payment, state: 'batched' as const }));
      const batch: BatchRow = await addBatch(ledger, run, payments);
      // What was paid is the account of the row.
      await ledger.db.query('update payrun.payment set paid_account_fp = account_fp where batch_id = $1', [batch.id]);
      if (state === 'batched') continue;
      await moveThrough(ledger, batch, ...STARTED);
      if (state === 'started') continue;
      await pastRules(ledger, 'update payrun.payment set state = $2, final_at = created_at where batch_id = $1', [
        batch.id,
        state,
      ]);
    }
  };
  const screen = async (
    merchant: string,
    sheet: readonly TestPayment[],
    rerun = false,
    parent?: bigint,
    duplicatesInSheet: 'hold' | 'warn' = 'hold',
  ) => {
    const run = await startTestRun(ledger, { merchant, ...(parent === undefined ? {} : { parent }) });
    await hideLoaded(ledger, run);
    await addPayments(ledger, run, sheet);
    await ledger.tx((db) =>
      screenSheet(db, ledger, { run: run.id, merchant, duplicateDays: WINDOW_DAYS, duplicatesInSheet, rerun }),
    );
    const { rows } = await ledger.db.query<{
      row: number;
      state: string;
      code: string | null;
      reason: string | null;
      reference: string;
      generation: number;
      held_for: string | null;
      problems: readonly Problem[] | null;
    }>(
      `select row, state, reason_code as code, reason, reference, generation, held_for, problems from payrun.payment where run_id = $1 order by row`,
      [run.id],
    );
    return rows;
  };
  const newMerchant = () => `screened-${++merchants}`;

  /** Codes of the warnings by row. */
  const warningsOf = async (earlier: readonly Earlier[], sheet: readonly TestPayment[]) => {
    const merchant = newMerchant();
    await addEarlier(merchant, earlier);
    return (await screen(merchant, sheet)).map(({ state, problems }) => [
      state,
      ...(problems ?? []).map(({ code, severity }) => `${code} ${severity}`),
    ]);
  };
  it('compares each recipient of one e-mail with their own payment of a batch to three', async () => {
    const of = (recipientKey: string) => ({ recipientKey, person: 'home@', account: `of ${recipientKey}` });
    for (const recipientKey of ['1', '2', '3']) {
      const merchant = newMerchant();
      await addEarlier(
        merchant,
        ['1', '2', '3'].map((one) => ({ state: 'started', ...of(one), minor: 5n })),
      );
      expect(await screen(merchant, [of(recipientKey)])).toMatchObject([{ state: 'ready' }]);
    }
  });

  const SHARED = ['ready', 'shared_account warning'];
  const UNUSUAL = ['ready', 'amount_unusual warning'];
  const PLAIN = ['ready'];
  it.each<[string, readonly Earlier[], readonly TestPayment[], readonly (readonly string[])[]]>([
    [
      'two people with one account, and no one person',
      [],
      [
        { recipientKey: 'a', number: '1' },
        { recipientKey: 'b', number: '1' },
        { recipientKey: 'c', number: '2', minor: 1n },
        { recipientKey: 'c', number: '2', minor: 2n },
      ],
      [SHARED, SHARED, PLAIN, PLAIN],
    ],
    [
      'all rows with one account and three names',
      [],
      ['anna', 'bert', 'carl'].map((name, i) => ({ name, number: '1', minor: BigInt(i + 1) })),
      [['held'], ['held'], ['held']],
    ],
    [
      'two names with one account on all rows',
      [],
      [1n, 2n, 3n].map((minor) => ({ name: minor === 2n ? 'anna' : 'bert', number: '1', minor })),
      [SHARED, SHARED, SHARED],
    ],
    [
      'three names with one account, and a row with another',
      [],
      ['dora', 'emil', 'fritz', 'gerd'].map((name, i) => ({ name, number: i === 3 ? '2' : '1', minor: BigInt(i + 1) })),
      [SHARED, SHARED, SHARED, PLAIN],
    ],
    [
      'the account of someone who was paid, unlike that of someone who was not, and their own',
      [
        { recipientKey: 'a', number: '1', state: 'processed', minor: 7n },
        { recipientKey: 'b', number: '2', state: 'failed', minor: 7n },
        { recipientKey: 'c', number: '3', state: 'processed', minor: 700n },
      ],
      [
        { recipientKey: 'x', number: '1' },
        { recipientKey: 'y', number: '2' },
        { recipientKey: 'c', number: '3' },
      ],
      [SHARED, PLAIN, PLAIN],
    ],
    [
      'ten times the most that was paid in that currency, no less, and no first payment',
      [
        { recipientKey: 'a', state: 'processed', minor: 100n },
        { recipientKey: 'a', state: 'processed', minor: 50n },
        { recipientKey: 'b', state: 'processed', minor: 100n },
        { recipientKey: 'c', state: 'processed', minor: 100n, currency: 'JPY' },
        { recipientKey: 'd', state: 'failed', minor: 100n },
      ],
      [
        { recipientKey: 'a', minor: 1_000n },
        { recipientKey: 'b', minor: 999n },
        { recipientKey: 'c', minor: 1_000n },
        { recipientKey: 'd', minor: 1_000n },
        { recipientKey: 'e', minor: 1_000n },
      ],
      [UNUSUAL, PLAIN, PLAIN, PLAIN, PLAIN],
    ],
  ])('warns of, and pays: %s', async (_, earlier, sheet, wanted) => {
    expect(await warningsOf(earlier, sheet)).toEqual(wanted);
  });

  it('warns of a shared account against the first row with another name and another e-mail', async () => {
    const shared = [
      { recipientKey: 'a', name: 'Anna' },
      { recipientKey: 'b', name: 'Anna' },
      { recipientKey: 'a', name: 'Bert' },
      { recipientKey: 'c', name: 'Carl' },
      { recipientKey: 'a', name: 'Carl' },
      { recipientKey: 'd', name: 'Carl' },
    ].map((one, i) => ({ ...one, number: '1', minor: BigInt(i + 1) }));
    const rows = await screen(newMerchant(), [...shared, { number: '2' }]);
    const first = rows[0]!.row;
    expect(rows.map(({ problems }) => (problems ?? []).map(({ comparedWith }) => comparedWith!.row - first))).toEqual([
      [3],
      [2],
      [1],
      [0],
      [1],
      [0],
      [],
    ]);
  });

  interface Case {
    readonly name: string;
    readonly earlier?: readonly Earlier[];
    readonly sheet: readonly TestPayment[];
    /** The state of every row, and why it is held; one text: of all rows. */
    readonly becomes: string | readonly string[];
    /** A part of the reasons of the first rows that have one. */
    readonly says?: readonly string[];
  }
  const ann = { recipientKey: 'ann' };
  const dora = { recipientKey: 'dora@', name: 'Dora Maar', number: 'DE1', memo: 'Fee' };
  const jose = { number: 'DE1', memo: 'May' };
  const LONG_AGO = { daysAgo: WINDOW_DAYS + 1 };
  /** One payment in each of these states, each to a person and under a reference of its own. */
  const inEach = (states: readonly Earlier['state'][], more: Partial<Earlier> = {}): Earlier[] =>
    states.map((state) => ({ state, recipientKey: `of ${state}`, reference: `INV-${state}`, ...more }));
  /** The same as rows of a sheet. */
  const again = (earlier: readonly Earlier[], more: Partial<TestPayment> = {}): TestPayment[] =>
    earlier.map(({ state: _state, code: _code, daysAgo: _daysAgo, ...row }) => ({ ...row, ...more }));
  const derived = (earlier: readonly Earlier[]): Earlier[] =>
    earlier.map((one) => ({ ...one, reference: `auto-${one.state}`, derived: one.state }));
  const NOT_PAID = inEach(['failed', 'returned', 'canceled', 'held', 'invalid']);
  const LIVE = inEach(['ready', 'batched', 'started', 'unknown']);

  /** A reference, and what a spreadsheet or a person makes of it. */
  const SPELLINGS = [
    ['INV-71', 'inv-71'],
    ['00172', '172'],
    ['INV 73', 'INV  73'],
    ['INV-74', 'INV–74'],
    ['INV-A', 'INV-А'],
    ['INV-75', 'ＩＮＶ-７５'],
    ['176', '176.0'],
    ['1E5', '100000'],
    ['JOSÉ-1', 'JOSE-1'],
  ].map(([one = '', other = '']) => ({ one, other }));
  const OTHERWISE: readonly [what: string, other: Partial<TestPayment>][] = [
    ['amount', { minor: 2_000n }],
    ['currency', { currency: 'USD' }],
    ['amount', { fixed: 'target' }],
    ['account', { account: 'other' }],
    ['recipient', { recipientKey: 'ben' }],
    ['amount and account', { minor: 2_000n, account: 'other' }],
    ['amount, recipient and account', { minor: 2_000n, account: 'other', recipientKey: 'eva' }],
    [
      'amount, currency, recipient and account',
      { minor: 2_000n, currency: 'USD', account: 'other', recipientKey: 'ida' },
    ],
  ];
  const CASES: readonly Case[] = [
    { name: 'of different people is paid', sheet: [{}, {}, {}], becomes: 'ready' },
    {
      name: 'of one person under several references is paid',
      sheet: [
        { ...ann, minor: 1n },
        { ...ann, minor: 1n },
      ],
      becomes: 'ready',
    },

    // Within the sheet
    {
      name: 'pays the first of equal rows with one reference, and holds the copies',
      sheet: [{ ...ann, reference: 'A' }, {}, { ...ann, reference: 'A' }, { ...ann, reference: 'A' }],
      becomes: ['ready', 'ready', 'held duplicate_in_sheet', 'held duplicate_in_sheet'],
    },
    {
      name: 'holds all rows with one reference that differ in anything',
      sheet: [...OTHERWISE.slice(0, 5).map(([, other]) => other), { profile: 'other' }].flatMap((other, i) => {
        const row = { recipientKey: `r-${i}`, reference: `A-${i}` };
        return [row, { ...row, ...other }];
      }),
      becomes: 'held reference_conflict',
      says: ['Rows 2, 3 have the same reference (A-0) but different details. None of them is paid.'],
    },
    {
      name: 'holds a person with two accounts, and no one else',
      sheet: [{ ...ann, account: 'one' }, { recipientKey: 'ben' }, { ...ann, account: 'two' }],
      becomes: ['held account_conflict', 'ready', 'held account_conflict'],
    },
    {
      name: 'pays a person whose other row names no account',
      sheet: [
        { ...ann, account: 'one' },
        { ...ann, account: null },
      ],
      becomes: 'ready',
    },
    {
      name: 'pays the first of equal rows whose references differ only in spelling',
      sheet: SPELLINGS.flatMap(({ one, other }) => [one, other].map((reference) => ({ recipientKey: one, reference }))),
      becomes: SPELLINGS.flatMap(() => ['ready', 'held similar_reference']),
      says: ['Reference inv-71 differs only in its spelling from INV-71 in row 2. '],
    },
    {
      name: 'holds a reference that was paid before in another spelling, however long ago',
      earlier: SPELLINGS.map(({ one }) => ({ state: 'processed', recipientKey: one, reference: one, daysAgo: 400 })),
      sheet: SPELLINGS.map(({ other }) => ({ recipientKey: `now ${other}`, reference: other })),
      becomes: 'held similar_reference',
      says: ['Reference inv-71 differs only in its spelling from INV-71, row 2 of run '],
    },
    {
      name: 'the other way round',
      earlier: SPELLINGS.map(({ one, other }) => ({
        state: 'ready',
        recipientKey: one,
        reference: other,
        daysAgo: 400,
      })),
      sheet: SPELLINGS.map(({ one }) => ({ recipientKey: `now ${one}`, reference: one })),
      becomes: 'held similar_reference',
    },
    {
      name: 'holds all rows whose references differ only in spelling and that pay something else',
      sheet: [
        { ...ann, reference: 'A-1' },
        { recipientKey: 'ben', reference: 'a-1' },
      ],
      becomes: 'held similar_reference',
    },
    {
      name: 'says of the same spelling that the reference was used',
      earlier: [
        { state: 'processed', recipientKey: 'ben', reference: 'a-1' },
        { state: 'processed', recipientKey: 'eva', reference: 'A-1', daysAgo: 400 },
      ],
      sheet: [{ ...ann, reference: 'A-1' }],
      becomes: 'held paid_differently',
    },
    {
      name: 'has nothing to decide about rows that were paid and say the same, copies in the sheet included',
      earlier: [{ state: 'processed', ...ann, reference: 'A', daysAgo: 400 }],
      sheet: [
        { ...ann, reference: 'A' },
        { ...ann, reference: 'A' },
        { ...ann, reference: 'A', account: null },
      ],
      becomes: 'already_paid already_paid',
    },
    {
      name: 'holds the same money under another reference next to a row that is already paid',
      earlier: [{ state: 'processed', ...ann, reference: 'A', daysAgo: 400 }],
      sheet: [
        { ...ann, reference: 'A', memo: 'x' },
        { ...ann, reference: 'B', memo: 'x' },
      ],
      becomes: ['already_paid already_paid', 'held possible_duplicate'],
    },
    {
      name: 'holds a reference that was paid with anything else, and says what differs',
      earlier: OTHERWISE.map((_, i) => ({
        ...{ state: 'processed', recipientKey: `r-${i}`, account: 'one', reference: `A-${i}` },
      })),
      sheet: OTHERWISE.map(([, other], i) => ({
        ...{ recipientKey: `r-${i}`, account: 'one', reference: `A-${i}`, ...other },
      })),
      becomes: 'held paid_differently',
      says: OTHERWISE.map(([what]) => `with a different ${what}. `),
    },

    // The same money twice in the sheet
    {
      name: 'holds all but the first of rows that pay one person the same amount with the same memo',
      sheet: [{ ...ann, memo: 'June' }, { memo: 'June' }, { ...ann, memo: 'June' }, { ...ann, memo: 'June ' }],
      becomes: ['ready', 'ready', 'held possible_duplicate', 'held possible_duplicate'],
    },
    {
      name: 'sees the same money whichever side is fixed, and under another key',
      sheet: [
        { recipientKey: 'ann@', person: 'ann@', memo: '' },
        { recipientKey: '7', person: 'ann@', fixed: 'target', memo: '' },
        { recipientKey: '7', memo: '' },
      ],
      becomes: ['ready', 'held possible_duplicate', 'held possible_duplicate'],
    },
    {
      name: 'pays rows of one person that differ in memo, amount or currency',
      sheet: [
        { ...ann, memo: 'June' },
        { ...ann, memo: 'July' },
        { ...ann, memo: 'June', minor: 2_000n },
        { ...ann, memo: 'June', currency: 'USD' },
      ],
      becomes: 'ready',
    },

    // The same name and account under another e-mail
    ...(
      [
        ['without references', { derived: 'A' }, { derived: 'B' }],
        ['with references of their own', { reference: 'INV-1' }, { reference: 'INV-2' }],
      ] as const
    ).flatMap(([how, one, other]): Case[] => [
      {
        name: `holds all but the first of rows that pay one name and account the same, under other e-mails, ${how}`,
        sheet: [
          { ...dora, ...one },
          { ...dora, recipientKey: 'dora.maar@', name: 'MAAR,  Dóra', fixed: 'target', ...other },
          { ...dora, recipientKey: 'pablo@', name: 'Pablo Maar' },
          { ...dora, recipientKey: 'd@', minor: 2_000n },
          { ...dora, recipientKey: 'e@', memo: 'July' },
          { ...dora, recipientKey: 'f@', number: 'DE2' },
        ],
        becomes: ['ready', 'held possible_duplicate', 'ready', 'ready', 'ready', 'ready'],
      },
      {
        name: `holds the same name, account and amount under another e-mail than in another run, ${how}`,
        earlier: [{ state: 'processed', ...dora, ...one }],
        sheet: [{ ...dora, recipientKey: 'dora.maar@', name: 'maar dora', ...other }, { recipientKey: 'ben' }],
        becomes: ['held possible_duplicate', 'ready'],
      },
    ]),
    ...[0, 1].map(
      (at): Case => ({
        name: `holds what changes e-mail and account together ${at === 0 ? 'before' : 'behind'} a row that is held for its changed account`,
        earlier: [{ state: 'processed', ...dora, account: 'old', number: 'DE0', minor: 5n }],
        sheet: [dora, { recipientKey: 'eva', minor: 7n }].toSpliced(at, 0, { ...dora, recipientKey: 'dora+x@' }),
        becomes: ['held account_changed', 'ready'].toSpliced(at, 0, 'held possible_duplicate'),
      }),
    ),
    {
      name: 'holds what changes e-mail and account together beside rows that are held for their two accounts',
      sheet: [
        { ...dora, account: 'old', number: 'DE0' },
        dora,
        { ...dora, recipientKey: 'dora+x@' },
        { ...dora, recipientKey: 'dora+x@', minor: 2_000n },
      ],
      becomes: ['held account_conflict', 'held account_conflict', 'held possible_duplicate', 'ready'],
    },
    {
      name: 'holds what changes e-mail and account together after another run was held for its changed account',
      earlier: [
        { state: 'processed', ...dora, account: 'old', number: 'DE0', minor: 5n },
        { state: 'held', code: 'account_changed', ...dora },
      ],
      sheet: [
        { ...dora, recipientKey: 'dora+x@' },
        { ...dora, recipientKey: 'pablo@', name: 'Pablo', memo: 'July' },
        { ...dora, recipientKey: 'd@', name: 'D. M.' },
        { recipientKey: 'eva' },
      ],
      becomes: ['held possible_duplicate', 'ready', 'held possible_duplicate', 'ready'],
    },

    // A reference of before
    {
      name: 'holds a reference that is live in another run, however long ago, though it says the same',
      earlier: LIVE.map((one) => ({ ...one, daysAgo: 400 })),
      sheet: again(LIVE),
      becomes: 'held duplicate_reference',
    },
    {
      name: 'pays a reference that was not paid in another run',
      earlier: NOT_PAID,
      sheet: again(NOT_PAID),
      becomes: 'ready',
    },
    {
      name: 'pays a reference in another spelling that was not paid in another run',
      earlier: NOT_PAID,
      sheet: again(NOT_PAID).map((row) => ({ ...row, reference: row.reference!.toLowerCase() })),
      becomes: 'ready',
    },

    // A derived reference of before
    {
      name: 'holds the same payment without a reference within the window',
      earlier: [{ state: 'processed', reference: 'auto-A', derived: 'A', ...ann, daysAgo: WINDOW_DAYS - 1 }],
      sheet: [{ reference: 'auto-A', derived: 'A', ...ann }],
      becomes: 'held duplicate_reference',
    },
    {
      name: 'holds after the window what repeats most of a sheet: only a user can say whether it is next month’s',
      earlier: ['A', 'B'].map((one) => ({ state: 'processed', reference: `auto-${one}`, derived: one, ...LONG_AGO })),
      sheet: ['A', 'B', 'C'].map((one) => ({ reference: `auto-${one}`, derived: one })),
      becomes: ['held same_sheet', 'held same_sheet', 'ready'],
    },
    {
      name: 'pays after the window what repeats a few payments of before: next month has them too',
      earlier: [{ state: 'processed', reference: 'auto-A', derived: 'A', ...LONG_AGO }],
      sheet: ['A', 'B'].map((one) => ({ reference: `auto-${one}`, derived: one })),
      becomes: 'ready',
    },
    {
      name: 'pays after the window a whole sheet that was not paid',
      earlier: derived(inEach(['failed', 'returned', 'canceled'], LONG_AGO)),
      sheet: again(derived(inEach(['failed', 'returned', 'canceled']))),
      becomes: 'ready',
    },
    {
      name: 'holds it after the window too while the other is live',
      earlier: derived(inEach(['ready', 'batched', 'started', 'unknown'], LONG_AGO)),
      sheet: again(derived(LIVE)),
      becomes: 'held duplicate_reference',
    },
    ...(['ready', 'batched', 'unknown'] as const).map(
      (state): Case => ({
        name: `holds it after the window too while the next of it is ${state}`,
        earlier: [
          { state: 'processed', reference: 'auto-A', derived: 'A', ...ann, ...LONG_AGO },
          { state, reference: 'auto-A-2', derived: 'A', ...ann, ...LONG_AGO },
        ],
        sheet: [{ reference: 'auto-A', derived: 'A', ...ann }, {}],
        becomes: ['held duplicate_reference', 'ready'],
      }),
    ),

    // Bank details of before
    {
      name: 'holds a person whose bank details differ from those of a payment that may have been made',
      earlier: inEach(['started', 'processed', 'unknown'], { account: 'old', minor: 5n, daysAgo: 400 }),
      sheet: [...['started', 'processed', 'unknown'].map((one) => ({ recipientKey: `of ${one}`, account: 'new' })), {}],
      becomes: ['held account_changed', 'held account_changed', 'held account_changed', 'ready'],
    },
    {
      name: 'pays a person to the account that they were last paid to, and one whose row names no account',
      earlier: [
        { state: 'processed', ...ann, account: 'first', minor: 5n, daysAgo: 60 },
        { state: 'processed', ...ann, account: 'last', minor: 6n, daysAgo: 30 },
        { state: 'processed', recipientKey: 'ben', account: 'old', minor: 5n, daysAgo: 60 },
      ],
      sheet: [
        { ...ann, account: 'last' },
        { recipientKey: 'ben', account: null },
      ],
      becomes: 'ready',
    },
    {
      name: 'pays new bank details if nothing was ever paid to the old ones',
      earlier: [
        { state: 'failed', ...ann, account: 'old', minor: 5n },
        { state: 'canceled', ...ann, account: 'old', minor: 6n },
      ],
      sheet: [{ ...ann, account: 'new' }],
      becomes: 'ready',
    },
    {
      name: 'holds a person whom another run is about to pay to other bank details',
      earlier: inEach(['ready', 'batched'], { account: 'theirs', minor: 5n }),
      sheet: [
        { recipientKey: 'of ready', account: 'mine' },
        { recipientKey: 'of batched', account: 'mine' },
        { recipientKey: 'of ready', account: null, minor: 6n },
        {},
      ],
      becomes: ['held account_in_flight', 'held account_in_flight', 'ready', 'ready'],
    },

    // The same money again
    {
      name: 'holds the same amount to the same person under another reference, whatever the state of the other payment',
      earlier: [...LIVE, ...inEach(['processed'])].map((one) => ({ ...one, daysAgo: 1 })),
      sheet: [...LIVE, ...inEach(['processed'])].flatMap(({ recipientKey = '' }) => [
        { recipientKey },
        { recipientKey, minor: 1_001n },
      ]),
      becomes: [...LIVE, 'processed'].flatMap(() => ['held possible_duplicate', 'ready']),
    },
    {
      name: 'knows a person again under another key or e-mail',
      earlier: [
        { state: 'processed', recipientKey: 'ann@', person: 'ann@' },
        { state: 'processed', recipientKey: '1', person: 'ben@' },
        { state: 'processed', recipientKey: '3', person: 'eva@' },
        { state: 'processed', recipientKey: '5', person: 'old@' },
      ],
      sheet: [
        { recipientKey: '7', person: 'ann@' },
        { recipientKey: 'ben@', person: 'ben@' },
        { recipientKey: '4', person: 'eva@' },
        { recipientKey: '5', person: 'new@' },
        { recipientKey: '9', person: 'ida@' },
      ],
      becomes: [...Array(4).fill('held possible_duplicate'), 'ready'],
    },
    {
      name: 'holds the same amount that was moved to the other side, also in another currency',
      earlier: [
        { state: 'processed', ...ann },
        { state: 'processed', recipientKey: 'ben' },
      ],
      sheet: [
        { ...ann, fixed: 'target' },
        { recipientKey: 'ben', fixed: 'target', currency: 'USD' },
      ],
      becomes: 'held possible_duplicate',
    },
    {
      name: 'holds the same amount to the same account, whoever is paid there and whatever else is said of it',
      earlier: [{ state: 'processed', recipientKey: 'ann@', account: 'of Ann', number: 'DE1', derived: 'A' }],
      sheet: [
        { recipientKey: 'anne@', account: 'of Anne', number: 'DE1', derived: 'B' },
        { recipientKey: 'anna@', account: 'of Anna', number: 'DE1', reference: 'INV-1', fixed: 'target' },
        { recipientKey: 'ben', number: 'DE2', derived: 'C' },
        { recipientKey: 'eva', account: 'of Eva', number: 'DE1', minor: 2_000n, derived: 'D' },
      ],
      becomes: ['held possible_duplicate', 'held possible_duplicate', 'ready', 'ready'],
    },
    {
      name: 'holds the same amount and memo to one account whatever the name, and of another memo the same name in any spelling',
      earlier: [{ state: 'processed', ...jose, recipientKey: 'jose@', name: 'José Müller', reference: 'INV-1' }],
      sheet: [
        { ...jose, recipientKey: 'j@', name: 'J. Müller', reference: 'INV-2' },
        { ...jose, recipientKey: 'a@', name: 'Agency', reference: 'INV-3' },
        { ...jose, recipientKey: 'b@', name: 'J. Müller', reference: 'INV-4', memo: 'June' },
        { ...jose, recipientKey: 'c@', name: 'Mueller, Jose', reference: 'INV-5', memo: 'June, again' },
        { ...jose, recipientKey: 'd@', name: 'J. Müller', reference: 'INV-6', minor: 5n },
        { ...jose, recipientKey: 'e@', name: 'J. Müller', reference: 'INV-7', number: 'DE2' },
      ],
      becomes: [
        'held possible_duplicate',
        'held possible_duplicate',
        'ready',
        'held possible_duplicate',
        'ready',
        'ready',
      ],
    },
    {
      name: 'holds within the sheet the same name in any spelling, and pays another one of the account',
      sheet: [
        { ...jose, recipientKey: 'jose@', name: 'Jörg Große-Åsen' },
        { ...jose, recipientKey: 'j@', name: 'JOERG GROSSE AASEN' },
        { ...jose, recipientKey: 'b@', name: 'Bjørn' },
        { ...jose, recipientKey: 'c@', name: 'Bjoern' },
        { ...jose, recipientKey: 'e@', name: 'Agency', number: 'DE2' },
      ],
      becomes: ['ready', 'held possible_duplicate', 'ready', 'held possible_duplicate', 'ready'],
    },
    {
      name: 'pays several people of one account if each payment has a reference',
      earlier: [{ state: 'processed', recipientKey: 'ann@', number: 'DE1', reference: 'INV-1' }],
      sheet: [{ recipientKey: 'ben@', number: 'DE1', reference: 'INV-2' }],
      becomes: 'ready',
    },
    {
      name: 'holds it after the window too if it has no reference and the other is still on its way',
      earlier: [{ state: 'unknown', recipientKey: 'ann@', number: 'DE1', ...LONG_AGO }],
      sheet: [{ recipientKey: 'anne@', number: 'DE1', reference: 'auto-A', derived: 'A' }],
      becomes: 'held possible_duplicate',
    },
    {
      name: 'pays the same amount again after the window, or if the other was not paid',
      earlier: [
        { state: 'processed', ...jose, recipientKey: 'jose@', name: 'José Müller', ...LONG_AGO },
        { state: 'processed', recipientKey: 'ben@', number: 'DE2', ...LONG_AGO },
        { state: 'failed', recipientKey: 'ben@', number: 'DE2' },
        { state: 'processed', ...ann, ...LONG_AGO },
        { state: 'failed', ...ann },
        { state: 'returned', ...ann },
        { state: 'held', ...ann },
      ],
      sheet: [
        { ...jose, recipientKey: 'j@', name: 'J. Müller' },
        { recipientKey: 'benno@', number: 'DE2', derived: 'A' },
        { ...ann },
      ],
      becomes: 'ready',
    },
    {
      name: 'pays the same number in another currency, or to someone else',
      earlier: [{ state: 'processed', ...ann }],
      sheet: [{ ...ann, currency: 'USD' }, { recipientKey: 'ben' }],
      becomes: 'ready',
    },
  ];
  it.each(CASES)('G1: $name', async ({ earlier = [], sheet, becomes, says = [] }) => {
    const merchant = newMerchant();
    await addEarlier(merchant, earlier);
    const rows = await screen(merchant, sheet);
    expect(rows.map(({ state, code }) => (code === null ? state : `${state} ${code}`))).toEqual(
      typeof becomes === 'string' ? sheet.map(() => becomes) : becomes,
    );
    // Who is held reads why, with the row or the day that it is about.
    for (const { state, reason } of rows) {
      if (state === 'held' || state === 'already_paid') expect(reason).toMatch(/\d.*[.!?A-Z]$/);
      else expect(reason).toBeNull();
    }
    const reasons = rows.flatMap(({ reason }) => reason ?? []);
    for (const [i, part] of says.entries()) expect(reasons[i]).toContain(part);
  });

  it('of one merchant is independent of another', async () => {
    await addEarlier(newMerchant(), [{ state: 'processed', reference: 'A', ...ann, account: 'old' }]);
    const rows = await screen(newMerchant(), [{ reference: 'A', ...ann, account: 'new' }]);
    expect(rows).toMatchObject([{ state: 'ready', generation: 1 }]);
  });

  it('numbers a derived reference that was paid before, so that every payment has its own', async () => {
    const merchant = newMerchant();
    const derived = { reference: 'auto-A', derived: 'A', ...ann };
    await addEarlier(merchant, [{ state: 'processed', ...derived, daysAgo: 60 }]);
    const others = ['B', 'C'].map((one) => ({ reference: `auto-${one}`, derived: one }));
    const next = { state: 'ready', reference: 'auto-A-2' };
    expect(await screen(merchant, [derived, ...others])).toMatchObject([next, {}, {}]);
  });

  it('that is rerun never takes a paid row for a new payment, however long ago it was paid', async () => {
    const merchant = newMerchant();
    const derived = { reference: 'auto-A', derived: 'A', ...ann };
    await addEarlier(merchant, [{ state: 'processed', ...derived, daysAgo: 60 }]);
    expect(await screen(merchant, [derived], true)).toMatchObject([
      { state: 'held', code: 'duplicate_reference', reference: 'auto-A' },
    ]);
  });

  it('that is rerun holds no row because of its neighbors, but a copy of them that was never tried', async () => {
    const merchant = newMerchant();
    const parent = await runOf(merchant);
    const [failed, twin, copy] = [{ memo: 'June' }, { memo: 'July' }, { memo: 'June' }].map((one) => ({
      ...ann,
      ...one,
    }));
    const [tried] = await addPayments(ledger, parent, [{ ...failed, state: 'failed' }]);
    await addBatch(ledger, parent, [twin!]);
    const [canceled] = await addPayments(ledger, parent, [{ ...copy, state: 'canceled' }]);
    const retried = { ...failed!, replaces: tried! };
    expect(await screen(merchant, [retried], true, parent.id)).toMatchObject([{ state: 'ready' }]);
    const again = [retried, { recipientKey: 'ben', minor: 1n }, { ...copy!, replaces: canceled! }];
    expect(await screen(merchant, again, true, parent.id)).toMatchObject([
      {},
      { state: 'ready' },
      { state: 'held', code: 'possible_duplicate' },
    ]);
  });

  it('G1: that is rerun is held for a payment of another run, whatever its neighbors pay', async () => {
    const merchant = newMerchant();
    // It came back, so its amount was sent again; then the payout service says that it was paid after all.
    await addEarlier(merchant, [{ state: 'processed', reference: 'first', ...ann, memo: 'June' }]);
    const parent = await runOf(merchant);
    const [tried] = await addPayments(ledger, parent, [{ ...ann, memo: 'June', state: 'failed' }]);
    await addBatch(ledger, parent, [{ ...ann, memo: 'July' }]);
    const retried = { ...ann, memo: 'June', replaces: tried! };
    expect(await screen(merchant, [retried], true, parent.id)).toMatchObject([
      { state: 'held', code: 'possible_duplicate' },
    ]);
  });

  it('G1: pays the same amount twice if a team wants only a warning', async () => {
    const twice = ['A', 'B'].map((reference) => ({ ...ann, reference, memo: 'June' }));
    const [first, second] = await screen(newMerchant(), twice, false, undefined, 'warn');
    expect([first, second]).toMatchObject([
      { state: 'ready', problems: null },
      { state: 'ready', problems: [{ row: 3, column: null, code: 'possible_duplicate', severity: 'warning' }] },
    ]);
    expect(second!.problems![0]!.message).toContain(
      'Possible duplicate of row 2 (reference A): same recipient, amount',
    );
  });

  it('G1: that is rerun skips a row that was corrected while it was read, which would be paid twice', async () => {
    const merchant = newMerchant();
    const parent = await runOf(merchant);
    const [wrong, other] = await addPayments(ledger, parent, [{ state: 'invalid' }, { state: 'invalid' }]);
    const correction = await runOf(merchant);
    await addPayments(ledger, correction, [{ reference: 'corrected', replaces: wrong!, corrected: true }]);
    const again = [
      { reference: 'auto-A', derived: 'A', ...ann, replaces: wrong! },
      { reference: 'auto-B', derived: 'B', replaces: other! },
    ];
    expect(await screen(merchant, again, true, parent.id)).toMatchObject([
      {
        state: 'held',
        code: 'reference_conflict',
        reason: `While Payrun was reading this sheet, another run took over row 2 of run ${parent.id} and will pay it. Leave this row unchanged.`,
      },
      { state: 'ready' },
    ]);
    // A correction of the row that the rerun pays, which was submitted before the rerun was compared.
    const late = { reference: 'auto-C', replaces: other!, corrected: true };
    expect(await screen(merchant, [late], false, parent.id)).toMatchObject([
      { state: 'held', code: 'reference_conflict' },
    ]);
    // After a no to the correction it can be corrected again; the other one is the rerun's.
    await pastRules(ledger, `update payrun.payment set state = 'canceled' where run_id = $1`, [correction.id]);
    const { rows } = await ledger.db.query(
      `select p.row, ${corrected('p')} as corrected from payrun.payment p where p.run_id = $1 order by row`,
      [parent.id],
    );
    expect(rows).toEqual([
      { row: 2, corrected: false },
      { row: 3, corrected: true },
    ]);
  });

  it('G1: that retries a discarded correction is on hold if the row was corrected otherwise, and the other way round', async () => {
    const merchant = newMerchant();
    const parent = await runOf(merchant);
    const [wrong] = await addPayments(ledger, parent, [{ state: 'invalid' }]);
    const correct = { replaces: wrong!, corrected: true };
    const discarded = await runOf(merchant);
    const [first] = await addPayments(ledger, discarded, [{ ...correct, state: 'canceled', reference: 'first' }]);
    const retry = [{ reference: 'first', replaces: first!, ...ann, minor: 7n }];
    const other = [{ ...correct, reference: 'other', ...ann, minor: 8n }];
    const held = [{ state: 'held', code: 'reference_conflict' }];
    expect(await screen(merchant, retry, true, discarded.id)).toMatchObject([{ state: 'ready' }]);
    expect(await screen(merchant, other, false, parent.id)).toMatchObject(held);
    await pastRules(
      ledger,
      `update payrun.payment set state = 'canceled' where merchant_id = $1 and state <> 'invalid'`,
      [merchant],
    );
    expect(await screen(merchant, other, false, parent.id)).toMatchObject([{ state: 'ready' }]);
    expect(await screen(merchant, retry, true, discarded.id)).toMatchObject(held);
  });

  it('G1: that corrects a row that was retried twice is on hold if the first row was corrected, and the other way round', async () => {
    for (const isFirst of [true, false]) {
      const merchant = newMerchant();
      const [first] = await addPayments(ledger, await runOf(merchant), [{ state: 'invalid' }]);
      const [second] = await addPayments(ledger, await runOf(merchant), [{ state: 'invalid', replaces: first! }]);
      const parent = await runOf(merchant);
      const [third] = await addPayments(ledger, parent, [{ state: 'invalid', replaces: second! }]);
      const [corrected, again] = isFirst ? [first!, third!] : [third!, first!];
      const run = await runOf(merchant);
      await addPayments(ledger, run, [{ reference: 'one', replaces: corrected, corrected: true, ...ann, minor: 7n }]);
      const other = { reference: 'other', replaces: again, corrected: true, ...ann, minor: 8n };
      expect(await screen(merchant, [other], false, parent.id)).toMatchObject([
        { state: 'held', code: 'reference_conflict' },
      ]);
    }
  });

  it('makes a payment that was not paid a new generation, after the last one', async () => {
    const merchant = newMerchant();
    await addEarlier(merchant, [{ state: 'failed', reference: 'A', ...ann }]);
    const again = [{ reference: 'A', ...ann }];
    expect(await screen(merchant, again)).toMatchObject([{ state: 'ready', generation: 2 }]);
    await pastRules(
      ledger,
      `update payrun.payment set state = 'returned', batch_id = (select id from payrun.batch limit 1)
       where merchant_id = $1 and generation = 2`,
      [merchant],
    );
    await ledger.db.query(`update payrun.run set intake_at = now() where merchant_id = $1`, [merchant]);
    expect(await screen(merchant, again)).toMatchObject([{ state: 'ready', generation: 3 }]);
  });

  it('names the payment that it is on hold for', async () => {
    const merchant = newMerchant();
    await addEarlier(merchant, [{ state: 'processed', reference: 'A', ...ann }]);
    const [held] = await screen(merchant, [{ reference: 'A', ...ann }]);
    const { rows } = await ledger.db.query<{ id: string; run_id: bigint }>(
      `select id, run_id from payrun.payment where merchant_id = $1 and state = 'processed'`,
      [merchant],
    );
    expect(held).toMatchObject({ held_for: rows[0]!.id });
    expect(held!.reason).toContain(` as row 2 of run ${rows[0]!.run_id}, with the same reference`);
  });

  it('does not hold again what someone dismissed, until the row or the other payment changes', async () => {
    const merchant = newMerchant();
    await addEarlier(merchant, [
      { state: 'processed', ...ann, account: 'old', minor: 5n, daysAgo: 60, reference: 'P' },
    ]);
    const row: TestPayment = { ...ann, account: 'new', reference: 'A' };
    const other: TestPayment = { ...ann, account: 'new', reference: 'P', minor: 6n };
    const states = async (sheet: readonly TestPayment[]) =>
      (await screen(merchant, sheet)).map(({ state, code }) => (code === null ? state : [state, code]));
    const dismissAll = async () => {
      const { rows } = await ledger.db.query<{ id: string }>(
        `select id from payrun.payment where merchant_id = $1 and state = 'held'`,
        [merchant],
      );
      const ids = rows.map(({ id }) => id);
      expect(await dismissPayments(ledger.db, ids, { by: 'cleo', because: 'asked Ann.' })).toBe(ids.length);
    };
    const HELD = [
      ['held', 'account_changed'],
      ['held', 'paid_differently'],
    ];
    expect(await states([row, other])).toEqual(HELD);
    // No one has dismissed it yet.
    expect(await states([row, other])).toEqual(HELD);
    await dismissAll();
    const [again] = await screen(merchant, [row]);
    expect(again).toMatchObject({
      state: 'dismissed',
      reason: expect.stringMatching(/^Dismissed by cleo: asked Ann\. It was held: Bank details changed from /),
    });
    expect(await states([row, other])).toEqual([
      ['dismissed', 'account_changed'],
      ['dismissed', 'paid_differently'],
    ]);
    for (const changed of [{ minor: 7n }, { account: 'newer' }, { currency: 'USD' }])
      expect(await states([{ ...row, ...changed }]), Object.keys(changed).join()).toEqual([
        ['held', 'account_changed'],
      ]);
    // Ann was paid to another account since: that is what it is compared with now.
    await addEarlier(merchant, [{ state: 'processed', ...ann, account: 'third', minor: 8n, daysAgo: 1 }]);
    expect(await states([row])).toEqual([['held', 'account_changed']]);
  });

  it.each<[string, Partial<Earlier>, Partial<TestPayment>, string, RegExp]>([
    [
      'changed bank details of a payment of the same amount',
      { state: 'processed', account: 'old', reference: 'JUN-16', daysAgo: 1 },
      { account: 'new', reference: 'JUL-109' },
      'account_changed',
      /^Bank details changed from .* Also a possible duplicate of row 2 of run \d+ \(paid, [-\d]+, reference JUN-16\): same recipient and amount\. Do not release it unless both are intended\.$/,
    ],
    [
      'changed bank details of a payment of the same amount before the window',
      { state: 'processed', account: 'old', reference: 'JUN-16', daysAgo: WINDOW_DAYS + 1 },
      { account: 'new', reference: 'JUL-109' },
      'account_changed',
      /^Bank details changed from (?!.*duplicate)/,
    ],
    [
      'a reference that looks like another, of a payment of the same amount',
      { state: 'processed', reference: 'JUN-16', daysAgo: 1 },
      { reference: 'jun-16' },
      'similar_reference',
      /^Reference jun-16 differs only in its spelling from JUN-16.* Also a possible duplicate of row 2 of run \d+ \(paid, [-\d]+, reference JUN-16\)/,
    ],
  ])('on hold for %s says all of it', async (_, before, row, code, reason) => {
    const merchant = newMerchant();
    await addEarlier(merchant, [{ ...ann, ...before } as Earlier]);
    expect(await screen(merchant, [{ ...ann, ...row }])).toEqual([
      expect.objectContaining({ state: 'held', code, reason: expect.stringMatching(reason) }),
    ]);
  });

  it('without references is on hold again, whatever was dismissed: next week’s sheet is the same', async () => {
    const merchant = newMerchant();
    const wages: TestPayment = { ...ann, reference: 'auto-A', derived: 'A' };
    await addEarlier(merchant, [{ state: 'processed', ...wages, daysAgo: 1 }]);
    const [held] = await screen(merchant, [wages]);
    expect(held).toMatchObject({ state: 'held', code: 'duplicate_reference' });
    await pastRules(
      ledger,
      `update payrun.payment set state = 'dismissed', dismissed_by = 'cleo' where merchant_id = $1 and state = 'held'`,
      [merchant],
    );
    expect(await screen(merchant, [wages])).toMatchObject([{ state: 'held', code: 'duplicate_reference' }]);
  });

  it('of one merchant waits for another sheet of it, and sees its rows', async () => {
    const merchant = newMerchant();
    const sheet: TestPayment[] = [{ reference: 'A', ...ann }];
    const one = () => screen(merchant, sheet);
    const both = await Promise.all([one(), one()]);
    expect(both.map(([row]) => row!.state).sort()).toEqual(['held', 'ready']);
  });
});
