import { appendEvent } from '../../src/ledger/audit/audit-chain.ts';
import type { Db } from '../../src/ledger/db/db.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import type { SeededRandom } from './seeded-random.ts';
import { addBatch, addRecipient, addTestMerchant, moveThrough, startTestRun } from './test-run.ts';

const RUNS = 8;
const WAITING = 3;
/** Two of each share an e-mail address. */
const PEOPLE = 16;
const HINTS = [null, '****1111', 'IBAN ***2222', '****0002222', 'IBAN ***3333'];
const STATES = ['batched', 'processed', 'processed', 'failed', 'returned', 'unknown', 'discrepancy'];
const CURRENCIES = ['EUR', 'EUR', 'USD', 'JPY'];
const NAMES = ['Ada', 'Ben', 'Cay', null];

const warning = (code: string) => ({ row: 2, column: null, code, severity: 'warning', message: `About ${code}.` });

/** A merchant with runs, of which the last await approval and are returned, with all that an approver should see. */
export async function randomApprovals(
  ledger: Ledger,
  { oneOf: of, upTo: below, chance }: SeededRandom,
  merchant: string,
): Promise<readonly string[]> {
  await addTestMerchant(ledger, merchant);
  const people: string[] = [];
  for (let i = 0; i < PEOPLE; i++) people.push(await addRecipient(ledger, merchant));
  const fp = (text: string | null) => (text === null ? null : ledger.vault.fingerprint('test', text));
  const waiting: string[] = [];
  const change = (work: (db: Db) => Promise<unknown>) =>
    ledger.tx(async (db) => {
      await db.query('set local session_replication_role = replica');
      await work(db);
    });
  await change(async (db) => {
    for (const [i, id] of people.entries())
      await db.query(
        'update payrun.recipient set email_fp = $2, account_hint = $3, account_country = $4, account_remote_id = $5 where id = $1',
        [id, chance(0.5) ? fp(`${merchant}-mail-${i >> 1}`) : null, of(HINTS), of([null, 'DE', 'FR']), `A-${below(3)}`],
      );
    for (let i = 0; i < 3; i++)
      if (chance(0.5))
        await db.query('insert into payrun.account_hint (merchant_id, account_remote_id, hint) values ($1, $2, $3)', [
          merchant,
          `A-${i}`,
          of(['****1111', 'IBAN ***2222']),
        ]);
  });
  for (let n = 0; n < RUNS; n++) {
    const isWaiting = n >= RUNS - WAITING;
    const run = await startTestRun(ledger, { merchant });
    // A person is paid once in a run that was started: which of two payments was the last would be chance.
    const free = new Set(Array.from({ length: PEOPLE / 2 }, (_, i) => i));
    for (let b = 0; b <= below(2); b++) {
      const payments = Array.from({ length: 1 + below(6) }, () => {
        const pair = of([...free]);
        if (!isWaiting && free.size > 1) free.delete(pair);
        return {
          recipient: people[2 * pair + below(2)]!,
          minor: BigInt(1 + below(of([100, 20_000]))),
          recipientKey: `p-${pair}`,
        };
      }).filter(
        ({ recipientKey }, i, all) => isWaiting || all.findIndex((one) => one.recipientKey === recipientKey) === i,
      );
      const currency = of(CURRENCIES);
      const made = await addBatch(ledger, run, payments, currency);
      const batch = await moveThrough(
        ledger,
        made,
        ...(isWaiting || chance(0.1)
          ? (['creating', 'open', 'quoted'] as const)
          : (['creating', 'open', 'quoted', 'approved', 'starting', 'started'] as const)),
      );
      const { rows } = await ledger.db.query<{ id: string }>('select id from payrun.payment where batch_id = $1', [
        batch.id,
      ]);
      for (const { id } of rows) {
        const wasReleased = chance(0.3);
        await change((db) =>
          db.query(
            `update payrun.payment set state = $2, paid_account_fp = $3, paid_account_remote_id = $4, account_hint = $5,
               profile_fp = case when $6 then profile_fp end, recipient_name = $7, released_by = $8, problems = $9, account_key = $10,
               paid_account_country = $11 where id = $1`,
            [
              id,
              batch.started_at === null ? 'batched' : of(STATES),
              fp(of([null, 'a', 'a', 'b'])),
              `A-${below(3)}`,
              of(HINTS),
              chance(0.7),
              of(NAMES),
              wasReleased ? 'anna' : null,
              chance(0.3)
                ? JSON.stringify([
                    of([warning('shared_account'), warning('bic_advised')]),
                    warning(of(['amount_unusual', 'x'])),
                  ])
                : null,
              chance(0.5) ? String(1 + below(4)) : null,
              of([null, 'DE', 'GB']),
            ],
          ),
        );
        if (wasReleased && chance(0.8))
          await ledger.tx((db) =>
            appendEvent(db, {
              chain: `run-${run.id}`,
              at: new Date(),
              actor: 'anna',
              kind: 'released',
              data: {
                payment: id,
                was: of(['account_changed', 'possible_duplicate']),
                ...(chance(0.4) ? { verified: of(['Called.', 'Called twice.']) } : {}),
              },
            }),
          );
        if (chance(0.2))
          await ledger.db.query(
            'insert into payrun.account_author (run_id, payment_id, name, unknown, account) values ($1, $2, $3, $4, $5)',
            [run.id, id, of(['tom', 'Tim']), chance(0.2), of([null, 'tim', 'mia'])],
          );
      }
    }
    if (isWaiting) waiting.push(String(run.id));
  }
  return waiting;
}
