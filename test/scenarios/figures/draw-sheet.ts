import { composeIBAN } from 'ibantools';
import type { SeededRandom } from '../../support/seeded-random.ts';

/** What is drawn to become of a row in the payout service. */
export type Fate = 'processed' | 'failed' | 'returned' | 'returned late' | 'not listed' | 'invalid';

export interface DrawnRow {
  readonly reference: string;
  readonly fate: Fate;
  /** Of what fails or comes back. */
  readonly reason: string;
  readonly line: string;
  /** What it states: the fixed side. */
  readonly stated: { readonly currency: string; readonly amount: string };
}

const iban = (countryCode: string, bban: string) => composeIBAN({ countryCode, bban })!;
/**
 * Of person 0, 1, 2, ...: country, IBAN, account, branch, bank, BIC, and address and city of the bank, in currencies with
 * two, none and three decimals.
 */
const ACCOUNTS = {
  EUR: (n: number) => ['DE', iban('DE', `37040044${String(n).padStart(10, '0')}`), '', '', '', '', '', ''],
  GBP: (n: number) => ['GB', '', String(31_366_300 + n), '40-47-84', '', '', '', ''],
  USD: (n: number) => ['US', '', String(8_761_792_600 + n), '091000019', '', '', '', ''],
  JPY: (n: number) => ['JP', '', String(7_433_900 + n), '001', '0005', 'BOTKJPJT', '2-7-1 Marunouchi', 'Tokyo'],
  KWD: (n: number) => ['KW', iban('KW', `CBKU${String(n).padStart(22, '0')}`), '', '', '', 'BANKKW22', '', ''],
} as const;
type Account = keyof typeof ACCOUNTS;
const TARGETS = Object.keys(ACCOUNTS) as Account[];
const SOURCES = ['EUR', 'USD', 'GBP'] as const;
const MOST_ROWS = 5;
const REASONS = ['Account closed', 'Name mismatch', 'Rejected by the bank of the recipient.'];

export const HEADER =
  'paymentReference,amount,currency,targetAmount,targetCurrency,type,firstName,lastName,email,street1,city,country,iban,accountNum,branchId,bankId,swiftBic,bankAddress,bankCity';

/** Letters for a number: names have no digits. */
const letters = (n: number) => String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);

/** One to five rows of a sheet: no two amounts of one recipient are alike, so that nothing is held. */
export function drawSheet(random: SeededRandom, sheet: number): readonly DrawnRow[] {
  // Most rows of a sheet share one, so that some are counted together.
  const usual = random.oneOf(REASONS);
  return Array.from({ length: 1 + random.upTo(MOST_ROWS) }, (_, i) => {
    const to = random.oneOf(TARGETS);
    const person = TARGETS.indexOf(to) * 10 + random.upTo(8);
    const [country, ...bank] = ACCOUNTS[to](person);
    const cents = String(random.upTo(100)).padStart(2, '0');
    // Unique within all that this recipient gets: sheet and row are in it.
    const whole = 30 + sheet * MOST_ROWS + i;
    const fixesTarget = random.chance(0.35);
    const fate: Fate = random.chance(0.06)
      ? 'invalid'
      : random.oneOf([
          ...Array<Fate>(12).fill('processed'),
          ...(['failed', 'failed', 'failed', 'returned', 'returned late'] as const),
          // A batch with one of these is never finished: some have none, so that returns are asked for.
          ...(sheet % 2 === 0 ? (['not listed'] as const) : []),
        ]);
    const target = to === 'JPY' ? String(4_000 + whole) : `${whole}.${cents}`;
    const amount = fate === 'invalid' ? 'ten' : fixesTarget ? '' : `${whole}.${cents}`;
    const source = random.oneOf(SOURCES);
    const stated = fixesTarget ? { currency: to, amount: target } : { currency: source, amount };
    const money = [...[amount, source], ...(fixesTarget && fate !== 'invalid' ? [target, to] : ['', ''])];
    const reference = `S${sheet}-${i}`;
    const who = [
      'individual',
      'Person',
      `No${letters(person)}`,
      `person${person}@example.com`,
      '1 Street',
      'City',
      country,
    ];
    return {
      reference,
      fate,
      reason: random.chance(0.7) ? usual : random.oneOf(REASONS),
      stated,
      line: [reference, ...money, ...who, ...bank].join(','),
    };
  });
}
