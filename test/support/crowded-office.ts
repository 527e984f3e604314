import { randomUUID } from 'node:crypto';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { nameWords } from '../../src/ledger/recipients/name-words.ts';
import { decimalsOf } from '../../src/money.ts';
import { notePending } from './note-pending.ts';
import { pastRules } from './past-rules.ts';
import { addBatch, startTestRun, type TestPayment } from './test-run.ts';

const MERCHANTS = ['atelier', 'north-atlantic-freight-forwarding-and-logistics-holdings-bv', 'shop-kr', 'zeta-labs'];

/** Names as long, and in as many scripts, as recipients have them. */
const NAMES = [
  'Ada Lovelace',
  'Maximiliane Alexandra Freifrau von Hohenzollern-Sigmaringen',
  'Brembo S.p.A.',
  'Northwind Traders International Wholesale and Distribution Ltd',
  '王小明',
  '山田太郎',
  'محمد عبد الرحمن الهاشمي',
  '주식회사 한빛물류',
  'Zoë Ødegård-Łukasiewicz',
  "Caoimhe O'Súilleabháin",
];
const CURRENCIES = ['EUR', 'USD', 'JPY', 'KRW', 'KWD', 'GBP'];
const COUNTRIES = ['DE', 'US', 'JP', 'KR', 'KW', 'GB', 'FR', 'CN', 'AE', 'MX', 'PL', 'BR'];
const REASONS = [
  'Account is closed',
  'Name does not match the account',
  'The bank of the recipient rejected the payment because the purpose of the payment is missing or is not one of those that it accepts',
];
const DAY_MS = 86_400_000;

/**
 * Adds what an office with years behind it shows: merchants and recipients with long and foreign names, and payments in many
 * currencies, some of them of nine digits, that were paid, failed or came back over `days`.
 */
export async function crowdOffice(ledger: Ledger, { days, now }: { days: number; now: number }): Promise<void> {
  let n = 0;
  for (let day = 0; day < days; day++) {
    const merchant = MERCHANTS[day % MERCHANTS.length]!;
    const currency = CURRENCIES[(day * 7) % CURRENCIES.length]!;
    const run = await startTestRun(ledger, { merchant });
    const payments = Array.from({ length: 6 }, (_, i): TestPayment => {
      const nth = n + i;
      return {
        reference: `CROWD-${day}-${i}`,
        minor:
          nth % 17 === 0
            ? 123_456_789n * 10n ** BigInt(decimalsOf(currency))
            : BigInt(1_000 + ((nth * 7_919) % 90_000) * 10),
        name: NAMES[nth % NAMES.length]!,
        country: COUNTRIES[nth % COUNTRIES.length]!,
      };
    });
    const batch = await addBatch(ledger, run, payments, currency);
    const at = new Date(now - day * DAY_MS - (n % 23) * 3_600_000);
    await pastRules(
      ledger,
      `update payrun.batch set state = 'settled', approved_hash = '\\x00', approved_by = 'carla', approved_at = $2::timestamptz - interval '2 hours', quote = '{}', remote_id = 'B-' || id, start_attempted_at = $2::timestamptz - interval '61 minutes',
         started_at = $2::timestamptz - interval '1 hour', settled_at = $2 where id = $1`,
      [batch.id, at],
    );
    await pastRules(
      ledger,
      `update payrun.run set state = 'done', created_at = $2::timestamptz - interval '5 hours', finished_at = $2, rows_in = $3,
         intake_at = $2::timestamptz - interval '5 hours', confirmed_at = $2::timestamptz - interval '4 hours' where id = $1`,
      [run.id, at, payments.length],
    );
    const { rows } = await ledger.db.query<{ id: string }>(
      'select id from payrun.payment where batch_id = $1 order by row',
      [batch.id],
    );
    for (const [i, { id }] of rows.entries()) {
      const nth = n + i;
      const state = nth % 19 === 5 ? 'failed' : nth % 23 === 7 ? 'returned' : 'processed';
      const recipient = await addNamedRecipient(ledger, merchant, nth);
      await pastRules(
        ledger,
        `update payrun.payment set state = $2::text, final_at = $3, created_at = $3::timestamptz - interval '5 hours', recipient_id = $4,
           account_hint = $5, reason_code = case when $2::text = 'processed' then null else $2::text end, reason = $6,
           paid_source_minor = case when $2::text = 'failed' then null else minor end, paid_fees_minor = 5, paid_recipient_fees_minor = 2,
           paid_target_currency = currency, paid_target_minor = minor - 2, remote_id = 'P-' || id where id = $1`,
        [id, state, at, recipient, hintOf(nth), state === 'processed' ? null : REASONS[nth % REASONS.length]],
      );
    }
    n += payments.length;
  }
  await notePending(ledger);
}

/** Every tenth of them is the same person again. */
async function addNamedRecipient(ledger: Ledger, merchant: string, nth: number): Promise<string> {
  const { rows } = await ledger.db.query<{ id: string }>(
    `insert into payrun.recipient (id, merchant_id, key_fp, reference_id, remote_id, account_remote_id, account_hint, name_words, name, synced_at)
     values ($1::uuid, $2, $3, $4::text, 'R-' || $1::uuid, 'A-' || $1::uuid, $5, $6, $7, now())
     on conflict (merchant_id, key_fp) do update set synced_at = now() returning id`,
    [
      randomUUID(),
      merchant,
      ledger.vault.fingerprint('test', `crowd-${nth % 90}`),
      `V-${10_000 + (nth % 90)}`,
      hintOf(nth % 90),
      nameWords(NAMES[nth % NAMES.length]!),
      NAMES[nth % NAMES.length]!,
    ],
  );
  return rows[0]!.id;
}

const hintOf = (nth: number): string => `IBAN ***${String(1_000 + ((nth * 37) % 9_000))}`;
