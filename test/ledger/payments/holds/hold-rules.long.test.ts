import { beforeAll, describe, expect, it } from 'vitest';
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
  /** The earlier payments of a merchant, each in a run of its own. */
  const addEarlier = async (merchant: string, earlier: readonly Earlier[]) => {
    for (const { state, code, ...payment } of earlier) {
      const run = await runOf(merchant);
      if (!IN_BATCH.includes(state)) {
        const [id] = await addPayments(ledger, run, [{ ...payment, state: state as 'held' }]);
        await ledger.db.query('update payrun.payment set reason_code = $2 where id = $1', [id, code ?? null]);
        continue;
      }
      const batch: BatchRow = await addBatch(ledger, run, [{ ...payment, state: 'batched' }]);
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
  it.each(['1', '2', '3'])(
    'compares recipient %s of one e-mail with their own payment of a batch to three',
    async (recipientKey) => {
      const of = (one: string) => ({ recipientKey: one, person: 'home@', account: `of ${one}`, minor: 5n });
      const merchant = `household-${recipientKey}`;
      const batch = await addBatch(ledger, await runOf(merchant), ['1', '2', '3'].map(of));
      await ledger.db.query('update payrun.payment set paid_account_fp = account_fp where batch_id = $1', [batch.id]);
      await moveThrough(ledger, batch, ...STARTED);
      expect(await screen(merchant, [{ ...of(recipientKey), minor: 6n }])).toMatchObject([{ state: 'ready' }]);
    },
  );

  const SHARED = ['ready', 'shared_account warning'];
  const UNUSUAL = ['ready', 'amount_unusual warning'];
  it.each<[string, readonly Earlier[], readonly TestPayment[], readonly (readonly string[])[]]>([
    [
      'two people with one account',
      [],
      [{ recipientKey: 'a', number: '1' }, { recipientKey: 'b', number: '1' }, { number: '2' }],
      [SHARED, SHARED, ['ready']],
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
      [SHARED, SHARED, SHARED, ['ready']],
    ],
    [
      'one person twice',
      [],
      [
        { recipientKey: 'a', number: '1', minor: 1n },
        { recipientKey: 'a', number: '1', minor: 2n },
      ],
      [['ready'], ['ready']],
    ],
    [
      'the account of someone who was paid',
      [{ recipientKey: 'a', number: '1', state: 'processed', minor: 7n }],
      [{ recipientKey: 'b', number: '1' }],
      [SHARED],
    ],
    [
      'the account of someone who was not',
      [{ recipientKey: 'a', number: '1', state: 'failed', minor: 7n }],
      [{ recipientKey: 'b', number: '1' }],
      [['ready']],
    ],
    [
      'their own account',
      [{ recipientKey: 'a', number: '1', state: 'processed', minor: 700n }],
      [{ recipientKey: 'a', number: '1' }],
      [['ready']],
    ],
    [
      'ten times the most',
      [
        { recipientKey: 'a', state: 'processed', minor: 100n },
        { recipientKey: 'a', state: 'processed', minor: 50n },
      ],
      [{ recipientKey: 'a', minor: 1_000n }],
      [UNUSUAL],
    ],
    [
      'a little less',
      [{ recipientKey: 'a', state: 'processed', minor: 100n }],
      [{ recipientKey: 'a', minor: 999n }],
      [['ready']],
    ],
    [
      'ten times of another currency',
      [{ recipientKey: 'a', state: 'processed', minor: 100n, currency: 'JPY' }],
      [{ recipientKey: 'a', minor: 1_000n }],
      [['ready']],
    ],
    [
      'ten times of what failed',
      [{ recipientKey: 'a', state: 'failed', minor: 100n }],
      [{ recipientKey: 'a', minor: 1_000n }],
      [['ready']],
    ],
    [
      'a first payment',
      [{ recipientKey: 'b', state: 'processed', minor: 100n }],
      [{ recipientKey: 'a', minor: 1_000n }],
      [['ready']],
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
    /** The state of every row, and why it is held. */
    readonly becomes: readonly string[];
    /** A part of the reasons. */
    readonly says?: string;
  }
  const ann = { recipientKey: 'ann' };
  const dora = { recipientKey: 'dora@', name: 'Dora Maar', number: 'DE1', memo: 'Fee' };
  const jose = { number: 'DE1', memo: 'May' };
  const LONG_AGO = { daysAgo: WINDOW_DAYS + 1 };
  const CASES: readonly Case[] = [
    { name: 'of different people is paid', sheet: [{}, {}, {}], becomes: ['ready', 'ready', 'ready'] },
    {
      name: 'of one person under several references is paid',
      sheet: [
        { ...ann, minor: 1n },
        { ...ann, minor: 1n },
      ],
      becomes: ['ready', 'ready'],
    },

    // Within the sheet
    {
      name: 'pays the first of equal rows with one reference, and holds the copies',
      sheet: [{ ...ann, reference: 'A' }, {}, { ...ann, reference: 'A' }, { ...ann, reference: 'A' }],
      becomes: ['ready', 'ready', 'held duplicate_in_sheet', 'held duplicate_in_sheet'],
    },
    ...(
      [
        ['recipientKey', { recipientKey: 'ben' }],
        ['amount', { minor: 2_000n }],
        ['currency', { currency: 'USD' }],
        ['fixed side', { fixed: 'target' }],
        ['bank details', { account: 'other' }],
        ['profile', { profile: 'other' }],
      ] as const
    ).map(
      ([what, other]): Case => ({
        name: `holds all rows with one reference that differ in their ${what}`,
        sheet: [{ ...ann, reference: 'A' }, { ...ann, reference: 'A', ...other }, {}],
        becomes: ['held reference_conflict', 'held reference_conflict', 'ready'],
      }),
    ),
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
      becomes: ['ready', 'ready'],
    },

    ...(
      [
        ['in capitals', 'INV-77', 'inv-77'],
        ['without its zeros', '00123', '123'],
        ['with two spaces', 'INV 77', 'INV  77'],
        ['with a dash', 'INV-77', 'INV–77'],
        ['with a letter of another script', 'INV-A', 'INV-А'],
        ['in wide letters', 'INV-77', 'ＩＮＶ-７７'],
        ['as a decimal', '123', '123.0'],
        ['that became a number', '1E5', '100000'],
        ['with an accent', 'JOSÉ-1', 'JOSE-1'],
      ] as const
    ).flatMap(([how, one, other]): Case[] => [
      {
        name: `holds a reference that stands again ${how} in the sheet, and pays the first of rows that say the same`,
        sheet: [{ ...ann, reference: one }, {}, { ...ann, reference: other }],
        becomes: ['ready', 'ready', 'held similar_reference'],
      },
      {
        name: `holds a reference that was paid before, ${how}, however long ago`,
        earlier: [{ state: 'processed', recipientKey: 'ben', reference: one, daysAgo: 400 }],
        sheet: [{ ...ann, reference: other }, {}],
        becomes: ['held similar_reference', 'ready'],
      },
      {
        name: `the other way round (${how})`,
        earlier: [{ state: 'ready', recipientKey: 'ben', reference: other, daysAgo: 400 }],
        sheet: [{ ...ann, reference: one }, {}],
        becomes: ['held similar_reference', 'ready'],
      },
    ]),
    {
      name: 'holds all rows whose references differ only in spelling and that pay something else',
      sheet: [
        { ...ann, reference: 'A-1' },
        { recipientKey: 'ben', reference: 'a-1' },
      ],
      becomes: ['held similar_reference', 'held similar_reference'],
    },
    {
      name: 'says of the same spelling that the reference was used',
      earlier: [
        { state: 'processed', recipientKey: 'ben', reference: 'a-1' },
        { state: 'processed', recipientKey: 'eva', reference: 'A-1', daysAgo: 400 },
      ],
      sheet: [{ ...ann, reference: 'A-1' }],
      becomes: ['held paid_differently'],
    },
    {
      name: 'has nothing to decide about rows that were paid and say the same, copies in the sheet included',
      earlier: [{ state: 'processed', ...ann, reference: 'A', daysAgo: 400 }],
      sheet: [
        { ...ann, reference: 'A' },
        { ...ann, reference: 'A' },
        { ...ann, reference: 'A', account: null },
      ],
      becomes: ['already_paid already_paid', 'already_paid already_paid', 'already_paid already_paid'],
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
    ...(
      [
        ['amount', { minor: 2_000n }],
        ['currency', { currency: 'USD' }],
        ['amount', { fixed: 'target' }],
        ['account', { account: 'other' }],
        ['recipient', { recipientKey: 'ben' }],
        ['amount and account', { minor: 2_000n, account: 'other' }],
        ['amount, recipient and account', { minor: 2_000n, account: 'other', recipientKey: 'ben' }],
        [
          'amount, currency, recipient and account',
          { minor: 2_000n, currency: 'USD', account: 'other', recipientKey: 'ben' },
        ],
      ] as const
    ).map(
      ([what, other], i): Case => ({
        name: `holds a reference that was paid with another ${what} (${i + 1})`,
        earlier: [{ state: 'processed', ...ann, account: 'one', reference: 'A' }],
        sheet: [{ ...ann, account: 'one', reference: 'A', ...other }],
        becomes: ['held paid_differently'],
        says: `with a different ${what}. `,
      }),
    ),
    ...(['failed', 'returned', 'canceled', 'held', 'invalid'] as const).map(
      (state): Case => ({
        name: `pays a reference in another spelling that is ${state} in another run`,
        earlier: [{ state, reference: 'inv-1', ...ann }],
        sheet: [{ reference: 'INV-1', ...ann }],
        becomes: ['ready'],
      }),
    ),

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
      becomes: ['ready', 'ready', 'ready', 'ready'],
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
          { ...dora, recipientKey: 'd@', minor: 2_000n },
          { ...dora, recipientKey: 'e@', memo: 'July' },
          { ...dora, recipientKey: 'f@', number: 'DE2' },
        ],
        becomes: ['ready', 'held possible_duplicate', 'ready', 'ready', 'ready'],
      },
      {
        name: `pays several names of one account, ${how}`,
        sheet: [
          { ...dora, ...one },
          { ...dora, recipientKey: 'pablo@', name: 'Pablo Maar', ...other },
        ],
        becomes: ['ready', 'ready'],
      },
      {
        name: `holds the same name, account and amount under another e-mail than in another run, ${how}`,
        earlier: [{ state: 'processed', ...dora, ...one }],
        sheet: [{ ...dora, recipientKey: 'dora.maar@', name: 'maar dora', ...other }, { recipientKey: 'ben' }],
        becomes: ['held possible_duplicate', 'ready'],
      },
    ]),
    ...(
      [
        ['before', 0],
        ['behind', 1],
      ] as const
    ).map(
      ([where, at]): Case => ({
        name: `holds what changes e-mail and account together ${where} a row that is held for its changed account`,
        earlier: [{ state: 'processed', ...dora, account: 'old', number: 'DE0', minor: 5n }],
        sheet: [dora, { recipientKey: 'eva', minor: 7n }].toSpliced(at, 0, { ...dora, recipientKey: 'dora+x@' }),
        becomes: [
          at === 0 ? 'held possible_duplicate' : 'held account_changed',
          at === 0 ? 'held account_changed' : 'held possible_duplicate',
          'ready',
        ],
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
    ...(['ready', 'batched', 'started', 'unknown'] as const).map(
      (state): Case => ({
        name: `holds a reference that is ${state} in another run, however long ago, though it says the same`,
        earlier: [{ state, reference: 'A', ...ann, daysAgo: 400 }],
        sheet: [{ ...ann, reference: 'A' }, {}],
        becomes: ['held duplicate_reference', 'ready'],
      }),
    ),
    ...(['held', 'invalid', 'failed', 'returned', 'canceled'] as const).map(
      (state): Case => ({
        name: `pays a reference that is ${state} in another run`,
        earlier: [{ state, reference: 'A', ...ann }],
        sheet: [{ reference: 'A', ...ann }],
        becomes: ['ready'],
      }),
    ),

    // A derived reference of before
    {
      name: 'holds the same payment without a reference within the window',
      earlier: [{ state: 'processed', reference: 'auto-A', derived: 'A', ...ann, daysAgo: WINDOW_DAYS - 1 }],
      sheet: [{ reference: 'auto-A', derived: 'A', ...ann }],
      becomes: ['held duplicate_reference'],
    },
    {
      name: 'holds after the window what repeats most of a sheet: no one but a person can say whether it is next month’s',
      earlier: ['A', 'B'].map((derived) => ({
        state: 'processed',
        reference: `auto-${derived}`,
        derived,
        ...LONG_AGO,
      })),
      sheet: ['A', 'B', 'C'].map((derived) => ({ reference: `auto-${derived}`, derived })),
      becomes: ['held same_sheet', 'held same_sheet', 'ready'],
    },
    {
      name: 'pays after the window what repeats a few payments of before: next month has them too',
      earlier: [{ state: 'processed', reference: 'auto-A', derived: 'A', ...LONG_AGO }],
      sheet: ['A', 'B'].map((derived) => ({ reference: `auto-${derived}`, derived })),
      becomes: ['ready', 'ready'],
    },
    ...(['failed', 'returned', 'canceled'] as const).map(
      (state): Case => ({
        name: `pays after the window a whole sheet that is ${state}`,
        earlier: [{ state, reference: 'auto-A', derived: 'A', ...LONG_AGO }],
        sheet: [{ reference: 'auto-A', derived: 'A' }],
        becomes: ['ready'],
      }),
    ),
    ...(['ready', 'batched', 'started', 'unknown'] as const).map(
      (state): Case => ({
        name: `holds it after the window too while the other is ${state}`,
        earlier: [{ state, reference: 'auto-A', derived: 'A', ...ann, daysAgo: WINDOW_DAYS + 1 }],
        sheet: [{ reference: 'auto-A', derived: 'A', ...ann }],
        becomes: ['held duplicate_reference'],
      }),
    ),

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
    ...(['started', 'processed', 'unknown'] as const).map(
      (state): Case => ({
        name: `holds a person whose bank details differ from those of a payment that is ${state}`,
        earlier: [{ state, ...ann, account: 'old', minor: 5n, daysAgo: 400 }],
        sheet: [{ ...ann, account: 'new' }, {}],
        becomes: ['held account_changed', 'ready'],
      }),
    ),
    {
      name: 'pays a person to the account that they were last paid to',
      earlier: [
        { state: 'processed', ...ann, account: 'first', minor: 5n, daysAgo: 60 },
        { state: 'processed', ...ann, account: 'last', minor: 6n, daysAgo: 30 },
      ],
      sheet: [{ ...ann, account: 'last' }],
      becomes: ['ready'],
    },
    {
      name: 'pays a person whose row names no account',
      earlier: [{ state: 'processed', ...ann, account: 'old', minor: 5n, daysAgo: 60 }],
      sheet: [{ ...ann, account: null }],
      becomes: ['ready'],
    },
    {
      name: 'pays new bank details where nothing was ever paid to the old ones',
      earlier: [
        { state: 'failed', ...ann, account: 'old', minor: 5n },
        { state: 'canceled', ...ann, account: 'old', minor: 6n },
      ],
      sheet: [{ ...ann, account: 'new' }],
      becomes: ['ready'],
    },

    ...(['ready', 'batched'] as const).map(
      (state): Case => ({
        name: `holds a person whom another run is about to pay to other bank details (${state})`,
        earlier: [{ state, ...ann, account: 'theirs', minor: 5n }],
        sheet: [{ ...ann, account: 'mine' }, { ...ann, account: null, minor: 6n }, {}],
        becomes: ['held account_in_flight', 'ready', 'ready'],
      }),
    ),

    // The same money again
    ...(['ready', 'batched', 'started', 'processed', 'unknown'] as const).map(
      (state): Case => ({
        name: `holds the same amount to the same person under another reference while one is ${state}`,
        earlier: [{ state, ...ann, daysAgo: 1 }],
        sheet: [{ ...ann }, { ...ann, minor: 1_001n }],
        becomes: ['held possible_duplicate', 'ready'],
      }),
    ),
    ...(
      [
        [
          'by the e-mail, and now by a number',
          { recipientKey: 'ann@', person: 'ann@' },
          { recipientKey: '7', person: 'ann@' },
        ],
        [
          'by a number, and now by the e-mail',
          { recipientKey: '7', person: 'ann@' },
          { recipientKey: 'ann@', person: 'ann@' },
        ],
        [
          'by one number, and now by another',
          { recipientKey: '7', person: 'ann@' },
          { recipientKey: '8', person: 'ann@' },
        ],
        [
          'by a number with another e-mail',
          { recipientKey: '7', person: 'old@' },
          { recipientKey: '7', person: 'ann@' },
        ],
      ] as const
    ).map(
      ([how, before, now]): Case => ({
        name: `knows a person again who was known ${how}`,
        earlier: [{ state: 'processed', ...before }],
        sheet: [now, { recipientKey: '9', person: 'ben@' }],
        becomes: ['held possible_duplicate', 'ready'],
      }),
    ),
    ...(
      [
        ['the other side', {}, { fixed: 'target' }],
        ['the other side, in another currency', {}, { fixed: 'target', currency: 'USD' }],
      ] as const
    ).map(
      ([what, before, now]): Case => ({
        name: `holds the same amount that was moved to ${what}`,
        earlier: [{ state: 'processed', ...ann, ...before }],
        sheet: [{ ...ann, ...now }],
        becomes: ['held possible_duplicate'],
      }),
    ),
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
      name: 'pays the same amount and memo to one account again after the window',
      earlier: [{ state: 'processed', ...jose, recipientKey: 'jose@', name: 'José Müller', ...LONG_AGO }],
      sheet: [{ ...jose, recipientKey: 'j@', name: 'J. Müller' }],
      becomes: ['ready'],
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
      name: 'pays several people of one account where each payment has a reference',
      earlier: [{ state: 'processed', recipientKey: 'ann@', number: 'DE1', reference: 'INV-1' }],
      sheet: [{ recipientKey: 'ben@', number: 'DE1', reference: 'INV-2' }],
      becomes: ['ready'],
    },
    {
      name: 'pays the same amount to the same account again after the window, or where the other was not paid',
      earlier: [
        { state: 'processed', recipientKey: 'ann@', number: 'DE1', ...LONG_AGO },
        { state: 'failed', recipientKey: 'ann@', number: 'DE1' },
      ],
      sheet: [{ recipientKey: 'anne@', number: 'DE1', derived: 'A' }],
      becomes: ['ready'],
    },
    {
      name: 'holds it after the window too where it has no reference and the other is still on its way',
      earlier: [{ state: 'unknown', recipientKey: 'ann@', number: 'DE1', ...LONG_AGO }],
      sheet: [{ recipientKey: 'anne@', number: 'DE1', reference: 'auto-A', derived: 'A' }],
      becomes: ['held possible_duplicate'],
    },
    {
      name: 'pays the same amount again after the window',
      earlier: [{ state: 'processed', ...ann, daysAgo: WINDOW_DAYS + 1 }],
      sheet: [{ ...ann }],
      becomes: ['ready'],
    },
    {
      name: 'pays the same amount again where the other was not paid',
      earlier: [
        { state: 'failed', ...ann },
        { state: 'returned', ...ann },
        { state: 'held', ...ann },
      ],
      sheet: [{ ...ann }],
      becomes: ['ready'],
    },
    {
      name: 'pays the same number in another currency, or to someone else',
      earlier: [{ state: 'processed', ...ann }],
      sheet: [{ ...ann, currency: 'USD' }, { recipientKey: 'ben' }],
      becomes: ['ready', 'ready'],
    },
  ];
  it.each(CASES)('G1: $name', async ({ earlier = [], sheet, becomes, says }) => {
    const merchant = newMerchant();
    await addEarlier(merchant, earlier);
    const rows = await screen(merchant, sheet);
    expect(rows.map(({ state, code }) => (code === null ? state : `${state} ${code}`))).toEqual(becomes);
    // Who is held reads why, with the row or the day that it is about.
    for (const { state, reason } of rows) {
      if (state === 'held' || state === 'already_paid') expect(reason).toMatch(/\d.*[.!?A-Z]$/);
      else expect(reason).toBeNull();
    }
    if (says) expect(rows.map(({ reason }) => reason).join()).toContain(says);
  });

  it('does not say that bank details changed if only their end is known of those last paid, and it may be the same', async () => {
    const merchant = newMerchant();
    await addEarlier(merchant, [{ state: 'processed', ...ann, account: 'old', minor: 5n, daysAgo: 60 }]);
    await pastRules(
      ledger,
      `update payrun.payment set paid_account_fp = null, paid_account_remote_id = 'A-1', account_hint = 'IBAN ***3000'
       where merchant_id = $1`,
      [merchant],
    );
    const [held] = await screen(merchant, [{ ...ann, account: 'new' }]);
    expect(held).toMatchObject({
      code: 'account_changed',
      reason: expect.stringMatching(
        /^Payrun doesn’t have the full number, so it can’t confirm that .* is the account last paid \(IBAN •••• 3000, /,
      ),
    });
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

  it('G1: shows both spellings of a reference', async () => {
    const merchant = newMerchant();
    await addEarlier(merchant, [{ state: 'processed', reference: '00123', recipientKey: 'ben' }]);
    const [held, one, two] = await screen(merchant, [
      { reference: '123' },
      { ...ann, reference: 'INV-7' },
      { ...ann, reference: 'inv-7' },
    ]);
    expect(held!.reason).toMatch(/^Reference 123 differs only in its spelling from 00123, row 2 of run \d+ \(paid, /);
    expect(one!.state).toBe('ready');
    expect(two!.reason).toMatch(/^Reference inv-7 differs only in its spelling from INV-7 in row 3\. /);
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

  describe('names', () => {
    it('the payment that it is on hold for', async () => {
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
    it('the rows that contradict each other', async () => {
      const rows = await screen(newMerchant(), [{ reference: 'A' }, {}, { reference: 'A' }]);
      expect(rows[0]!.reason).toBe(
        'Rows 2, 4 have the same reference (A) but different details. None of them is paid. Give each payment its own reference.',
      );
    });
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
      'changed bank details of a payment of the same amount that is not paid yet',
      { state: 'started', account: 'old', reference: 'JUN-16' },
      { account: 'new', reference: 'JUL-109' },
      'account_changed',
      /^Bank details changed from .* Also a possible duplicate of row 2 of run \d+ \(processing at the time, [-\d]+, reference JUN-16\)/,
    ],
    [
      'changed bank details of a payment of the same amount before the window',
      { state: 'processed', account: 'old', reference: 'JUN-16', daysAgo: WINDOW_DAYS + 1 },
      { account: 'new', reference: 'JUL-109' },
      'account_changed',
      /^Bank details changed from (?!.*duplicate)/,
    ],
    [
      'changed bank details of a payment of another amount',
      { state: 'processed', account: 'old', reference: 'JUN-16', daysAgo: 1, minor: 5n },
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

  it('on hold for changed bank details says that it was dismissed before, and that all rows pay one account', async () => {
    const merchant = newMerchant();
    const old = { state: 'processed', account: 'old', minor: 5n, daysAgo: 60 } as const;
    await addEarlier(
      merchant,
      ['a', 'b', 'c'].map((recipientKey) => ({ ...old, recipientKey })),
    );
    const sheet = ['a', 'b', 'c'].map((recipientKey) => ({
      ...{ recipientKey, name: recipientKey, account: 'new', number: 'DE1', reference: `of ${recipientKey}` },
    }));
    const all = /^Bank details changed from .* All rows pay into one account, although they name 3 recipients\./;
    expect((await screen(merchant, sheet)).map(({ code, reason }) => [code, all.test(reason!)])).toEqual(
      sheet.map(() => ['account_changed', true]),
    );
    await addEarlier(merchant, [{ state: 'processed', recipientKey: 'd', account: 'old', minor: 5n, daysAgo: 60 }]);
    await screen(merchant, [{ recipientKey: 'd', account: 'new', reference: 'D-1' }]);
    const { rows } = await ledger.db.query<{ id: string }>(
      `select id from payrun.payment where merchant_id = $1 and reference = 'D-1'`,
      [merchant],
    );
    await dismissPayments(
      ledger.db,
      rows.map(({ id }) => id),
      { by: 'cleo', because: 'fraud.' },
    );
    expect(await screen(merchant, [{ recipientKey: 'd', account: 'newer', reference: 'D-1' }])).toEqual([
      expect.objectContaining({
        code: 'account_changed',
        reason: expect.stringMatching(/^Bank details changed from .* Reference D-1 was dismissed by cleo on /),
      }),
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
